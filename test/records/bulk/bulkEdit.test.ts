import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import * as collections from '../../../ui/page/collections';
import * as confirm from '../../../ui/page/confirm';
import * as unsaved from '../../../ui/page/forms/unsaved';
import * as connection from '../../../ui/page/session/connection';
import * as session from '../../../ui/page/session/session';
import * as toasts from '../../../ui/page/toasts';
import { type BulkEdit, createBulkEdit } from '../../../ui/records/bulk/bulkEdit';
import * as history from '../../../ui/records/history/history';
import { settle } from '../../backend/connect';
import { type Call, type FakeBackend, failure, fakeBackend, networkError } from '../../support/backend';
import { admin, adminToken, postsCollection, usersCollection } from '../../support/samples';
import { signIn, signOut } from '../history/historyScene';

const listRoute = 'GET /api/collections/:collection/records';
const getRoute = 'GET /api/collections/:collection/records/:id';
const patchRoute = 'PATCH /api/collections/:collection/records/:id';
const collectionRoute = 'GET /api/collections/:collection';
const refreshRoute = 'POST /api/admins/auth-refresh';
const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
const posts = {
  ...postsCollection,
  schema: [
    ...postsCollection.schema,
    { id: 'stock', name: 'stock', type: 'number', options: { noDecimal: true } },
    { id: 'live', name: 'live', type: 'bool', options: {} },
  ],
} as unknown as Collection;

type Row = Record<string, unknown> & { id: string };

let backend: FakeBackend;
let rows: Map<string, Row>;
let clock: number;
let changes: number;
let underWay: { now: number; most: number };

const idOf = ({ params }: Call) => params['id'] ?? '';
const patched = () => backend.callsTo(patchRoute).map((call) => [idOf(call), call.body]);
const patchedIds = () => backend.callsTo(patchRoute).map(idOf);
const stocks = () => Object.fromEntries([...rows.values()].map(({ id, stock }) => [id, stock]));
const shownToasts = () => toasts.state.items.map(({ message }) => message);

/** Applies a body as the server does. */
function apply(call: Call): Row | ReturnType<typeof failure> {
  const row = rows.get(idOf(call));
  if (!row) return failure(404, "The requested resource wasn't found.");
  clock += 1;
  row['updated'] = `2026-01-01 00:00:00.${String(clock).padStart(3, '0')}Z`;
  for (const [key, value] of Object.entries(call.body as object)) {
    const [, name = '', sign] = /^(.*?)([+-]?)$/.exec(key) ?? [];
    const stored = row[name];
    if (sign === '') row[name] = value;
    else if (typeof stored === 'number') row[name] = stored + (sign === '+' ? 1 : -1) * Number(value);
    else {
      const list = stored as string[];
      row[name] =
        sign === '+'
          ? [...list, ...(value as string[])]
          : list.filter((one) => !(value as string[]).includes(one));
    }
  }
  return { ...row };
}

function create(given: readonly string[] = ids): BulkEdit {
  return createBulkEdit({
    collectionId: posts.id,
    ids: given,
    onChange: () => {
      changes += 1;
    },
  });
}

async function open(given?: readonly string[]): Promise<BulkEdit> {
  const edit = create(given);
  await edit.open();
  return edit;
}

function increase(edit: BulkEdit, name = 'stock', amount = '2'): void {
  edit.choose(name, 'increase');
  edit.setValue(name, amount);
}

/** The next readings of single records get no answer: so many as may be lost before the run waits. */
function loseReadings(): void {
  for (let at = 0; at < 2; at += 1) backend.answerOnce(getRoute, networkError);
}

/** A mocked clock cannot stop a timer that the session has started before. */
function mockClock(): void {
  session.end();
  mock.timers.enable({ apis: ['setInterval', 'setTimeout'] });
  session.begin({ admin, token: adminToken() });
}

// Nothing is kept: test/records/history tells how an act is.
history.state.keptDays = 0;

test.before.each(() => {
  clock = 0;
  changes = 0;
  underWay = { now: 0, most: 0 };
  rows = new Map(
    ids.map((id, at): [string, Row] => [
      id,
      { id, updated: '2026-01-01 00:00:00.000Z', title: 'T', tags: [], stock: at, views: at / 10 },
    ]),
  );
  backend = fakeBackend({
    [listRoute]: ({ query }: Call) => {
      const asked = [...(query['filter'] ?? '').matchAll(/id\s*=\s*"(\w+)"/g)].map(([, id]) => id ?? '');
      const items = asked.flatMap((id) => rows.get(id) ?? []);
      return { page: 1, perPage: 40, totalItems: -1, totalPages: -1, items };
    },
    [getRoute]: (call: Call) => rows.get(idOf(call)) ?? failure(404, "The requested resource wasn't found."),
    [patchRoute]: async (call: Call) => {
      underWay.now += 1;
      underWay.most = Math.max(underWay.most, underWay.now);
      await Promise.resolve();
      underWay.now -= 1;
      return apply(call);
    },
    [collectionRoute]: posts,
    'GET /api/health': {},
  });
  signIn(backend);
  collections.adopt(posts);
  mock.method(console, 'error', () => {});
});
test.after.each(() => {
  mock.timers.reset();
  signOut();
});

test('the values that the records have now are counted, the most frequent first', async () => {
  Object.assign(rows.get('b') ?? {}, { title: '', tags: ['news', 'old'] });
  Object.assign(rows.get('c') ?? {}, { tags: ['news'], live: true });
  const edit = await open();
  assert.equal(
    ['title', 'tags', 'stock', 'live'].map((name) => edit.presentValues(name)),
    [
      'T (5), empty (1)',
      'empty (4), news (2), old (1)',
      '0 (1), 1 (1), 2 (1), 3 other values',
      'False (5), True (1)',
    ],
  );
});

test('only values that differ are sent, one call for each record and four at a time', async () => {
  Object.assign(rows.get('b') ?? {}, { title: 'New', tags: ['news'] });
  const edit = await open([...ids, 'a', 'b']);
  edit.choose('title', 'set');
  edit.setValue('title', 'New');
  edit.choose('tags', 'add');
  edit.setValue('tags', ['news']);
  increase(edit, 'views', '0.2');
  edit.choose('views', 'keep');
  assert.equal([edit.state.outlook, patched()], [{ changes: 5, same: 1, gone: 0 }, []]);
  assert.is(await edit.run(), true);
  assert.equal(patchedIds(), ['a', 'c', 'd', 'e', 'f']);
  assert.equal(patched()[0]?.[1], { title: 'New', 'tags+': ['news'] });
  assert.ok(underWay.most <= 4, String(underWay.most));
  assert.equal(shownToasts(), ['Changed 5 records.']);
  await settle();
  assert.is(changes, 1);
  assert.is(edit.state.result, null);
  assert.is(edit.isChanged(), false, 'nothing is lost when the panel closes');
});

test('records are read again right before they are changed', async () => {
  const edit = await open([...ids, 'never']);
  edit.choose('title', 'set');
  edit.setValue('title', 'New');
  assert.equal(edit.state.outlook, { changes: 6, same: 0, gone: 1 });
  Object.assign(rows.get('a') ?? {}, { title: 'New' });
  rows.delete('b');
  assert.is(await edit.run(), false);
  assert.equal(patchedIds(), ['c', 'd', 'e', 'f']);
  assert.is(edit.state.result?.changed, 4);
  assert.equal(
    edit.state.result?.failed.map(({ id, fault }) => [id, fault.lines[0]?.message, fault.canRetry]),
    ['b', 'never'].map((id) => [id, 'This record no longer exists.', false]),
  );
  assert.equal(edit.failedIds(), []);
});

test('a whole number goes as a difference, a decimal as the sum of what is stored', async () => {
  const edit = await open(['b', 'c']);
  increase(edit, 'stock', '2');
  increase(edit, 'views', '0.2');
  assert.is(await edit.run(), true);
  assert.equal(patched(), [
    ['b', { 'stock+': 2, views: 0.3 }],
    ['c', { 'stock+': 2, views: 0.4 }],
  ]);
});

test('wrong values are told before any call', async () => {
  const edit = await open();
  increase(edit, 'stock', '0.5');
  edit.choose('tags', 'add');
  assert.is(await edit.run(), false);
  assert.equal(Object.keys(edit.state.errors), ['stock', 'tags']);
  assert.equal([patched(), backend.callsTo(refreshRoute).length], [[], 0]);
  edit.setValue('stock', '1');
  assert.equal(Object.keys(edit.state.errors), ['tags']);
});

test('a field that was renamed meanwhile is told, because the server would drop its values', async () => {
  const taken = { code: 'validation_not_unique', message: 'Value must be unique.' };
  backend.answerOnce(patchRoute, failure(400, 'No.', { stock: taken }));
  const edit = await open(['a']);
  increase(edit);
  assert.is(await edit.run(), false);
  const [failed] = edit.state.result?.failed ?? [];
  assert.equal(
    failed?.fault.lines.map(({ field }) => field),
    ['stock'],
  );
  backend.answer(collectionRoute, {
    ...posts,
    schema: posts.schema.map((field) => (field.name === 'stock' ? { ...field, name: 'left' } : field)),
  });
  assert.is(await edit.run(), false);
  assert.equal(Object.keys(edit.state.errors), ['stock']);
  assert.is(await edit.goOn(), false);
  assert.equal(patchedIds(), ['a']);
  assert.match(shownToasts().at(-1) ?? '', /^stock: This field was changed/);
});

test('failed records are kept with their reasons, and Retry leaves out those that are gone', async () => {
  backend.answer(patchRoute, (call: Call) => {
    if (idOf(call) === 'b') {
      return failure(400, 'Something went wrong.', {
        stock: { code: 'validation_max_number_constraint', message: 'Must be less than 3.000000.' },
        title: { code: 'validation_required', message: 'Missing required value.' },
      });
    }
    if (idOf(call) === 'c') return failure(404, "The requested resource wasn't found.");
    return apply(call);
  });
  const edit = await open();
  const release = edit.hold();
  increase(edit);
  assert.is(await edit.run(), false);
  assert.is(unsaved.holdsScreen(), true);
  const { changed, failed, left } = edit.state.result ?? { changed: 0, failed: [], left: 0 };
  assert.equal([changed, left], [4, 0]);
  assert.equal(
    failed.map(({ id, fault }) => [
      id,
      fault.canRetry,
      fault.lines.map(({ field, isOther }) => [field, isOther]),
    ]),
    [
      [
        'b',
        true,
        [
          ['stock', false],
          ['title', true],
        ],
      ],
      ['c', false, [['', false]]],
    ],
  );
  assert.equal(edit.failedIds(), ['b']);

  backend.answer(patchRoute, apply);
  assert.is(await edit.goOn(), false, 'one is gone for good');
  assert.equal(patchedIds().slice(6), ['b']);
  assert.equal([edit.state.result?.changed, edit.state.result?.failed.length], [5, 1]);
  release();
});

test('lost answers: going on reads first and adds nothing twice; what somebody else changed too is told', async () => {
  mockClock();
  backend.answerOnce(patchRoute, (call: Call) => {
    apply(call);
    return networkError;
  });
  backend.answerOnce(patchRoute, networkError);
  backend.answerOnce(patchRoute, (call: Call) => {
    apply(call);
    Object.assign(rows.get('c') ?? {}, { stock: 40 });
    return networkError;
  });
  const edit = await open(['a', 'b', 'c']);
  increase(edit);
  loseReadings();
  const running = edit.run();
  await settle();
  edit.stop();
  assert.is(await running, false);
  assert.equal([edit.state.result?.changed, edit.state.result?.left], [0, 2]);
  mock.timers.tick(3000);
  await settle();
  assert.is(connection.state.isAway, false);
  assert.is(await edit.goOn(), false);
  assert.equal(stocks(), { a: 2, b: 3, c: 40, d: 3, e: 4, f: 5 });
  assert.equal(patchedIds(), ['a', 'b', 'c', 'b']);
  const { changed, failed } = edit.state.result ?? { changed: 0, failed: [] };
  assert.equal([changed, failed.map(({ id, fault }) => [id, fault.canRetry])], [2, [['c', false]]]);
  assert.match(failed[0]?.fault.lines[0]?.message ?? '', /Look at stock/);
});

test('`verified` is asked about once, as in the editor', async () => {
  const users = usersCollection as unknown as Collection;
  collections.adopt(users);
  backend.answer(collectionRoute, users);
  for (const row of rows.values()) row['verified'] = false;
  const edit = createBulkEdit({ collectionId: users.id, ids, onChange: () => {} });
  await edit.open();
  edit.choose('verified', 'set');
  edit.setValue('verified', true);
  let running = edit.run();
  await settle();
  assert.match(confirm.state.question?.text ?? '', /^Do you really want to manually change the verified/);
  confirm.no();
  assert.is(await running, false);
  assert.equal(patched(), []);
  running = edit.run();
  await settle();
  await confirm.yes();
  assert.is(await running, true);
  assert.equal(patched()[5], ['f', { verified: true }]);
});

test('a panel that is left while the fields are checked changes nothing', async () => {
  const edit = await open();
  increase(edit);
  const answer = backend.hold(collectionRoute);
  const running = edit.run();
  await settle();
  edit.close();
  answer();
  assert.is(await running, false);
  assert.equal([patched(), edit.state.isRunning, edit.state.result], [[], false, null]);
});

test('the run asks before it is left, and stops when the panel is closed', async () => {
  const edit = await open();
  const release = edit.hold();
  increase(edit);
  assert.is(unsaved.hasAny(), true, 'the choices');
  const hold = backend.hold(patchRoute);
  const running = edit.run();
  await settle();
  const asked = unsaved.mayLose('close the panel');
  assert.match(confirm.state.question?.text ?? '', /still being changed/);
  confirm.no();
  await asked;
  edit.close();
  hold();
  await running;
  assert.is(edit.state.result?.left, 2);
  release();
});

test.run();
