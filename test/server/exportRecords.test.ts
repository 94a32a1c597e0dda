// Reads all records of a collection by every kind of sort, and compares with what was created.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { RecordSource } from '../../ui/backend/recordPages';
import { createRecordWalk, type RecordWalk, type WalkOrder } from '../../ui/backend/recordWalk';
import type { Collection } from '../../ui/model/collection';
import { listCallOf } from '../../ui/model/recordsQuery';
import { parseSort } from '../../ui/model/sort';
import {
  createCollection,
  createRecord,
  field,
  formOf,
  idOf,
  pngFile,
  sharedBackend,
} from '../support/realBackend';
import { isLong } from '../support/runsOf';
import { backends } from '../support/server';

const count = 1203;
const awkward = [
  'plain',
  '',
  'two\nlines\r\nand "quotes", with; separators\tand a tab',
  '=1+1',
  "'-quoted",
  ' blanks ',
  '<b>bold</b> & \u2028',
  '😀 e\u0301 ﷽',
  'a \\ backslash \\" \\n',
];
const metas = ['{"z":9007199254740993,"a":1.0,"10":"<x>"}', 'null', '-5', '"=1"', '[]', '"text"', '{}'];

async function readAll(order: Partial<WalkOrder> & Pick<WalkOrder, 'collection'>) {
  const sort = order.sort ?? null;
  const call = { collection: order.collection, sort, search: '', hidden: [] } as const;
  const printedSort = listCallOf(call, () => undefined).query['sort'] ?? '';
  const walk = createRecordWalk({
    filter: '',
    printedSort,
    ids: null,
    fields: null,
    total: null,
    rowSize: null,
    ...order,
    sort,
  });
  return { walk, rows: await rowsOf(walk) };
}

async function rowsOf(walk: RecordWalk): Promise<RecordSource[]> {
  let rows: RecordSource[] = [];
  for (;;) {
    const step = await walk.next(new AbortController().signal);
    if (step.kind === 'end') return rows;
    rows = step.kind === 'again' ? [] : [...rows, ...step.rows];
  }
}

const idsOf = (rows: readonly RecordSource[]) => rows.map(({ id }) => id);
const textOf = (row: RecordSource | undefined, name: string) => row?.values.get(name);

for (const { name, binary, dialect } of backends(isLong ? 'lines' : 'newest')) {
  const server = sharedBackend(binary);
  let all: Collection;
  let view: Collection;
  let repeating: Collection;
  const made: string[] = [];

  async function prepare(): Promise<void> {
    await server.connect();
    if (made.length > 0) return;
    all = await createCollection({
      name: 'everything',
      listRule: '',
      schema: [
        field('text', 'title', {}, true),
        field('editor', 'body'),
        field('number', 'n'),
        field('bool', 'on'),
        field('email', 'mail'),
        field('url', 'site'),
        field('date', 'day'),
        field('select', 'one'),
        field('select', 'many', { maxSelect: 3 }),
        field('json', 'meta'),
        field('file', 'file'),
        field('relation', 'owner'),
        field('relation', 'owners', { maxSelect: null }),
      ],
    });
    const users = { id: '_pb_users_auth_' };
    const credentials = { password: '1234567890', passwordConfirm: '1234567890' };
    const person = { username: 'ada', email: 'ada@example.com', ...credentials };
    const user = await createRecord(users, { id: idOf('user'), ...person });
    const valuesOf = (at: number) => ({
      title: awkward[at % awkward.length],
      body: `<p>${awkward[at % awkward.length]}</p>`,
      // Many equal values, so that a page ends between two of them.
      n: [0, 0, 0, -1.5, 1.5e-7, 1e21, 0.1][at % 7],
      on: at % 2 === 0,
      day: at % 3 === 0 ? '' : `2026-0${(at % 8) + 1}-01 10:00:00.000Z`,
      one: ['', 'a', 'b'][at % 3],
      many: [[], ['a'], ['a', 'c']][at % 3],
      meta: metas[at % metas.length],
      owner: at % 2 ? user.id : '',
      owners: at % 2 ? [user.id] : [],
    });
    const photo = pngFile('photo.png');
    const first = await createRecord(
      all,
      formOf({ '@jsonPayload': JSON.stringify(valuesOf(0)), file: photo }),
    );
    made.push(first.id);
    for (let at = 1; at < count; at += 8) {
      const some = Array.from({ length: Math.min(8, count - at) }, (_, place) => valuesOf(at + place));
      for (const { id } of await Promise.all(some.map((values) => createRecord(all, values)))) made.push(id);
    }
    made.sort();
    view = await createCollection({
      name: 'a_view',
      type: 'view',
      options: { query: 'SELECT id, title, n, NULLIF(n, 0) AS maybe, created FROM everything' },
    });
    // Newer servers refuse such a view.
    if (dialect.isNewer) return;
    repeating = await createCollection({
      name: 'repeating',
      type: 'view',
      options: { query: "SELECT (CASE WHEN n = 0 THEN 'same' ELSE id END) AS id, title, n FROM everything" },
    });
  }

  for (const field of ['id', 'created', 'updated', 'n', 'day', 'title', 'on', 'many', 'meta', 'owner']) {
    test(`${name}: by ${field}, each record is read once, if the number is known or not`, async () => {
      await prepare();
      const orders = [
        ['+', null],
        ['-', count],
        ['+', count],
        ['-', null],
      ] as const;
      for (const [sign, total] of orders.slice(0, isLong ? 4 : 2)) {
        const sort = sign + field;
        const { rows, walk } = await readAll({ collection: all, sort: parseSort(sort), total });
        assert.equal(idsOf(rows).sort(), made, sort);
        assert.equal(walk.notes, { isInIdOrder: false, hasRepeats: false, gone: 0 });
      }
    });
  }

  test(`${name}: the rows are in the wanted order`, async () => {
    await prepare();
    for (const [sort, sign] of [
      ['+n', 1],
      ['-n', -1],
    ] as const) {
      const { rows } = await readAll({ collection: all, sort: parseSort(sort) });
      const numbers = rows.map((row) => Number(textOf(row, 'n')));
      assert.equal(
        numbers,
        numbers.toSorted((a, b) => sign * (a - b)),
      );
    }
    const { rows } = await readAll({ collection: all, sort: parseSort('-title') });
    const titles = rows.map((row) => Buffer.from(JSON.parse(textOf(row, 'title') ?? '')));
    assert.equal(
      titles,
      titles.toSorted((a, b) => Buffer.compare(b, a)),
    );
  });

  test(`${name}: chosen records come in their order, and the deleted are counted`, async () => {
    await prepare();
    const ids = [...made.slice(3, 140).reverse(), 'gone00000000000'];
    const { rows, walk } = await readAll({ collection: all, ids });
    assert.equal(idsOf(rows), ids.slice(0, -1));
    assert.is(walk.notes.gone, 1);
  });

  test(`${name}: a view is read by its id and by other columns, empty ones too`, async () => {
    await prepare();
    for (const sort of [undefined, '+id', '-id', '-created', '+title', '-n', '+maybe']) {
      const { rows, walk } = await readAll({ collection: view, sort: parseSort(sort ?? '') });
      assert.equal(idsOf(rows).sort(), made, sort);
      assert.is(walk.notes.hasRepeats, false);
    }
  });

  test(`${name}: a view that repeats an id is read by page number, with all its rows`, async () => {
    await prepare();
    if (dialect.isNewer) return;
    for (const sort of [undefined, '-id', '+title']) {
      const { rows, walk } = await readAll({ collection: repeating, sort: parseSort(sort ?? '') });
      assert.is(rows.length, count, sort);
      assert.is(walk.notes.hasRepeats, true);
    }
  });

  test(`${name}: ids that are numbers are read once each`, async () => {
    await prepare();
    const numbered = await createCollection({
      name: 'numbered',
      type: 'view',
      options: { query: 'SELECT (ROW_NUMBER() OVER()) AS id, title FROM everything' },
    });
    const { rows } = await readAll({ collection: numbered });
    assert.equal(new Set(idsOf(rows)), new Set(Array.from({ length: count }, (_, at) => String(at + 1))));
    assert.is(rows.length, count);
  });

  test(`${name}: records that change or go while others are read`, async () => {
    await prepare();
    const busy = await createCollection({ name: 'busy', schema: [field('number', 'n')] });
    const ids: string[] = [];
    for (let at = 0; at < 1100; at += 10) {
      const some = Array.from({ length: 10 }, (_, place) => createRecord(busy, { n: at + place }));
      for (const { id } of await Promise.all(some)) ids.push(id);
    }
    const { request } = await import('../../ui/backend/client');
    for (const sort of ['-id', '-updated', '+n']) {
      const walk = createRecordWalk({
        collection: busy,
        filter: '',
        sort: parseSort(sort),
        printedSort: sort,
        ids: null,
        fields: ['id', 'n'],
        total: 1100,
        rowSize: null,
      });
      const { signal } = new AbortController();
      const step = await walk.next(signal);
      const early = step.kind === 'rows' ? idsOf(step.rows) : [];
      assert.ok(early.length > 0 && early.length < ids.length);
      // One moves ahead of the reading, others behind it.
      const later = ids.filter((id) => !early.includes(id));
      for (const id of [early[0] ?? '', later[0] ?? '', later[300] ?? '']) {
        for (const n of [5000, -5000, 600]) {
          await request('PATCH', `collections/busy/records/${id}`, { body: { n } });
        }
      }
      const read = [...early, ...idsOf(await rowsOf(walk))];
      assert.is(new Set(read).size, read.length, `${sort}: none twice`);
      assert.equal([...read].sort(), [...ids].sort(), sort);
    }
  });

  test.after(server.stop);
}

test.run();
