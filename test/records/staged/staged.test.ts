// Changes of a table that are not saved: kept by record and field, with their steps and draft.
import type { FormValue } from '../../../ui/model/field';
import '../../support/dom';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { AnyRecord } from '../../../ui/model/record';
import * as unsaved from '../../../ui/page/forms/unsaved';
import * as session from '../../../ui/page/session/session';
import * as editedRows from '../../../ui/records/editedRows';
import * as edits from '../../../ui/records/edits';
import { admin, adminToken } from '../../support/samples';
import {
  cellOf,
  change,
  draftKeys,
  eachBegins,
  marks,
  orders,
  readCollections,
  readOffer,
  rowOf,
  rows,
  sentNow,
} from './stagedScene';

eachBegins(test);

test('a changed cell is shown in its row and marked; the other rows stay the same objects', () => {
  const items = [rowOf('r1'), rowOf('r2')];
  change(items[0] as AnyRecord, 'total', '2.50');
  const shown = editedRows.withEdits(items, rows());
  assert.equal(shown[0], { ...items[0], total: 2.5, expand: {} });
  assert.ok(shown[1] === items[1]);
  assert.ok(editedRows.withEdits(items, rows())[0] === shown[0], 'it is not drawn again for nothing');
  assert.equal(marks('r1'), ['total changed: Changed, was 1']);
});

test('a value that means the same as the stored one is not kept, and drops its change with the draft', () => {
  const same: [name: string, mine: FormValue][] = [
    ['title', 'One'],
    ['total', ' 1.0 '],
    ['paid', false],
    ['tags', ['a']],
  ];
  for (const [name, mine] of same) {
    change(rowOf('r1'), name, mine);
    assert.is(rows(), undefined, name);
    change(rowOf('r1'), 'title', 'Two');
    assert.is(draftKeys().length, 1);
    change(rowOf('r1'), 'title', 'One');
    assert.equal([rows(), draftKeys(), unsaved.hasAny()], [undefined, [], false]);
  }
});

test('a value that the server would refuse is wrong', () => {
  change(rowOf('r1'), 'total', '-4');
  change(rowOf('r1'), 'title', 'x'.repeat(11));
  assert.equal(marks('r1'), [
    'total wrong: Must be larger than 0. Was 1',
    'title wrong: Must be less than 10 character(s). Was One',
  ]);
  assert.equal(edits.countOf(edits.of('orders')), { changes: 2, wrong: 2 });
});

test('undo takes back the last step, redo repeats it; a step may change many cells', () => {
  const all = [rowOf('r1'), rowOf('r2')];
  change(rowOf('r1'), 'title', 'Two');
  edits.set(
    orders,
    all.map((row) => ({ row, cell: cellOf('paid'), mine: true })),
  );
  assert.equal(edits.undo(orders), { id: 'r1', key: 'f_paid' });
  assert.equal([...(rows()?.keys() ?? [])], ['r1']);
  edits.undo(orders);
  assert.is(rows(), undefined);
  assert.is(edits.undo(orders), null);
  edits.redo(orders);
  edits.redo(orders);
  assert.is(edits.redo(orders), null);
  assert.equal(edits.countOf(edits.of('orders')), { changes: 3, wrong: 0 });
  edits.undo(orders);
  change(rowOf('r2'), 'title', 'New');
  assert.is(edits.redo(orders), null, 'another step forgets what was taken back');
});

test('typing is one step, which keeps what the person saw; a cancelled edit leaves what was there before', () => {
  const type = (row: AnyRecord, mine: string) =>
    edits.set(orders, [{ row, cell: cellOf('title'), mine }], { isTyping: true });
  change(rowOf('r1'), 'title', 'Two');
  const from = edits.changeAt('orders', 'r1', 'f_title');
  for (const mine of ['T', 'Th', 'Three']) type(rowOf('r1'), mine);
  edits.putBack(orders, 'r1', 'f_title', from);
  assert.is(rows()?.get('r1')?.shown['title'], 'Two');
  const shown = editedRows.withEdits([rowOf('r1')], rows())[0] as AnyRecord;
  for (const mine of ['One', 'One3']) type(shown, mine);
  assert.equal(marks('r1'), ['title changed: Changed, was One'], 'it has passed through the stored value');
  assert.is(edits.changeAt('orders', 'r1', 'f_title')?.before, 'One');
  edits.undo(orders);
  edits.undo(orders);
  assert.is(rows(), undefined);
});

test('other addresses lose nothing, but a closed tab asks; the end of a session forgets the steps', () => {
  change(rowOf('r1'), 'paid', true);
  assert.equal([unsaved.hasAny(), unsaved.losesByNavigation(), unsaved.holdsScreen()], [true, false, true]);
  edits.undo(orders);
  session.end();
  session.begin({ token: adminToken(), admin: { ...admin, id: 'another' } });
  assert.is(edits.redo(orders), null);
  assert.is(rows(), undefined);
});

test('a draft outlives the page, is offered once, and is restored into its fields', async () => {
  await readCollections(orders);
  change(rowOf('r1'), 'title', 'Two');
  change(rowOf('r2'), 'total', '-1');
  unsaved.forget();
  assert.is(rows(), undefined, 'as after a reload');
  await edits.openOffers('orders');
  const [offer] = edits.offers.byCollection['orders'] ?? [];
  assert.ok(offer);
  assert.is(editedRows.state.hasOffers['orders'], true);
  edits.restore(orders, offer);
  assert.equal(marks('r1'), ['title changed: Changed, was One']);
  assert.equal(marks('r2'), ['total wrong: Must be larger than 0. Was 1']);
  assert.is(editedRows.state.hasOffers['orders'], false);
  edits.discard('orders');
  assert.equal(draftKeys(), []);
});

test('the next admin at the page sees no offers of the last one; a draft that cannot be read is left out', async () => {
  await readCollections(orders);
  const broken = [null, {}, { records: 5 }, { records: [{ id: 'r1', cells: [{ key: 'f_title' }] }] }];
  for (const [at, values] of broken.entries()) {
    const text = JSON.stringify({ adminId: admin.id, savedAt: at, values });
    localStorage.setItem(`table_draft_orders_broken12345${at}`, text);
  }
  change(rowOf('r1'), 'title', 'Two');
  unsaved.forget();
  await edits.openOffers('orders');
  assert.is(edits.offers.byCollection['orders']?.length, 1);
  session.end();
  session.begin({ token: adminToken(), admin });
  assert.is(editedRows.state.hasOffers['orders'], true, 'the same admin has signed in again');
  session.begin({ token: adminToken(), admin: { ...admin, id: 'other0000000001' } });
  assert.is(editedRows.state.hasOffers['orders'], undefined);
  assert.is(edits.offers.byCollection['orders'], undefined);
});

/** Random steps on twelve records, beside what they are expected to leave. */
function randomSteps() {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * below);
  };
  const server = new Map<string, AnyRecord>(
    Array.from({ length: 12 }, (_, at) => [`r${at}`, rowOf(`r${at}`)]),
  );
  const wanted = new Map<string, FormValue>();
  const values: Record<string, () => FormValue> = {
    title: () => `T${random(5)}`,
    total: () => String(random(4)),
    paid: () => random(2) === 1,
    tags: () => ['a', 'b', 'c'].filter(() => random(2) === 1),
  };
  const names = Object.keys(values);
  const done: (readonly [string, FormValue | undefined, FormValue | undefined])[] = [];
  const storedText = (id: string, name: string) =>
    JSON.stringify((server.get(id) as Record<string, unknown> | undefined)?.[name]);
  const textOf = (name: string, mine: FormValue) => JSON.stringify(name === 'total' ? Number(mine) : mine);

  function edit(id: string, name: string): void {
    const key = `${id} ${name}`;
    const mine = (values[name] as () => FormValue)();
    const before = wanted.get(key);
    change(server.get(id) as AnyRecord, name, mine);
    if (textOf(name, mine) === storedText(id, name)) wanted.delete(key);
    else wanted.set(key, mine);
    if (JSON.stringify(before) !== JSON.stringify(wanted.get(key))) done.push([key, before, wanted.get(key)]);
  }

  function undo(): void {
    const last = done.pop();
    edits.undo(orders);
    if (last?.[1] === undefined) wanted.delete(last?.[0] ?? '');
    else wanted.set(last[0], last[1]);
  }

  function save(id: string): void {
    const record = edits.of('orders').get(id);
    if (!record) return;
    const sent = sentNow(id);
    const stored = { ...server.get(id), ...record.shown } as AnyRecord;
    server.set(id, stored);
    edits.commit(orders, { record: stored, sources: {} }, sent);
    const saved = [...wanted.keys()].filter((changed) => changed.startsWith(`${id} `));
    for (const one of saved) wanted.delete(one);
    done.splice(0, done.length, ...done.filter(([changed]) => !saved.includes(changed)));
  }

  /** As after a reload: the changes come back from their draft, without their steps. */
  function reload(): void {
    unsaved.forget();
    done.length = 0;
    edits.restore(orders, readOffer());
  }

  function step(): void {
    const [id, name, kind] = [`r${random(12)}`, names[random(names.length)] ?? '', random(10)];
    if (kind < 6) edit(id, name);
    else if (kind < 8) undo();
    else if (kind === 8) save(id);
    else reload();
  }
  return { step, expected: () => [...wanted].map((one) => JSON.stringify(one)).sort() };
}

test('20,000 random steps misplace and lose nothing', () => {
  const { step, expected } = randomSteps();
  for (let count = 0; count < 20_000; count += 1) {
    step();
    if (count % 50 > 0) continue;
    const found = [...edits.of('orders').values()].flatMap(({ id, changes }) =>
      [...changes.values()].map(({ name, mine }) => JSON.stringify([`${id} ${name}`, mine])),
    );
    assert.equal(found.sort(), expected(), `step ${count}`);
  }
});

test.run();
