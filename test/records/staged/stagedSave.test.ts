import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import type { FormValue } from '../../../ui/model/field';
import type { AnyRecord } from '../../../ui/model/record';
import * as collections from '../../../ui/page/collections';
import * as confirm from '../../../ui/page/confirm';
import * as toasts from '../../../ui/page/toasts';
import * as edits from '../../../ui/records/edits';
import { stagedSaveOf } from '../../../ui/records/staged/stagedSave';
import { cellFieldOf } from '../../../ui/records/values/cellField';
import { verifiedQuestion } from '../../../ui/records/values/verifiedQuestion';
import { settle } from '../../backend/connect';
import { type Call, type FakeBackend, failure, fakeBackend } from '../../support/backend';
import { field } from '../../support/fields';
import { listOf } from '../../support/samples';
import { signIn, signOut } from '../history/historyScene';

const listRoute = 'GET /api/collections/:collection/records';
const patchRoute = 'PATCH /api/collections/:collection/records/:id';
const collectionRoute = 'GET /api/collections/:collection';

const orders = {
  id: 'orders',
  name: 'orders',
  type: 'auth',
  schema: [
    field('text', 'title'),
    field('number', 'total', { min: 0 }),
    field('select', 'tags', { maxSelect: 3, values: ['a', 'b', 'c'] }),
  ],
} as unknown as Collection;

type Row = AnyRecord & { title: string };

let backend: FakeBackend;
let stored: Map<string, Row>;
let collection: Collection;

/** Puts so many records into the table of the server. */
function rowsOf(count: number): Row[] {
  const rows = Array.from({ length: count }, (_, at) => ({
    ...{ id: `r${at}`, collectionId: 'orders', updated: '2026-01-01', username: `u${at}`, verified: false },
    ...{ title: `T${at}`, total: at, tags: [] },
  }));
  stored = new Map(rows.map((row) => [row.id, row]));
  return rows;
}

function write({ params, body }: Call): Row {
  const id = params['id'] ?? '';
  const next = { ...stored.get(id), ...(body as object) } as Row;
  stored.set(id, next);
  return next;
}

const stage = (row: AnyRecord | undefined, name: string, mine: FormValue) => {
  const cell = cellFieldOf(collection, name);
  assert.ok(row && cell);
  edits.set(collection, [{ row, cell, mine }]);
};
const keyOf = (name: string) => cellFieldOf(orders, name)?.key ?? '';
const save = () => stagedSaveOf('orders').save(() => {});
const bodies = () => backend.callsTo(patchRoute).map(({ params, body }) => [params['id'], body]);
const kept = () =>
  [...edits.of('orders').values()].flatMap(({ id, changes }) =>
    [...changes.values()].map(({ name, mine }) => `${id} ${name} ${mine}`),
  );
const told = () => toasts.state.items.map(({ message }) => message);

test.before.each(async () => {
  collection = orders;
  backend = fakeBackend({
    [listRoute]: ({ query }: Call) => {
      const ids = [...(query['filter'] ?? '').matchAll(/id="(\w+)"/g)].map(([, id = '']) => id);
      return listOf(
        ids.flatMap((id) => stored.get(id) ?? []),
        ids.length,
      );
    },
    'GET /api/collections/:collection/records/:id': ({ params }: Call) => stored.get(params['id'] ?? ''),
    'GET /api/collections': () => listOf([collection], 200),
    [collectionRoute]: () => collection,
    [patchRoute]: write,
  });
  signIn(backend);
  await collections.load();
});
test.after.each(() => {
  edits.discard('orders');
  signOut();
});

test('24 records are 2 reads and 24 writes of the changed keys alone, four at once, by one save', async () => {
  for (const [at, row] of rowsOf(24).entries()) {
    stage(row, 'title', 'New');
    if (at % 2 === 0) stage(row, 'total', '7');
  }
  const [lists, open] = [backend.callsTo(listRoute).length, new Set<string>()];
  let most = 0;
  backend.answer(patchRoute, async (call: Call) => {
    const id = call.params['id'] ?? '';
    assert.not(open.has(id), 'a second call for one record');
    open.add(id);
    most = Math.max(most, open.size);
    await settle();
    open.delete(id);
    return write(call);
  });
  assert.equal(await Promise.all([save(), save()]), [true, false]);
  assert.equal([backend.callsTo(listRoute).length - lists, most], [2, 4]);
  const sent = Array.from({ length: 24 }, (_, at) => [
    `r${at}`,
    at % 2 === 0 ? { title: 'New', total: 7 } : { title: 'New' },
  ]);
  assert.equal(new Map(bodies() as []), new Map(sent as []));
  assert.is(bodies().length, 24);
});

test('a save sends what was staged when it was pressed, and later edits stay staged', async () => {
  const [first, second, third, fourth, last] = rowsOf(5);
  for (const row of [first, second, third, fourth]) stage(row, 'title', 'Pressed');
  const release = backend.hold(listRoute);
  const saving = save();
  await settle();
  stage(first, 'title', 'Half ty');
  stage(second, 'total', '-5');
  edits.takeBack(orders, 'r2', keyOf('title'));
  edits.discard('orders', ['r3']);
  stage(fourth, 'total', '9');
  stage(last, 'title', 'Begun');
  release();
  assert.is(await saving, false);
  // Four are under way at once, in any order.
  assert.equal(bodies().sort(), [
    ['r0', { title: 'Pressed' }],
    ['r1', { title: 'Pressed' }],
  ]);
  assert.equal(kept().sort(), ['r0 title Half ty', 'r1 total -5', 'r3 total 9', 'r4 title Begun']);
  assert.is(edits.changeAt('orders', 'r0', keyOf('title'))?.before, 'Pressed');
  assert.is(third?.title, stored.get('r2')?.title);
});

test('records that cannot be read together are read alone; a save in part tells how many it has saved', async () => {
  for (const row of rowsOf(24)) stage(row, 'title', 'Many');
  backend.answerOnce(listRoute, listOf([...stored.values()].slice(0, 20), 20));
  backend.answerOnce(listRoute, failure(400, 'No.'));
  assert.is(await save(), true);
  assert.equal([bodies().length, kept().length], [24, 0]);
  edits.discard('orders');
  toasts.closeAll();

  const rows = rowsOf(3);
  for (const row of rows) stage(row, 'title', 'Part');
  stage(rows[1], 'total', 'many');
  backend.answer(patchRoute, (call: Call) =>
    call.params['id'] === 'r2'
      ? failure(400, 'No.', { tags: { code: 'x', message: 'One more.' } })
      : write(call),
  );
  assert.is(await save(), false);
  assert.equal(told(), ['Saved 1 of 3 records, and 1 in part.']);
  assert.equal(kept(), ['r1 total many', 'r2 title Part']);
  const { fault } = edits.of('orders').get('r2') ?? {};
  assert.is(fault?.kind === 'refused' && fault.reason, 'tags: One more. Not changed here.');
});

for (const [when, route] of [
  ['while the collection is read', collectionRoute],
  ['during its second write', null],
] as const) {
  test(`Stop ${when} lets the calls under way end, and the next save sends the rest`, async () => {
    for (const row of rowsOf(12)) stage(row, 'title', 'Mine');
    const { stop, state } = stagedSaveOf('orders');
    backend.answer(patchRoute, async (call: Call) => {
      if (!route && bodies().length === 2) stop();
      await settle();
      return write(call);
    });
    const release = route && backend.hold(route);
    const saving = save();
    await settle();
    if (route) stop();
    release?.();
    assert.is(await saving, false);
    const sent = bodies().length;
    assert.ok(route ? sent === 0 : sent >= 2 && sent <= 4, `${sent} calls`);
    assert.is(kept().length, 12 - sent);
    assert.equal(told(), [`Saved ${sent} of 12 records.`]);
    assert.is(state.isSaving, false);
    assert.is(await save(), true);
    assert.is(bodies().length, 12);
  });
}

test('accounts that become verified are asked about once, also those switched during a save', async () => {
  const [ada, bob] = rowsOf(2);
  stage(ada, 'username', 'renamed');
  const release = backend.hold(listRoute);
  const saving = save();
  await settle();
  assert.is(confirm.state.question, null, 'nothing to ask about');
  stage(ada, 'verified', true);
  stage(bob, 'verified', true);
  release();
  assert.is(await saving, false);
  assert.equal(bodies(), [['r0', { username: 'renamed' }]]);
  for (const answer of [confirm.no, confirm.yes]) {
    assert.is(bodies().length, 1);
    const asking = save();
    assert.is(confirm.state.question?.text, verifiedQuestion(true));
    await answer();
    assert.is(await asking, answer === confirm.yes);
    assert.is(confirm.state.question, null);
  }
  assert.equal(bodies().slice(1).sort(), [
    ['r0', { verified: true }],
    ['r1', { verified: true }],
  ]);
});

test('nothing is sent to a field that takes other values now, and the values stay with a reason', async () => {
  const [row] = rowsOf(1);
  stage(row, 'title', 'Mine');
  stage(row, 'tags', ['a', 'b']);
  stage(row, 'total', '5');
  const [title, total, tags] = orders.schema;
  const schema = [{ ...title, id: 'other', type: 'number' }, total, { ...tags, options: { maxSelect: 1 } }];
  collection = { ...orders, schema } as Collection;
  assert.is(await save(), false);
  assert.equal(bodies(), [['r0', { total: 5 }]]);
  assert.equal(kept(), ['r0 title Mine', 'r0 tags a,b']);
  assert.ok([...(edits.of('orders').get('r0')?.changes.values() ?? [])].every(({ error }) => error));
});

test.run();
