// Imports files with the stores of the page: each row arrives once, and a run that is killed or taken back leaves
// neither doubles nor gaps.
import '../support/bareWindow';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { update } from '../../ui/backend/collections';
import type { Collection } from '../../ui/model/collection';
import * as session from '../../ui/page/session/session';
import * as history from '../../ui/records/history/history';
import { createImportRun } from '../../ui/records/import/importRun';
import type { RecordImportForm } from '../../ui/records/import/recordImportForm';
import { createAwkwardRecords } from '../support/awkwardRecords';
import { randomNumbers } from '../support/randomNumbers';
import { createCollection, createRecord, field, idOf, sharedBackend } from '../support/realBackend';
import {
  addFields,
  allDelivered,
  checkFile,
  emptyCopy,
  exportAll,
  faultsOf,
  importAll,
  isWrite,
  killAfter,
  network,
  openNetwork,
  openPage,
  patch,
  refusalsOf,
  reload,
  remove,
  rowsIn,
  start,
  storedIn,
  undoImport,
} from '../support/recordImport';
import { isLong } from '../support/runsOf';
import { backends } from '../support/server';

for (const { name, binary, dialect } of backends(isLong ? 'lines' : 'newest')) {
  const server = sharedBackend(binary);
  let everything: Collection | null = null;

  const open = async () => openPage(await server.backend());

  async function prepare(): Promise<Collection> {
    await open();
    everything ??= await createAwkwardRecords();
    return everything;
  }

  test(`${name}: an import is undone, and every record is as before`, async () => {
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
    await importAll(await checkFile(copy, file));
    assert.not.equal(await storedIn(copy), before);
    await undoImport();
    assert.equal(await storedIn(copy), before);
  });

  test(`${name}: an Undo keeps what was changed since, and records that others depend on`, async () => {
    await open();
    const notes = await createCollection({ name: 'kept_notes', schema: [field('text', 'title')] });
    const schema = [field('relation', 'note', { collectionId: notes.id, cascadeDelete: true })];
    const lines = await createCollection({ name: 'kept_lines', schema });
    const old = await createRecord(notes, { title: 'old' });
    const fresh = [1, 2, 3, 4].map((at) => idOf('fresh', at));
    const rows = fresh.map((id, at) => `${id},row ${at}\n`).join('');
    await importAll(await checkFile(notes, `id,title\n${old.id},new\n${rows}`));
    await patch(notes, fresh[1] ?? '', { title: 'mine' });
    await patch(notes, old.id, { title: 'mine, too' });
    await createRecord(lines, { note: fresh[2] });
    const titles = async () => (await rowsIn(notes)).map(({ values }) => values.get('title')).sort();
    await undoImport(({ state }) => {
      assert.equal([...(state.plan?.held ?? [])], [`${notes.id}/${fresh[2]}`]);
      assert.equal(state.plan?.dependents, ['1 record of kept_lines depends on them.']);
    });
    assert.equal([await titles(), (await rowsIn(lines)).length], [['"mine"', '"mine, too"', '"row 2"'], 1]);
    await undoImport((form) => form.toggle([`${notes.id}/${fresh[2]}`], true));
    assert.equal([await titles(), (await rowsIn(lines)).length], [['"mine"', '"mine, too"'], 0]);
  });

  if (isLong)
    test(`${name}: an import of 3,000 rows is undone with one press`, async () => {
      await open();
      const { many, idAt } = await createMany('thousands');
      for (let at = 0; at < 200; at += 1) await createRecord(many, { id: idAt(at), title: `old ${at}` });
      const before = await storedIn(many);
      const rows = Array.from(
        { length: 3_000 },
        (_, at) => `${idAt(at)},row ${at},${idAt((at * 7 + 1) % 3_000)}`,
      );
      const run = await importAll(await checkFile(many, `id,title,next\n${rows.join('\n')}`));
      assert.equal([run.state.created, run.state.changed, run.state.refused], [2_800, 200, 0]);
      await undoImport();
      assert.equal(await storedIn(many), before);
    });

  async function createMany(collectionName: string) {
    const made = await createCollection({
      name: collectionName,
      schema: [field('text', 'title'), field('number', 'n')],
      indexes: [`CREATE UNIQUE INDEX \`idx_${collectionName}\` ON \`${collectionName}\` (\`title\`)`],
    });
    const many = await addFields(made, [field('relation', 'next', { collectionId: made.id })]);
    return { many, idAt: (at: number) => idOf(`many${String(at).padStart(4, '0')}`) };
  }

  /** Records to change, a file of 240 rows that names them, and what must be there in the end, by title. */
  async function prepareMany(collectionName: string, from = 0, to = 240) {
    const { many, idAt } = await createMany(collectionName);
    const old = Array.from({ length: 60 }, (_, at) => at);
    for (const at of old) await createRecord(many, { id: idAt(at), title: `old ${at}` });
    const expected: Record<string, string> = {};
    for (const at of old.filter((one) => one < from)) expected[`old ${at}`] = `${idAt(at)} 0 `;
    const lines = Array.from({ length: to - from }, (_, place) => {
      const at = from + place;
      // To a row that comes later in the file.
      const next = at % 5 === 0 && at < to - 20 ? idAt(at + 17) : '';
      expected[`row ${at}`] = `${idAt(at)} 0 ${next}`;
      return [idAt(at), `row ${at}`, next];
    });
    for (const at of old.filter((one) => one >= to)) expected[`old ${at}`] = `${idAt(at)} 0 `;
    const file = `id,title,next\n${lines.map((cells) => cells.join()).join('\n')}\n`;
    const stored = async () => {
      const rows = await rowsIn(many);
      const read = (values: ReadonlyMap<string, string>, one: string) => JSON.parse(values.get(one) ?? '""');
      return Object.fromEntries(
        rows.map(({ id, values }) => [
          read(values, 'title'),
          `${id} ${read(values, 'n')} ${read(values, 'next')}`,
        ]),
      );
    };
    return { many, file, stored, expected, idAt };
  }

  interface Kills {
    readonly kills: number;
    /** The most writes of one try. */
    readonly bound?: number;
    readonly between?: (act: string) => Promise<void>;
  }

  /** Imports the file, kills the page so often, and chooses the same file again. Returns the last run. */
  async function importWithKills(
    collection: Collection,
    file: string,
    choose: (form: RecordImportForm) => void,
    { kills, bound = 18, between = async () => {} }: Kills,
  ): Promise<void> {
    const random = randomNumbers(name === '0.22.20' ? 1 : 2);
    let checked = await checkFile(collection, file, choose);
    let kill = 0;
    for (; ; kill += 1) {
      const run = createImportRun(collection);
      const killed = kill < kills ? killAfter(1 + random(bound), random) : new Promise<never>(() => {});
      const ended = start(run, checked.form);
      if ((await Promise.race([killed, ended.then(() => 'ended')])) === 'ended') {
        assert.equal(refusalsOf(run), {});
        break;
      }
      // The killed page sends nothing any more, but for a write that is already on its way.
      run.stop();
      openNetwork();
      const [act] = await history.unfinishedImports(collection.id);
      if (act) await between(act.id);
      checked = await checkFile(collection, file);
      assert.equal(faultsOf(checked.check), {});
      assert.is(checked.form.isContinued(), act !== undefined);
      if (!act) choose(checked.form);
      if (!act) await checked.form.check();
    }
    network.send = null;
    await allDelivered();
    assert.equal(await history.unfinishedImports(collection.id), []);
    assert.ok(kill >= 3, `${kill} kills`);
  }

  const byId = (mode: 'add' | 'addAndChange' | 'change') => (form: RecordImportForm) =>
    form.setPlan({ mode, key: mode === 'add' ? null : 'id' });

  for (const [mode, from, to] of [
    ['add', 60, 240],
    ['addAndChange', 0, 240],
    ['change', 0, 55],
  ] as const) {
    test(`${name}: killed at random moments and begun again (${mode}), no row is doubled or missing`, async () => {
      await open();
      const { many, file, stored, expected } = await prepareMany(`killed_${mode}`, from, to);
      await importWithKills(many, file, byId(mode), { kills: isLong ? 25 : 8 });
      assert.equal(await stored(), expected);
    });

    test(`${name}: what others do between the tries (${mode}) stays`, async () => {
      await open();
      const { many, file, stored, expected } = await prepareMany(`others_${mode}`, from, to);
      const random = randomNumbers(5);
      let acts = 0;
      const touched = new Set<string>();
      const between = async (act: string) => {
        await allDelivered();
        const known = (await history.read(act))?.parts.filter(({ after }) => after !== null) ?? [];
        const { id } = known[random(known.length)] ?? { id: '' };
        const at = Number(id.slice(4, 8));
        if (id === '' || touched.has(id)) return;
        touched.add(id);
        acts += 1;
        const { [`row ${at}`]: row = '' } = expected;
        delete expected[`row ${at}`];
        // A record that others name loses them when it is deleted.
        const isNamed = file.includes(`,${id}`) || row.split(' ')[2] !== '';
        if (acts % 3 === 0 && !isNamed) await remove(many, id);
        else if (acts % 3 === 1) {
          await patch(many, id, { title: `theirs ${at}` });
          expected[`theirs ${at}`] = row;
        } else {
          await patch(many, id, { n: 7 });
          expected[`row ${at}`] = row.replace(' 0 ', ' 7 ');
        }
      };
      await importWithKills(many, file, byId(mode), { kills: 12, bound: to === 55 ? 30 : 60, between });
      assert.ok(acts > 3, `${acts} acts`);
      assert.equal(await stored(), expected);
    });
  }

  for (const hasDates of dialect.isNewer ? [true, false] : [true])
    test(`${name}: a try ends before the relations between its rows are set: the next one sets them${hasDates ? '' : ', without dates, too'}`, async () => {
      await open();
      const { many, file, stored, expected } = await prepareMany(`late_${hasDates}`);
      const { builtIn = [] } = many;
      if (!hasDates) await update(many.id, { builtIn: builtIn.filter(({ type }) => type !== 'autodate') });
      const collection = await reload(many.id);
      const first = await checkFile(collection, file, byId('addAndChange'));
      const run = createImportRun(collection);
      // Each row is written once, and then one of 44 relations.
      const killed = killAfter(242, () => 1);
      await Promise.race([killed, start(run, first.form)]);
      run.stop();
      openNetwork();
      await allDelivered();
      const second = await checkFile(collection, file);
      assert.equal([second.form.isContinued(), faultsOf(second.check)], [true, {}]);
      assert.equal(refusalsOf(await importAll(second)), {});
      assert.equal(await stored(), expected);
    });

  test(`${name}: without ids in the file a try goes on by its salt; other choices and a new try begin anew`, async () => {
    await open();
    const { many, file, stored, expected } = await prepareMany('salted', 60);
    const withoutIds = file.replace(/^[^,]*,([^,]*),.*$/gm, '$1');
    const add = (form: RecordImportForm) => form.setPlan({ mode: 'add', key: null });
    let last = '';
    const between = async (act: string) => {
      last = act;
    };
    await importWithKills(many, withoutIds, add, { kills: 12, between });
    assert.equal(Object.keys(await stored()).sort(), Object.keys(expected).sort());
    const ended = (await history.read(last))?.act;
    assert.equal([ended?.import?.isEnded, ended?.recordCount], [true, 180]);
    for (const { id, values } of await rowsIn(many))
      if (values.get('title')?.startsWith('"row')) await remove(many, id);

    // The finished file.
    const again = await checkFile(many, withoutIds, add);
    assert.equal([again.form.state.earlier, again.check.news.length], [null, 180]);
    const killed = killAfter(30, () => 0);
    const run = createImportRun(many);
    void start(run, again.form);
    await killed;
    openNetwork();
    const salt = again.form.prepare()?.mark.salt;
    assert.is.not(salt, ended?.import?.salt);
    const other = await checkFile(many, withoutIds, (form) => {
      assert.is(form.isContinued(), true);
      form.setPlan({ takesGuardAway: true });
    });
    assert.equal([other.form.isContinued(), other.form.prepare()?.earlier], [false, null]);
    assert.is.not(other.form.prepare()?.mark.salt, salt);
    run.stop();
    await undoImport();
  });

  test(`${name}: users are imported once, although the page is killed`, async () => {
    await open();
    const members = await createCollection({
      name: 'members',
      type: 'auth',
      schema: [field('text', 'name')],
    });
    const rows = Array.from({ length: 14 }, (_, at) => `user${at}@example.com,User ${at}`);
    await importWithKills(members, `email,name\n${rows.join('\n')}`, () => {}, { kills: 4 });
    const names = (await rowsIn(members)).map(({ values }) => `${values.get('email')} ${values.get('name')}`);
    const expected = rows.map((row) => row.replace(/(.*),(.*)/, '"$1" "$2"'));
    assert.equal(names.sort(), expected.sort());
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

  test(`${name}: what others have changed or deleted since the check stays`, async () => {
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
    await patch(racing, ids[1] ?? '', { n: 2 });
    await remove(racing, ids[2] ?? '');
    await patch(racing, ids[3] ?? '', { title: 'theirs' });
    await patch(racing, ids[4] ?? '', { next: ids[0] });
    network.writes.length = 0;
    const run = await importAll(checked);
    assert.equal(refusalsOf(run), {
      ': The record was changed since the check.': [5, 6],
      ': The record was deleted.': [4],
    });
    assert.equal([run.state.created, run.state.changed, run.state.refused], [1, 2, 3]);
    assert.is(network.writes.filter((call) => call.includes('/records')).length, 3);
    const stored = (await rowsIn(racing)).map(({ values }) =>
      ['title', 'n', 'next'].map((one) => JSON.parse(values.get(one) ?? 'null')),
    );
    assert.equal(stored, [
      ['new', 1, ''],
      ['new', 2, ''],
      ['theirs', 1, ''],
      ['old', 1, ids[0]],
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
    assert.equal([run.state.created, run.state.changed, run.state.refused], [1, 0, 1]);
    assert.is(network.writes.length, 3);
  });

  test.after(server.stop);
}
test.after(session.end);

test.run();
