// Imports files with the stores of the page: what is exported comes back, each row arrives once, and a run that
// is killed or taken back leaves neither doubles nor gaps.
import '../support/bareWindow';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../ui/model/collection';
import type { ColumnPlan, ImportPlan } from '../../ui/model/record-import/columnPlan';
import { planFault } from '../../ui/model/record-import/planFaults';
import type { CsvSeparator } from '../../ui/model/tables/csvWriter';
import type { TextOptions } from '../../ui/screens/records/export/exportText';
import type { CheckResult } from '../../ui/screens/records/import/importCheck';
import { createImportForm, type ImportForm } from '../../ui/screens/records/import/importForm';
import { createImportRun, type ImportRun } from '../../ui/screens/records/import/importRun';
import * as collections from '../../ui/state/collections';
import * as session from '../../ui/state/session';
import { anyTableCase, relatedIds } from '../support/anyTable';
import {
  createCollection,
  createRecord,
  field,
  formOf,
  idOf,
  pngFile,
  sharedBackend,
} from '../support/realBackend';
import {
  addFields,
  allDelivered,
  checkFile,
  emptyCopy,
  exportAll,
  faultsOf,
  importAll,
  isWrite,
  network,
  openPage,
  patch,
  refusalsOf,
  reload,
  remove,
  reviveBrowser,
  rowsIn,
  type Send,
  storedIn,
  takeBack,
} from '../support/recordImport';
import { backends, fixtures } from '../support/server';

const shared = fixtures();
const usersId = '_pb_users_auth_';

const texts = [
  'plain',
  '',
  'two\nlines\r\nand a\rreturn',
  'quotes "x" ""; and, separators\tand | bars',
  '=1+1',
  "'-guarded",
  "''=twice",
  '+49 30',
  '@SUM(A1)',
  '\tindented',
  ' blanks ',
  'null',
  '[1,2',
  '"',
  "'",
  '0005',
  '<b>bold</b> & \u2028 \u2029',
  '😀 e\u0301 ﷽ \u202e \ufeff',
  'a \\ backslash \\" \\n \\u003c',
];
const numbers = [0, -1.5, 1.5e-7, 1e21, 0.1, 9007199254740991, -0.000001, 123456789.123];
const metas = [
  '{"z":9007199254740993,"a":1.0,"10":"<x>","b":{"é":[1e3,-0]}}',
  'null',
  '-5',
  '"=1+1"',
  '""',
  '[]',
  '"two\\nlines \\u2028 \\\\u003c"',
  '{}',
  'true',
  '"text, with \\"quotes\\""',
];

const formats: readonly (Partial<TextOptions> & { label: string })[] = [
  { label: 'CSV with guard', format: 'csv', separator: ',', hasByteOrderMark: true, isGuarded: true },
  { label: 'CSV without guard', format: 'csv', separator: ';', hasByteOrderMark: true, isGuarded: false },
  { label: 'CSV with tabs', format: 'csv', separator: '\t', hasByteOrderMark: false, isGuarded: true },
  { label: 'JSON', format: 'json' },
  { label: 'JSON Lines', format: 'jsonl' },
];

/** Only a person knows that nothing guarded the texts of a file. */
const chooseFor =
  ({ isGuarded }: Partial<TextOptions>) =>
  (form: ImportForm) => {
    if (isGuarded === false) form.setPlan({ takesGuardAway: false });
  };

/** Chooses what a short file leaves open. The separators of a CSV file stand between its names. */
async function chooseOptions(form: ImportForm, file: string): Promise<void> {
  const [separator = ','] = /[,;\t]/.exec(file) ?? [];
  if (form.state.options?.format === 'csv') {
    await form.setOptions({ separator: separator as CsvSeparator, hasNames: true });
  }
  const columns = (form.state.plan?.columns ?? []) as readonly ColumnPlan[];
  columns.forEach(({ reading }, at) => {
    if (reading.kind === 'number' && reading.decimal === null) {
      form.setColumn(at, { reading: { ...reading, decimal: '.' } });
    }
    if (reading.kind === 'date' && reading.order === null) {
      form.setColumn(at, { reading: { ...reading, order: 'dayFirst' } });
    }
  });
}

const userSchema = [field('text', 'name'), field('number', 'age')];
const user = (at: number) => ({
  id: idOf('user', at),
  username: `ada_${at}`,
  password: '1234567890',
  passwordConfirm: '1234567890',
});

async function empty(collection: Collection): Promise<void> {
  for (const { id } of await rowsIn(collection)) await remove(collection, id);
}

/** Returns random numbers below a bound; the same for each seed. */
function randomNumbers(seed: number) {
  let state = seed;
  return (bound: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

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
  const filled = sharedBackend(binary, {
    data: shared === null ? undefined : path.join(shared, 'backend-testdata'),
  });
  let everything: Collection | null = null;

  const open = async () => openPage(await server.backend());

  /** A collection with every type of field, and records with all awkward values. */
  async function prepare(): Promise<Collection> {
    await open();
    if (everything) return everything;
    const users = { id: usersId };
    await createRecord(users, user(0));
    await createRecord(users, user(1));
    const made = await createCollection({
      name: 'everything',
      schema: [
        field('text', 'title'),
        field('editor', 'body'),
        field('number', 'n'),
        field('bool', 'on'),
        field('email', 'mail'),
        field('url', 'site'),
        field('date', 'day'),
        field('select', 'one', { values: ['a', 'b, c', '=d', 'é "e"'] }),
        field('select', 'many', { values: ['a', 'b, c', '=d', 'é "e"'], maxSelect: 3 }),
        field('json', 'meta'),
        field('file', 'photo'),
        field('relation', 'owner'),
        field('relation', 'owners', { maxSelect: null }),
      ],
    });
    const collection = await addFields(made, [
      field('relation', 'parent', { collectionId: made.id }),
      field('relation', 'friends', { collectionId: made.id, maxSelect: null }),
    ]);
    const pick = <T>(list: readonly T[], at: number) => list[at % list.length] as T;
    const photo = pngFile('photo.png');
    for (let at = 0; at < 40; at += 1) {
      const values = {
        id: idOf(`row${String(at).padStart(3, '0')}`),
        title: pick(texts, at),
        body: at % 4 ? `<p>${pick(texts, at)}</p>` : pick(texts, at + 3),
        n: pick(numbers, at),
        on: at % 2 === 0,
        mail: pick(['', 'ada@example.com', "o'neil+x@example.org"], at),
        site: pick(['', 'https://example.com/a?b=c&d=%20#e', 'http://localhost:8090/é'], at),
        day: pick(
          ['', '2026-02-01 10:00:00.000Z', '2026-03-29 02:30:00.123Z', '0002-01-01 00:00:00.001Z'],
          at,
        ),
        one: pick(['', 'a', 'b, c', '=d', 'é "e"'], at),
        many: pick([[], ['a'], ['b, c', '=d'], ['é "e"', 'a', 'b, c']], at),
        meta: pick(metas, at),
        owner: pick(['', idOf('user', 0)], at),
        owners: pick([[], [idOf('user', 1)], [idOf('user', 1), idOf('user', 0)]], at),
        parent: at > 0 && at % 3 === 0 ? idOf('row000') : '',
      };
      const body = at === 7 ? formOf({ '@jsonPayload': JSON.stringify(values), photo }) : values;
      await createRecord(collection, body);
    }
    // To itself, to rows before and to rows after.
    await patch(collection, idOf('row000'), {
      parent: idOf('row000'),
      friends: [idOf('row039'), idOf('row001')],
    });
    await patch(collection, idOf('row001'), { friends: [idOf('row002'), idOf('row000'), idOf('row001')] });
    everything = collection;
    return collection;
  }

  for (const { label, ...choices } of formats) {
    test(`${name}: every type of field comes back from ${label}`, async () => {
      const original = await prepare();
      const copy = await emptyCopy(original);
      const file = await exportAll(original, choices);
      const checked = await checkFile(copy, file, chooseFor(choices));
      assert.equal(faultsOf(checked.check), {});
      assert.is(checked.check.news.length, 40);
      const run = await importAll(checked);
      assert.equal(refusalsOf(run), {});
      assert.equal(run.differing.rows, []);
      assert.equal(await storedIn(copy), await storedIn(original));

      // By key once more: nothing is sent.
      network.writes.length = 0;
      const again = await checkFile(copy, file, chooseFor(choices));
      assert.is(again.check.same, 40);
      await importAll(again);
      assert.equal(network.writes, []);
    });
  }

  test(`${name}: users come back with passwords that nobody knows`, async () => {
    await open();
    const original = await createCollection({ name: 'members', type: 'auth', schema: userSchema });
    for (const [at, email] of ['', 'ada@example.com', ''].entries()) {
      const verified = at === 1;
      const values = {
        ...user(at),
        id: idOf('member', at),
        email,
        emailVisibility: verified,
        verified,
        name: texts[at + 3],
        age: at,
      };
      await createRecord(original, values);
    }
    const before = await storedIn(original);
    const file = await exportAll(original);
    await empty(original);
    const run = await importAll(await checkFile(original, file));
    assert.equal(refusalsOf(run), {});
    assert.equal(await storedIn(original), before);
    network.writes.length = 0;
    assert.is((await checkFile(original, file)).check.same, 3);
    assert.equal(network.writes, []);
  });

  if (shared !== null) {
    test(`${name}: other people's records come back`, async () => {
      await openPage(await filled.backend());
      const all = collections.state.all as readonly Collection[];
      const count = { base: 0, auth: 0 };
      // Users come last, because others name them.
      for (const type of ['base', 'auth'] as const) {
        for (const original of all.filter((one) => one.type === type)) {
          const before = await storedIn(original);
          if (Object.keys(before).length === 0) continue;
          count[type] += 1;
          // The server hashes each password for half a second.
          for (const { label, ...choices } of type === 'auth' ? formats.slice(0, 1) : formats.slice(0, 4)) {
            const what = `${original.name} as ${label}`;
            const file = await exportAll(original, choices);
            // No two users of a server have the same id, so a copy cannot have them while the original does.
            if (type === 'auth') await empty(original);
            const copy = type === 'auth' ? original : await emptyCopy(original);
            const checked = await checkFile(copy, file, chooseFor(choices));
            assert.equal(faultsOf(checked.check), {}, what);
            const run = await importAll(checked);
            assert.equal(refusalsOf(run), {}, what);
            assert.equal(await storedIn(copy), before, what);
          }
        }
      }
      assert.equal(count, { base: 5, auth: 3 });
    });
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
        kills === 0 ? run.start(form.state, check) : run.resume(run.state.unfinished[0]?.job.id ?? '');
      if ((await Promise.race([killed, ended.then(() => 'ended')])) === 'ended') break;
      kills += 1;
      abandoned.push(run);
      await reviveBrowser();
      network.send = null;
      run = createImportRun(many);
      await run.open();
      assert.is(run.state.unfinished.length, 1);
    }
    network.send = null;
    await allDelivered();
    for (const { close } of abandoned) close();
    assert.ok(kills >= 20, `${kills} kills`);
    assert.equal(refusalsOf(run), {});
    assert.equal(await stored(), expected);
  });

  test(`${name}: while the server is killed the import waits, and then it goes on`, async () => {
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

  /** The target of relations, with a unique and a plain field. */
  async function createTargets(collectionName: string) {
    const targets = await createCollection({
      name: collectionName,
      schema: [field('text', 'code'), field('text', 'label')],
      indexes: [`CREATE UNIQUE INDEX \`idx_${collectionName}\` ON \`${collectionName}\` (\`code\`)`],
    });
    for (const [at, code] of ['A-1', 'it\'s \\ "x"', 'c,d'].entries()) {
      await createRecord(targets, { id: idOf('target', at), code, label: 'same' });
    }
    return reload(targets.id);
  }

  test(`${name}: relations are found by id or by a unique field, and others are faults`, async () => {
    await open();
    const targets = await createTargets('targets');
    const sources = await createCollection({
      name: 'sources',
      schema: [
        field('text', 'title'),
        field('relation', 'one', { collectionId: targets.id }),
        field('relation', 'more', { collectionId: targets.id, maxSelect: null }),
      ],
    });
    const lines = [
      { title: 'by id', one: idOf('target', 0) },
      { title: 'unknown id', one: idOf('nobody', 0) },
      { title: 'several', more: [idOf('target', 2), idOf('target', 0)] },
      { title: 'one unknown', more: [idOf('target', 2), idOf('nobody', 0)] },
      { title: 'none', one: '', more: [] },
      { title: 'other case', one: idOf('TARGET', 0) },
    ];
    const asLines = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n');
    const byId = await checkFile(sources, asLines(lines));
    assert.equal(faultsOf(byId.check), {
      'one: No record has this id.': [2, 6],
      'more: No record has this id.': [4],
    });
    const run = await importAll(byId);
    assert.equal(refusalsOf(run), {});
    assert.is((await rowsIn(sources)).length, 3);

    const coded = [
      { title: 'code', one: 'A-1', more: ['A-1', 'it\'s \\ "x"', 'c,d'] },
      { title: 'not found', one: 'A-2' },
      { title: 'other case', one: 'a-1' },
      { title: 'one unknown', more: ['A-1', 'A-3'] },
      { title: 'awkward', one: 'it\'s \\ "x"' },
    ];
    const byCode = await checkFile(sources, asLines(coded));
    assert.equal(
      byCode.form.state.plan?.columns.map(({ reading }) => ('by' in reading ? reading.by : '')),
      ['', 'code', 'code'],
    );
    assert.equal(faultsOf(byCode.check), {
      'one: No record has this value.': [2, 3],
      'more: No record has this value.': [4],
    });
    assert.equal(refusalsOf(await importAll(byCode)), {});
    const stored = new Map((await rowsIn(sources)).map(({ values }) => [values.get('title'), values]));
    const ids = [0, 1, 2].map((at) => idOf('target', at));
    assert.is(stored.get('"code"')?.get('one'), JSON.stringify(ids[0]));
    assert.is(stored.get('"code"')?.get('more'), JSON.stringify(ids));
    assert.is(stored.get('"awkward"')?.get('one'), JSON.stringify(ids[1]));
  });

  test(`${name}: values of unique fields are checked in the file and on the server`, async () => {
    await open();
    const unique = (names: string, at: number) =>
      `CREATE UNIQUE INDEX \`idx_uniques_${at}\` ON \`uniques\` (${names})`;
    const uniques = await createCollection({
      name: 'uniques',
      schema: [
        field('text', 'code'),
        field('text', 'word'),
        field('number', 'n'),
        field('text', 'a'),
        field('text', 'b'),
      ],
      indexes: ['`code`', '`word` COLLATE NOCASE', '`n`', '`a`, `b`'].map(unique),
    });
    await createRecord(uniques, { id: idOf('there'), code: 'there', word: 'There', n: 1, a: 'x', b: 'y' });
    const rows = [
      'code,word,n,a,b',
      'fine,fine,2,x,z',
      'there,w1,3,1,1',
      'twice,w2,4,2,2',
      'twice,w3,5,3,3',
      'c5,w4,1.0,4,4',
      'c6,w5,7,5,5',
      'c7,w6,7.0,6,6',
      'c8,w7,8,same,pair',
      'c9,w8,9,same,pair',
      'c10,w9,10,same,other',
      'c11,THERE,11,7,7',
      'c12,word,12,8,8',
      'c13,Word,13,9,9',
    ];
    const checked = await checkFile(uniques, rows.join('\n'));
    assert.equal(faultsOf(checked.check), {
      'code: Another record has this value.': [3],
      'code: Several rows have the same code.': [4, 5],
      'n: Another record has this value.': [6],
      'n: Several rows have the same n.': [7, 8],
      'a: Several rows have the same a, b.': [9, 10],
      'word: Several rows have the same word.': [13, 14],
    });
    // A filter cannot ask for a text in any case, so only the server finds the other record.
    assert.equal(refusalsOf(await importAll(checked)), { 'word: Value must be unique.': [12] });
  });

  test(`${name}: an empty value in a unique field is compared, too`, async () => {
    await open();
    const blanks = await createCollection({
      name: 'blanks',
      schema: [field('text', 'code'), field('text', 'title')],
      indexes: ['CREATE UNIQUE INDEX `idx_blanks` ON `blanks` (`code`)'],
    });
    await createRecord(blanks, { code: '', title: 'there' });
    const checked = await checkFile(blanks, 'code,title\n,new\nc,other\n');
    assert.equal(faultsOf(checked.check), { 'code: Another record has this value.': [2] });
    assert.equal(refusalsOf(await importAll(checked)), {});
    const without = await checkFile(blanks, 'title\nnew\n');
    assert.equal(faultsOf(without.check), { 'code: Another record has this value.': [2] });
  });

  test(`${name}: a user name in another case is taken`, async () => {
    await open();
    const people = await createCollection({ name: 'people', type: 'auth', schema: [] });
    await createRecord(people, { ...user(0), id: idOf('people'), username: 'Grace' });
    const checked = await checkFile(people, 'username\ngrace\nlin\nLin\nfree\n', (form) => {
      form.setMode('add');
    });
    assert.equal(faultsOf(checked.check), {
      'username: Several rows have the same username.': [3, 4],
    });
    assert.equal(refusalsOf(await importAll(checked)), {
      'username: The username is invalid or already in use.': [2],
    });
  });

  test(`${name}: relations to rows of the same file come in a second pass`, async () => {
    await open();
    const made = await createCollection({ name: 'tree', schema: [field('text', 'title', { max: 5 })] });
    const tree = await addFields(made, [
      field('relation', 'parent', { collectionId: made.id }),
      field('relation', 'near', { collectionId: made.id, maxSelect: null }),
    ]);
    await createRecord(tree, { id: idOf('tree', 9), title: 'old' });
    const [a, b, c] = [idOf('tree', 1), idOf('tree', 2), idOf('tree', 3)];
    const old = idOf('tree', 9);
    const rows = [
      { id: a, title: 'a', parent: a, near: [b, old] },
      { id: b, title: 'b', parent: a, near: [] },
      // Left out, so it is not there for others.
      { id: c, title: 'too long', parent: '', near: [] },
      { id: idOf('tree', 4), title: 'd', parent: c, near: [a] },
      { id: idOf('tree', 5), title: 'e', parent: idOf('tree', 4), near: [] },
      { id: old, title: 'old', parent: b, near: [] },
    ];
    const checked = await checkFile(tree, JSON.stringify(rows));
    assert.equal(faultsOf(checked.check), {
      'title: Must be less than 5 character(s).': [3],
      'parent: The related record is in a row that is left out.': [4, 5],
    });
    const run = await importAll(checked);
    assert.equal(refusalsOf(run), {});
    assert.equal([run.state.counts.created, run.state.counts.changed], [2, 1]);
    const stored = new Map((await rowsIn(tree)).map(({ id, values }) => [id, values]));
    assert.equal([...stored.keys()].sort(), [a, b, old]);
    assert.equal(
      [a, b, old].map((id) => JSON.parse(stored.get(id)?.get('parent') ?? '')),
      [a, a, b],
    );
    assert.is(stored.get(a)?.get('near'), JSON.stringify([b, old]));
    assert.match(await takeBack(run), '2 new records are deleted and 1 record gets its former values.');
    assert.equal(
      (await rowsIn(tree)).map(({ id, values }) => [id, values.get('parent')]),
      [[old, '""']],
    );
  });

  test(`${name}: ids of the file are kept, and those that are taken or too short are faults`, async () => {
    await open();
    const given = await createCollection({ name: 'given', schema: [field('text', 'title')] });
    await createRecord(given, { id: idOf('given', 1), title: 'old' });
    const rows = [
      'id,title',
      `${idOf('given', 1)},taken`,
      `${idOf('GIVEN', 1)},other case`,
      `${idOf('given', 2)},fine`,
      'short,short',
      ',without',
      `${idOf('given', 3)},one`,
      `${idOf('given', 3)},two`,
    ];
    const checked = await checkFile(given, rows.join('\n'), (form) => form.setMode('add'));
    assert.equal(faultsOf(checked.check), {
      'id: Another record has this value.': [2],
      'id: The length must be exactly 15.': [5],
      'id: Several rows have the same id.': [7, 8],
    });
    assert.equal(refusalsOf(await importAll(checked)), {});
    const stored = new Map((await rowsIn(given)).map(({ id, values }) => [values.get('title'), id]));
    assert.is(stored.get('"fine"'), idOf('given', 2));
    assert.is(stored.get('"other case"'), idOf('GIVEN', 1));
    assert.match(stored.get('"without"') ?? '', /^[a-z0-9]{15}$/);
  });

  test(`${name}: the check refuses an id exactly if the server does`, async () => {
    await open();
    const signs = await createCollection({ name: 'signs', schema: [field('text', 'title')] });
    const ascii = Array.from({ length: 126 }, (_, at) => String.fromCharCode(at + 1));
    const ids = [...ascii.map((sign) => `sign0000000000${sign}`), 'sign000000000é', 'sign000000000\u00a0'];
    const { check } = await checkFile(
      signs,
      ids.map((id) => JSON.stringify({ id, title: 'a' })).join('\n'),
      (form) => form.setMode('add'),
    );
    const passed = new Set(check.news.map(({ id }) => id));
    assert.is(passed.size + check.faults.size, ids.length);
    for (const id of ids) {
      const isTaken = await createRecord(signs, { id, title: 'a' }).then(
        () => true,
        () => false,
      );
      assert.is(passed.has(id), isTaken, JSON.stringify(id));
    }
  });

  test(`${name}: two rows with one key are both faults, also when one of them changes nothing`, async () => {
    await open();
    const keyed = await createCollection({ name: 'keyed', schema: [field('text', 'title')] });
    const id = idOf('keyed');
    await createRecord(keyed, { id, title: 'as it is' });
    const { check } = await checkFile(keyed, `id,title\n${id},as it is\n${id},other\n`);
    assert.equal(faultsOf(check), { 'id: Several rows have the same id.': [2, 3] });
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

  test(`${name}: of random files every row is accounted for, and what the check passed is not refused`, async () => {
    await open();
    const related = await createCollection({ name: 'related', schema: [field('text', 'title')] });
    for (const id of relatedIds) await createRecord(related, { id });
    let count = 0;
    const sent = { rows: 0, faults: 0 };
    const property = fc.asyncProperty(anyTableCase(related.id), async ({ schema, indexed, files }) => {
      count += 1;
      const table = `random_${count}`;
      const indexes = indexed.map(
        (one) => `CREATE UNIQUE INDEX \`idx_${table}_${one}\` ON \`${table}\` (\`${one}\`)`,
      );
      const made = await createCollection({ name: table, schema: [...schema], indexes });
      const random = await reload(made.id);
      for (const file of files) {
        // Not even a row stands in a file of one empty cell.
        if (/^f0\s*$/.test(file)) continue;
        const checked = await checkFile(random, file, (form) => chooseOptions(form, file));
        const run = await importAll(checked);
        // The editor leaves the grammar of addresses to the server, as it does patterns.
        const refusals = Object.keys(refusalsOf(run)).filter(
          (one) => !/Must be a valid (url|email)\.$/.test(one),
        );
        assert.equal(refusals, [], refusals.join());
        assert.equal(run.differing.rows, [], JSON.stringify(run.differing.rows));
        const { created, changed, refused } = run.state.counts;
        assert.is(created + changed + refused, checked.check.news.length + checked.check.changed.length);
        sent.rows += created + changed;
        sent.faults += checked.check.faults.size;
      }
    });
    await fc.assert(property, {
      numRuns: 80,
      seed: name === '0.22.20' ? 20 : 55,
      includeErrorInReport: true,
    });
    // The files are neither all right nor all wrong.
    assert.ok(sent.rows > 100 && sent.faults > 100, JSON.stringify(sent));
  });

  test(`${name}: any text is a table or has a fault`, async () => {
    await open();
    const any = await createCollection({
      name: 'any_text',
      schema: [field('text', 'a'), field('number', 'b')],
    });
    const piece = fc.oneof(
      fc.string({ maxLength: 6 }),
      fc.constantFrom(
        'a',
        'b',
        'id',
        ',',
        ';',
        '\t',
        '\n',
        '\r\n',
        '"',
        '""',
        '[',
        ']',
        '{',
        '}',
        '{"a":',
        '1',
        '\uFEFF',
      ),
    );
    const property = fc.asyncProperty(fc.array(piece, { maxLength: 25 }), async (pieces) => {
      const form = createImportForm(any);
      await form.open(new File([pieces.join('')], 'any.csv'));
      const { table, plan, fileFault } = form.state;
      if (fileFault !== null) return assert.is(table, null);
      assert.ok(table && plan);
      if (planFault(plan as ImportPlan, any) !== null) return;
      await form.check();
      assert.is(form.state.checkFault, null);
      const { faults, news, changed, same } = form.state.check as CheckResult;
      assert.is(faults.size + news.length + changed.length + same, table.rows.length);
    });
    await fc.assert(property, { numRuns: 300, seed: 7 });
  });

  test.after(server.stop);
  test.after(filled.stop);
}
test.after(session.end);

test.run();
