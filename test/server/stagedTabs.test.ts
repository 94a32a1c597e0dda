// Two people change the same records in tables of two tabs while others do: edits, pastes, undo, sort, filter, refresh,
// reload, saves and conflicts in a random order. An oracle keeps what each tab should hold and the server should store.
// LOWLINE_SEED gives other steps, LOWLINE_STEPS another number for each server.
// reads: ui test package.json
import '../support/bareWindow';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cellFieldOf } from '../../ui/records/values/cellField';
import { randomNumbers } from '../support/randomNumbers';
import { sharedBackend } from '../support/realBackend';
import { backends, type TestBackend } from '../support/server';
import { type OpenTab, openTabs } from '../support/staged/openTabs';
import { idOf, isWrong, nameOf } from '../support/staged/oracle';
import { Person } from '../support/staged/person';
import { openTruth } from '../support/staged/truth';

const seed = Number(process.env['LOWLINE_SEED'] ?? 20_261_124);
const stepCount = Number(process.env['LOWLINE_STEPS'] ?? 2000);

for (const { name: version, binary } of backends()) {
  const server = sharedBackend(binary);
  const tabs = new Set<OpenTab>();
  test.after(async () => {
    for (const tab of tabs) tab.close();
    await server.stop();
  });

  test(`${version}: ${stepCount} random steps in two tabs misplace and lose nothing (seed ${seed})`, async () => {
    const started = performance.now();
    await server.connect();
    const world = await openWorld(await server.backend(), tabs);
    let at = 0;
    try {
      for (; at < stepCount; at += 1) await world.step();
      await world.end();
    } catch (error) {
      console.log(`${version}: LOWLINE_SEED=${seed}, step ${at}: ${world.trace.join(', ')}`);
      throw error;
    }
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const counts = [...world.counts].map(([what, count]) => `${what} ${count}`).join(', ');
    console.log(`${version}: seed ${seed}, ${stepCount} steps in ${seconds} s: ${counts}`);
    assert.ok((world.counts.get('compared saves') ?? 0) > 0, 'saves were compared');
  });
}

/** Opens the tabs, and adds each to `open`. */
async function openWorld(backend: TestBackend, open: Set<OpenTab>) {
  const random = randomNumbers(seed);
  const counts = new Map<string, number>();
  const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
  /** The last steps, for the report of a failure. */
  const trace: string[] = [];

  const truth = await openTruth(backend, random);
  const tabs = await openTabs();
  const browser = {
    truth,
    random,
    count,
    orphans: new Map(),
    async openTab() {
      const tab = await tabs.open();
      open.add(tab);
      return tab;
    },
  };

  const people = [new Person(browser), new Person(browser)];
  for (const person of people) await person.open();

  const acts: [weight: number, what: string, run: (person: Person) => void | Promise<void>][] = [
    [40, 'edit', (person) => person.edit()],
    [8, 'paste', (person) => person.paste()],
    [12, 'form', (person) => person.editForm()],
    [10, 'undo', (person) => person.undo(false)],
    [6, 'redo', (person) => person.undo(true)],
    [4, 'take back', (person) => person.takeBack()],
    [4, 'sort', (person) => person.sortBy()],
    [3, 'filter', (person) => person.filterBy()],
    [6, 'refresh', (person) => person.refresh()],
    [3, 'switch', (person) => person.switchTo()],
    [1, 'reload', (person) => person.reload()],
    [5, 'save', (person) => person.save()],
    [1, 'save with edits', (person) => person.saveMeanwhile()],
    [12, 'choice', (person) => person.choose()],
    [7, 'edit from outside', (person) => truth.changeElsewhere(person.collection)],
    [1, 'delete from outside', (person) => truth.deleteElsewhere(person.collection)],
  ];
  const sum = acts.reduce((total, [weight]) => total + weight, 0);

  return {
    counts,
    trace,
    async step(): Promise<void> {
      const at = random(2);
      const person = people[at] as Person;
      let left = random(sum);
      const [, what, run] = acts.find(([weight]) => {
        left -= weight;
        return left < 0;
      }) as (typeof acts)[number];
      trace.push(`${at} ${what}`);
      if (trace.length > 12) trace.shift();
      count(what);
      await run(person);
      person.follow();
      for (const one of people) one.check();
    },
    /** Saves everything, with every conflict decided. */
    async end(): Promise<void> {
      for (const person of people) {
        for (const collection of truth.collections) {
          await person.show(collection);
          for (let round = 0; round < 100 && person.table.changes.size > 0; round += 1) {
            for (const [place, change] of [...person.table.changes]) {
              if (!isWrong(place, change)) continue;
              const cell = cellFieldOf(collection, nameOf(place));
              person.page.edits.takeBack(collection, idOf(place), cell?.key ?? '');
              person.table.put(place, null);
            }
            person.table.done = [];
            await person.save();
            for (let choice = 0; choice < 20; choice += 1) person.choose();
            person.follow();
            person.check();
          }
          assert.is(person.table.changes.size, 0, 'all is saved or decided');
          await truth.checkServer(collection, 'at the end');
        }
      }
    },
  };
}

test.run();
