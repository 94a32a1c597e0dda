// Imports files with the stores of the page: each row arrives once, and a run that is killed or taken back leaves
// neither doubles nor gaps.
import '../support/bareWindow';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../ui/model/collection';
import { prepareImport } from '../../ui/screens/records/import/importEntries';
import { createImportRun, type ImportRun } from '../../ui/screens/records/import/importRun';
import * as session from '../../ui/state/session';
import { createAwkwardRecords } from '../support/awkwardRecords';
import { randomNumbers } from '../support/randomNumbers';
import { createCollection, createRecord, field, idOf, sharedBackend } from '../support/realBackend';
import {
  addFields,
  allDelivered,
  checkFile,
  emptyCopy,
  exportAll,
  importAll,
  isWrite,
  network,
  openNetwork,
  openPage,
  patch,
  refusalsOf,
  remove,
  reviveBrowser,
  rowsIn,
  type Send,
  storedIn,
  takeBack,
} from '../support/recordImport';
import { backends } from '../support/server';

/**
 * Kills the page at one of its next writes: it gets no answer any more. The write itself is lost, arrives at once,
 * or arrives when the next page is already at work.
 */
function killAfter(writes: number, random: (bound: number) => number): Promise<'killed'> {
  return new Promise((resolve) => {
    let left = writes;
    let isDead = false;
    const life: Send = (input, init) => {
      if (isDead) return new Promise(() => {});
      const answer = () =>
        network.deliver(input, init).then((response) => (isDead ? new Promise<never>(() => {}) : response));
      if (!isWrite(init)) return answer();
      left -= 1;
      if (left > 0) return answer();
      isDead = true;
      const fate = random(3);
      if (fate === 0) resolve('killed');
      if (fate === 1) void network.deliver(input, init).then(() => resolve('killed'));
      if (fate === 2) {
        network.track(sleep(random(30)).then(() => network.deliver(input, init)));
        resolve('killed');
      }
      return new Promise(() => {});
    };
    network.send = life;
  });
}

for (const { name, binary } of backends()) {
  const server = sharedBackend(binary);
  let everything: Collection | null = null;

  const open = async () => openPage(await server.backend());

  async function prepare(): Promise<Collection> {
    await open();
    everything ??= await createAwkwardRecords();
    return everything;
  }

  test(`${name}: an import is taken back, and every record is as before`, async () => {
    const original = await prepare();
    const copy = await emptyCopy(original);
    const file = await exportAll(original);
    await importAll(await checkFile(copy, file));
    // Some records differ from the file, and some are missing.
    const all = (await rowsIn(copy)).map(({ id }) => id);
    const other = {
      title: 'other',
      n: 7,
      meta: '{"b":1,"a":9007199254740993}',
      many: ['a'],
      on: true,
      owners: [],
    };
    for (const id of all.slice(2, 20)) await patch(copy, id, other);
    for (const id of all.slice(30)) await remove(copy, id);
    const before = await storedIn(copy);
    const run = await importAll(await checkFile(copy, file));
    assert.not.equal(await storedIn(copy), before);
    const question = await takeBack(run);
    assert.match(question, '10 new records are deleted and 19 records get their former values.');
    assert.is(run.state.isTakenBack, true);
    assert.equal(await storedIn(copy), before);
  });

  test(`${name}: what was changed after the import stays when it is taken back`, async () => {
    await open();
    const notes = await createCollection({ name: 'kept_notes', schema: [field('text', 'title')] });
    const old = await createRecord(notes, { title: 'old' });
    const run = await importAll(
      await checkFile(notes, `id,title\n${old.id},new\n${idOf('fresh', 1)},a\n${idOf('fresh', 2)},b\n`),
    );
    await patch(notes, idOf('fresh', 2), { title: 'mine' });
    await patch(notes, old.id, { title: 'mine, too' });
    assert.match(await takeBack(run), '1 new record is deleted. 2 were changed since and stay as they are.');
    const titles = (await rowsIn(notes)).map(({ values }) => values.get('title')).sort();
    assert.equal(titles, ['"mine"', '"mine, too"']);
  });

  /** Records to change, a file of 240 rows that names them, and what must be there in the end. */
  async function prepareMany(collectionName: string) {
    const made = await createCollection({
      name: collectionName,
      schema: [field('text', 'title')],
      indexes: [`CREATE UNIQUE INDEX \`idx_${collectionName}\` ON \`${collectionName}\` (\`title\`)`],
    });
    const many = await addFields(made, [field('relation', 'next', { collectionId: made.id })]);
    const idAt = (at: number) => idOf(`many${String(at).padStart(4, '0')}`);
    const old = Array.from({ length: 60 }, (_, at) => at);
    for (const at of old) await createRecord(many, { id: idAt(at), title: `old ${at}` });
    const expected: Record<string, string> = {};
    const lines = Array.from({ length: 240 }, (_, at) => {
      // To a row that comes later in the file.
      const next = at % 5 === 0 && at < 220 ? idAt(at + 17) : '';
      expected[idAt(at)] = `"row ${at}" "${next}"`;
      return `${idAt(at)},row ${at},${next}`;
    });
    const file = `id,title,next\n${lines.join('\n')}\n`;
    const stored = async () => {
      const rows = await rowsIn(many);
      return Object.fromEntries(
        rows.map(({ id, values }) => [id, `${values.get('title')} ${values.get('next')}`]),
      );
    };
    return { many, file, stored, expected };
  }

  test(`${name}: killed at random moments and resumed, no row is doubled or missing`, async () => {
    await open();
    const { many, file, stored, expected } = await prepareMany('killed');
    const { form, check } = await checkFile(many, file);
    const random = randomNumbers(name === '0.22.20' ? 1 : 2);
    let kills = 0;
    const abandoned: ImportRun[] = [];
    let run = createImportRun(many);
    for (;;) {
      const killed = killAfter(1 + random(18), random);
      const ended =
        kills === 0
          ? run.start(prepareImport(form.collection, form.state, check))
          : run.resume(run.state.unfinished[0]?.job.id ?? '');
      if ((await Promise.race([killed, ended.then(() => 'ended')])) === 'ended') break;
      kills += 1;
      abandoned.push(run);
      await reviveBrowser();
      openNetwork();
      run = createImportRun(many);
      await run.open();
      assert.is(run.state.unfinished.length, 1);
    }
    network.send = null;
    await allDelivered();
    for (const { stop } of abandoned) stop();
    assert.ok(kills >= 20, `${kills} kills`);
    assert.equal(refusalsOf(run), {});
    assert.equal(await stored(), expected);
  });

  test(`${name}: while the server is killed the import waits, and then it continues`, async () => {
    await open();
    const backend = await server.backend();
    const { many, file, stored, expected } = await prepareMany('away');
    const checked = await checkFile(many, file);
    const random = randomNumbers(name === '0.22.20' ? 3 : 4);
    let left = 40;
    let kills = 0;
    let restarted: Promise<unknown> = Promise.resolve();
    network.send = (input, init) => {
      if (isWrite(init)) left -= 1;
      if (left === 0) {
        left = 40 + random(60);
        kills += 1;
        restarted = backend
          .kill()
          .then(() => backend.restart())
          // The page asks every three seconds, and at once when the browser is online again.
          .then(() => window.dispatchEvent(new Event('online')));
      }
      return network.deliver(input, init);
    };
    const run = await importAll(checked);
    network.send = null;
    await restarted;
    assert.ok(kills >= 3, `${kills} kills`);
    assert.equal(refusalsOf(run), {});
    assert.equal(await stored(), expected);
  });

  test(`${name}: records that were changed or deleted since the check are refused`, async () => {
    await open();
    const made = await createCollection({
      name: 'racing',
      schema: [field('text', 'title'), field('number', 'n')],
    });
    const racing = await addFields(made, [field('relation', 'next', { collectionId: made.id })]);
    const ids = [0, 1, 2, 3, 4].map((at) => idOf('race', at));
    for (const id of ids) await createRecord(racing, { id, title: 'old', n: 1 });
    const fresh = idOf('racenew');
    const rows = [
      'id,title,next',
      `${ids[0]},new,`,
      `${ids[1]},new,`,
      `${ids[2]},new,`,
      `${ids[3]},new,${fresh}`,
      `${ids[4]},old,${fresh}`,
      `${fresh},fresh,`,
    ];
    const checked = await checkFile(racing, rows.join('\n'));
    assert.equal([checked.check.news.length, checked.check.changed.length], [1, 5]);
    for (const at of [1, 3, 4]) await patch(racing, ids[at] ?? '', { n: 2 });
    await remove(racing, ids[2] ?? '');
    network.writes.length = 0;
    const run = await importAll(checked);
    assert.equal(refusalsOf(run), {
      ': The record was changed since the check.': [3, 5, 6],
      ': The record is gone.': [4],
    });
    const { created, changed, refused } = run.state.counts;
    assert.equal([created, changed, refused], [1, 1, 4]);
    assert.is(network.writes.length, 2);
    const stored = (await rowsIn(racing)).map(({ values }) =>
      ['title', 'n', 'next'].map((one) => JSON.parse(values.get(one) ?? 'null')),
    );
    assert.equal(stored, [
      ['new', 1, ''],
      ['old', 2, ''],
      ['old', 2, ''],
      ['old', 2, ''],
      ['fresh', 0, ''],
    ]);
  });

  test(`${name}: a relation of a new row that the server refused is not sent`, async () => {
    await open();
    const made = await createCollection({
      name: 'refusing',
      schema: [field('text', 'code', { pattern: '^[a-z]+$' })],
    });
    const refusing = await addFields(made, [field('relation', 'next', { collectionId: made.id })]);
    const [a, b] = [idOf('refuse', 1), idOf('refuse', 2)];
    const checked = await checkFile(refusing, `id,code,next\n${a},UPPER,${b}\n${b},lower,${b}\n`);
    network.writes.length = 0;
    const run = await importAll(checked);
    assert.equal(refusalsOf(run), { 'code: Invalid value format.': [2] });
    assert.equal([run.state.counts.created, run.state.counts.changed, run.state.counts.refused], [1, 0, 1]);
    assert.is(network.writes.length, 3);
  });

  test.after(server.stop);
}
test.after(session.end);

test.run();
