// Changes of a table that are not saved: kept by record and field, with steps, drafts and a save's results.
import '../../support/dom';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ref } from 'valtio/vanilla';
import type { Collection } from '../../../ui/model/collection';
import type { AnyRecord } from '../../../ui/model/record';
import { type CellField, cellFieldOf } from '../../../ui/model/records/cellField';
import type { FormValue } from '../../../ui/model/records/recordValues';
import type { StagedCells } from '../../../ui/model/records/stagedCell';
import * as collections from '../../../ui/state/collections';
import * as unsaved from '../../../ui/state/forms/unsaved';
import * as panels from '../../../ui/state/panels';
import * as session from '../../../ui/state/session';
import * as knownRecords from '../../../ui/state/staged/knownRecords';
import * as staged from '../../../ui/state/staged/staged';
import * as stagedOffers from '../../../ui/state/staged/stagedOffers';
import * as stagedRows from '../../../ui/state/staged/stagedRows';
import { connect, settle } from '../../api/connect';
import { fakeBackend } from '../../support/backend';
import { resetDom } from '../../support/dom';
import { tick } from '../../support/render';
import { admin, adminToken, listOf } from '../../support/samples';

const field = (id: string, name: string, type: string, options: object = {}) => ({ id, name, type, options });
const collectionWith = (schema: object[]) =>
  ({ id: 'orders', name: 'orders', type: 'base', schema }) as Collection;
const title = field('f_title', 'title', 'text', { max: 10 });
const orders = collectionWith([
  title,
  field('f_total', 'total', 'number', { min: 0 }),
  field('f_paid', 'paid', 'bool'),
  field('f_tags', 'tags', 'select', { maxSelect: 3, values: ['a', 'b', 'c'] }),
  field('f_note', 'note', 'editor'),
  field('f_meta', 'meta', 'json'),
]);
const rowOf = (id: string, values: object = {}): AnyRecord => ({
  id,
  ...{ title: 'One', total: 1, paid: false, tags: ['a'], note: '', meta: null, ...values },
});
const cellOf = (name: string, collection = orders): CellField => {
  const cell = cellFieldOf(collection, name);
  if (!cell) throw new Error(`${name} has no cell.`);
  return cell;
};
const change = (row: AnyRecord, name: string, mine: FormValue) =>
  staged.stage(orders, [{ row, cell: cellOf(name), mine }]);
/** Notes the cells of a record as sent. */
function sentNow(id: string): StagedCells {
  const sent = new Map(staged.recordsOf('orders').get(id)?.cells);
  staged.beginSending('orders', id, sent);
  return sent;
}
const rows = () => stagedRows.state.byCollection['orders'] as stagedRows.StagedRows | undefined;
const marks = (id: string) =>
  [...(rows()?.get(id)?.marks ?? [])].map(
    ([name, { kind, description }]) => `${name} ${kind}: ${description}`,
  );
const draftKeys = () => Object.keys({ ...localStorage }).filter((key) => key.startsWith('table_draft_'));

/** The collections as they are read again. Resolves when the changes have followed. */
async function readCollections(...all: Collection[]): Promise<void> {
  Object.assign(collections.state, { all: ref(all), isLoaded: true });
  await tick();
}

test.before.each(() => session.adopt({ token: adminToken(), admin }));
test.after.each(() => {
  staged.discard('orders');
  unsaved.forget();
  collections.forget();
  session.end();
  resetDom();
});

test('a changed cell is shown in its row and marked; the other rows stay the same objects', () => {
  const items = [rowOf('r1'), rowOf('r2')];
  change(items[0] as AnyRecord, 'total', '2.50');
  const shown = stagedRows.withStaged(items, rows());
  assert.equal(shown[0], { ...items[0], total: 2.5, expand: {} });
  assert.ok(shown[1] === items[1]);
  assert.ok(stagedRows.withStaged(items, rows())[0] === shown[0], 'it is not drawn again for nothing');
  assert.equal(marks('r1'), ['total changed: Changed, was 1']);
});

const notStaged: [name: string, mine: FormValue][] = [
  ['title', 'One'],
  ['total', ' 1.0 '],
  ['paid', false],
  ['tags', ['a']],
];
for (const [name, mine] of notStaged) {
  test(`${name} ${JSON.stringify(mine)} means the same as the stored value and is not kept`, () => {
    change(rowOf('r1'), name, mine);
    assert.is(rows(), undefined);
  });
}

test('a value that is typed back is dropped, with its draft', () => {
  change(rowOf('r1'), 'title', 'Two');
  assert.is(draftKeys().length, 1);
  change(rowOf('r1'), 'title', 'One');
  assert.is(rows(), undefined);
  assert.equal(draftKeys(), []);
  assert.is(unsaved.hasAny(), false);
});

test('a value that the server would refuse is wrong', () => {
  change(rowOf('r1'), 'total', '-4');
  change(rowOf('r1'), 'title', 'x'.repeat(11));
  assert.equal(marks('r1'), [
    'total wrong: Must be larger than 0.000000. Was 1',
    'title wrong: Must be less than 10 character(s). Was One',
  ]);
  assert.equal(staged.countOf(staged.recordsOf('orders')), { changes: 2, wrong: 2 });
});

test('undo takes back the last step, redo repeats it; a step may change many cells', () => {
  const all = [rowOf('r1'), rowOf('r2')];
  change(rowOf('r1'), 'title', 'Two');
  staged.stage(
    orders,
    all.map((row) => ({ row, cell: cellOf('paid'), mine: true })),
  );
  assert.equal(staged.undo(orders), { id: 'r1', key: 'f_paid' });
  assert.equal([...(rows()?.keys() ?? [])], ['r1']);
  staged.undo(orders);
  assert.is(rows(), undefined);
  assert.is(staged.undo(orders), null);
  staged.redo(orders);
  staged.redo(orders);
  assert.is(staged.redo(orders), null);
  assert.equal(staged.countOf(staged.recordsOf('orders')), { changes: 3, wrong: 0 });
  staged.undo(orders);
  change(rowOf('r2'), 'title', 'New');
  assert.is(staged.redo(orders), null, 'another step forgets what was taken back');
});

test('typing is one step, and a cancelled edit leaves what was there before', () => {
  change(rowOf('r1'), 'title', 'Two');
  const from = staged.cellAt('orders', 'r1', 'f_title');
  for (const mine of ['T', 'Th', 'Three']) {
    staged.stage(orders, [{ row: rowOf('r1'), cell: cellOf('title'), mine }], { isTyping: true });
  }
  staged.putBack(orders, 'r1', 'f_title', from);
  assert.is(rows()?.get('r1')?.shown['title'], 'Two');
  staged.undo(orders);
  assert.is(rows(), undefined);
});

test('a save takes out what it has stored, and its steps; what was typed meanwhile stays', () => {
  change(rowOf('r1'), 'title', 'Two');
  change(rowOf('r1'), 'total', '5');
  const sent = sentNow('r1');
  change(rowOf('r1'), 'title', 'Three');
  const record = rowOf('r1', { title: 'Two', total: 5 });
  staged.commit(orders, { record, sources: {} }, sent);
  assert.equal(marks('r1'), ['title changed: Changed, was Two']);
  assert.is(staged.undo(orders), null, 'a saved step cannot be taken back');
  staged.takeBack(orders, 'r1', 'f_title');
  assert.is(rows(), undefined);
});

test('after a save a wrong value is still compared with what the person saw', () => {
  change(rowOf('r1'), 'title', 'Two');
  change(rowOf('r1'), 'total', '-1');
  const record = rowOf('r1', { title: 'Two', total: 99 });
  staged.commit(
    orders,
    { record, sources: {} },
    new Map([...sentNow('r1')].filter(([key]) => key === 'f_title')),
  );
  assert.is(staged.cellAt('orders', 'r1', 'f_total')?.seen, 1);
});

test('a value that is taken back during its save is changed again, unless all is discarded', () => {
  for (const isDiscarded of [false, true]) {
    change(rowOf('r1'), 'title', 'Two');
    const sent = sentNow('r1');
    if (isDiscarded) staged.discard('orders');
    else staged.takeBack(orders, 'r1', 'f_title');
    assert.is(rows(), undefined);
    staged.commit(orders, { record: rowOf('r1', { title: 'Two' }), sources: {} }, sent);
    assert.equal(marks('r1'), isDiscarded ? [] : ['title changed: Changed, was Two']);
    assert.is(rows()?.get('r1')?.shown['title'], isDiscarded ? undefined : 'One');
    staged.discard('orders');
  }
});

test('typing that passes through the stored value keeps what the person saw', () => {
  const items = [rowOf('r1')];
  change(items[0] as AnyRecord, 'title', 'One2');
  const shown = stagedRows.withStaged(items, rows())[0] as AnyRecord;
  for (const mine of ['One', 'One3']) {
    staged.stage(orders, [{ row: shown, cell: cellOf('title'), mine }], { isTyping: true });
  }
  assert.equal(marks('r1'), ['title changed: Changed, was One']);
  assert.is(staged.cellAt('orders', 'r1', 'f_title')?.seen, 'One');
});

test('a conflict is decided field by field', () => {
  change(rowOf('r1'), 'title', 'Mine');
  change(rowOf('r1'), 'total', '7');
  const theirs = { record: rowOf('r1', { title: 'Theirs', total: 9 }), sources: {} };
  const conflicts = ['title', 'total'].map((name) => ({ name, label: name, base: '', mine: '', theirs: '' }));
  staged.refuse(orders, 'r1', { kind: 'conflict', conflicts, theirs });
  staged.choose(orders, 'r1', 'f_title', 'theirs');
  const fault = staged.recordsOf('orders').get('r1')?.fault;
  assert.is(fault?.kind === 'conflict' && fault.conflicts.length, 1);
  staged.choose(orders, 'r1', 'f_total', 'mine');
  assert.is(staged.recordsOf('orders').get('r1')?.fault, null);
  assert.equal(marks('r1'), ['total changed: Changed, was 9']);
  assert.is(staged.cellAt('orders', 'r1', 'f_total')?.seen, 9);
});

const at = (second: number) => `2026-11-21 10:00:0${second}.000Z`;
const later = (values: object) => rowOf('r1', { updated: at(2), ...values });
const needsAttention = () => staged.countOf(staged.recordsOf('orders')).wrong;

test('a row that somebody else has changed says so at its cells before a save; other fields stay silent', () => {
  change(rowOf('r1', { updated: at(1) }), 'title', 'Mine');
  change(rowOf('r1', { updated: at(1) }), 'total', '7');
  staged.compareRows(orders, [later({ paid: true })]);
  assert.equal(marks('r1'), ['title changed: Changed, was One', 'total changed: Changed, was 1']);
  assert.is(needsAttention(), 0);
  staged.compareRows(orders, [later({ title: 'Theirs', updated: at(3) })]);
  assert.equal(marks('r1'), [
    'title conflict: Changed on the server: now Theirs. Was One',
    'total changed: Changed, was 1',
  ]);
  assert.is(needsAttention(), 1);
  assert.is(staged.cellAt('orders', 'r1', 'f_title')?.mine, 'Mine');
  change(rowOf('r1'), 'title', 'Mine, too');
  assert.is(needsAttention(), 1, 'typing does not decide it');
});

test('the marks of a relation name its records as soon as a row brings them', async () => {
  const people = { ...collectionWith([field('f_name', 'name', 'text')]), id: 'people', name: 'people' };
  const friend = field('f_friend', 'friend', 'relation', { collectionId: 'people', maxSelect: 1 });
  const invited = collectionWith([friend]);
  await readCollections(people, invited);
  const withFriend = (id: string, second: number, expand?: object) =>
    rowOf('r1', { friend: id, updated: at(second), ...(expand && { expand: { friend: expand } }) });
  staged.stage(invited, [{ row: withFriend('p1', 1), cell: cellOf('friend', invited), mine: '' }]);
  assert.equal(marks('r1'), ['friend changed: Changed, was p1']);
  staged.compareRows(invited, [withFriend('p1', 1, { id: 'p1', name: 'Ann' })]);
  await tick();
  assert.equal(marks('r1'), ['friend changed: Changed, was Ann']);
  staged.compareRows(invited, [withFriend('p2', 2, { id: 'p2', name: 'Bob' })]);
  assert.equal(marks('r1'), ['friend conflict: Changed on the server: now Bob. Was Ann']);
  unsaved.forget();
  staged.stage(invited, [{ row: withFriend('p1', 1), cell: cellOf('friend', invited), mine: '' }]);
  assert.equal(marks('r1'), ['friend changed: Changed, was p1'], 'names end with the session');
});

test('a row shows the records that a changed relation names, when they become known', async () => {
  const people = { ...collectionWith([field('f_name', 'name', 'text')]), id: 'people', name: 'people' };
  const friend = field('f_friend', 'friend', 'relation', { collectionId: 'people', maxSelect: 2 });
  const invited = collectionWith([friend]);
  await readCollections(people, invited);
  const [ann, bob] = [
    { id: 'p1', name: 'Ann' },
    { id: 'p2', name: 'Bob' },
  ];
  const row = rowOf('r1', { friend: ['p1'], expand: { friend: [ann], owner: [ann] } });
  staged.stage(invited, [{ row, cell: cellOf('friend', invited), mine: ['p1', 'p2'] }]);
  const expanded = () => stagedRows.withStaged([row], rows())[0]?.['expand'];
  assert.equal(expanded(), { friend: [ann], owner: [ann] }, 'the row has brought one of them');
  knownRecords.note('people', [bob]);
  await tick();
  assert.equal(expanded(), { friend: [ann, bob], owner: [ann] });
  assert.equal(row['expand'], { friend: [ann], owner: [ann] }, 'the row itself does not change');
});

test('a restored draft names its related records, and reads each collection of them once', async () => {
  const people = { ...collectionWith([field('f_name', 'name', 'text')]), id: 'people', name: 'people' };
  const to = { collectionId: 'people', maxSelect: 3 };
  const invited = collectionWith([
    field('f_friend', 'friend', 'relation', { ...to, maxSelect: 1 }),
    field('f_guests', 'guests', 'relation', to),
    field('f_hosts', 'hosts', 'relation', to),
  ]);
  await readCollections(people, invited);
  const listRoute = 'GET /api/collections/:collection/records';
  const names = ['Ann', 'Bob', 'Cleo'].map((name, index) => ({ id: `p${index + 1}`, name }));
  const backend = fakeBackend({ [listRoute]: listOf(names, 3) });
  connect(backend);
  const stage = (id: string, name: string, mine: FormValue) => {
    const row = rowOf(id, { friend: 'p1', guests: ['p1'], hosts: ['p4'] });
    staged.stage(invited, [{ row, cell: cellOf(name, invited), mine }]);
  };
  stage('r1', 'friend', 'p2');
  stage('r1', 'guests', ['p1', 'p3']);
  stage('r2', 'friend', '');
  unsaved.forget();
  for (const drafted of readDrafts()) stagedOffers.restore(invited, drafted);
  await settle();
  assert.equal(marks('r1'), ['friend changed: Changed, was Ann', 'guests changed: Changed, was Ann']);
  assert.equal(rows()?.get('r1')?.expand, { friend: [names[1]], guests: [names[0], names[2]] });
  assert.equal(marks('r2'), ['friend changed: Changed, was Ann']);
  const calls = backend.callsTo(listRoute);
  assert.is(calls.length, 1);
  const ids = [...(calls[0]?.query['filter'] ?? '').matchAll(/"(\w+)"/g)].map(([, id]) => id);
  assert.equal(ids.sort(), ['p1', 'p2', 'p3'], 'only those of changed cells');
});

test('mine is based on their value, theirs drops mine', () => {
  for (const name of ['title', 'total']) change(rowOf('r1', { updated: at(1) }), name, '7');
  staged.compareRows(orders, [later({ title: 'Theirs', total: 9 })]);
  staged.choose(orders, 'r1', 'f_title', 'mine');
  staged.choose(orders, 'r1', 'f_total', 'theirs');
  assert.equal(marks('r1'), ['title changed: Changed, was Theirs']);
  const { seen, updated } = staged.cellAt('orders', 'r1', 'f_title') ?? {};
  assert.equal([seen, updated], ['Theirs', at(2)]);
  staged.compareRows(orders, [later({ title: 'Theirs', total: 9 })]);
  assert.is(needsAttention(), 0);
});

test('a change that somebody else has also made is dropped, but not while a save sends it', () => {
  const row = rowOf('r1', { updated: at(1) });
  change(row, 'title', 'Same');
  const sent = sentNow('r1');
  staged.compareRows(orders, [later({ title: 'Same' })]);
  assert.is(staged.cellAt('orders', 'r1', 'f_title')?.mine, 'Same');
  staged.commit(orders, { record: later({ title: 'Same' }), sources: {} }, sent);
  assert.is(rows(), undefined);

  change(row, 'title', 'Same');
  sentNow('r1');
  staged.endSending('orders');
  staged.compareRows(orders, [later({ title: 'Same' })]);
  assert.is(rows(), undefined);
});

test('a restored change is compared with the rows of today', async () => {
  change(rowOf('r1', { updated: at(1) }), 'title', 'Mine');
  unsaved.forget();
  for (const drafted of readDrafts()) stagedOffers.restore(orders, drafted);
  staged.compareRows(orders, [later({ title: 'Theirs' })]);
  assert.is(needsAttention(), 1);
});

test('the end of a session forgets the steps, also without changes', () => {
  change(rowOf('r1'), 'title', 'Two');
  staged.undo(orders);
  session.end();
  session.adopt({ token: adminToken(), admin: { ...admin, id: 'another' } });
  assert.is(staged.redo(orders), null);
  assert.is(rows(), undefined);
});

test('a row that shows a later value replaces the conflict of the last save', () => {
  change(rowOf('r1', { updated: at(1) }), 'title', 'Mine');
  change(rowOf('r1', { updated: at(1) }), 'total', '5');
  const conflicts = ['title'].map((name) => ({ name, label: name, base: '', mine: '', theirs: 'Older' }));
  const theirs = { record: rowOf('r1', { title: 'Older', updated: at(1) }), sources: {} };
  staged.refuse(orders, 'r1', { kind: 'conflict', conflicts, theirs });
  staged.compareRows(orders, [later({ title: 'Newer' })]);
  assert.is(staged.recordsOf('orders').get('r1')?.fault, null);
  assert.is(staged.cellAt('orders', 'r1', 'f_title')?.now?.seen, 'Newer');
  staged.choose(orders, 'r1', 'f_title', 'theirs');
  assert.equal(
    marks('r1').map((mark) => mark.split(' ')[0]),
    ['total'],
  );
});

test('a renamed field keeps its values; one that is gone or has another shape is named and not sent', () => {
  change(rowOf('r1'), 'title', 'Two');
  change(rowOf('r1'), 'tags', ['b']);
  change(rowOf('r1'), 'paid', true);
  staged.refit(
    collectionWith([
      { ...title, name: 'headline' },
      field('f_tags', 'tags', 'select', { maxSelect: 1, values: ['a', 'b'] }),
    ]),
  );
  const errors = [...(staged.recordsOf('orders').get('r1')?.cells.values() ?? [])];
  assert.equal(
    errors.map(({ name, error }) => [name, error]),
    [
      ['headline', null],
      ['tags', 'The value no longer fits the field.'],
      ['paid', 'This field no longer exists.'],
    ],
  );
  assert.is(rows()?.get('r1')?.shown['headline'], 'Two');
});

test('a renamed field takes its changes along as soon as the collections are read again', async () => {
  await readCollections(orders);
  change(rowOf('r1'), 'title', 'Two');
  change(rowOf('r1'), 'total', '5');
  staged.refuse(orders, 'r1', null, new Map([['f_total', 'Not today.']]));
  await readCollections(structuredClone(orders));
  assert.equal(marks('r1'), ['title changed: Changed, was One', 'total wrong: Not today. Was 1']);
  const [, ...others] = orders.schema;
  await readCollections(collectionWith([{ ...title, name: 'headline' }, ...others]));
  assert.equal(rows()?.get('r1')?.shown, { headline: 'Two', total: 5 });
});

test('the changes of a collection that is gone are offered until they are discarded', async () => {
  await readCollections(orders);
  change(rowOf('r1'), 'title', 'Two');
  const open = () => panels.state.open.map(({ name, takes }) => [name, takes]);
  await readCollections();
  const offered = [['goneChanges', { collectionId: 'orders', name: 'orders' }]];
  assert.equal(open(), offered);
  await readCollections();
  assert.equal(open(), offered, 'once');
  panels.closeAll();
  await tick();
  assert.equal(open(), offered, 'a navigation does not answer');
  staged.discard('orders');
  panels.closeAll();
  await tick();
  assert.equal([open(), draftKeys(), unsaved.hasAny()], [[], [], false]);
});

test('the end of a session is no end of its collections', async () => {
  await readCollections(orders);
  change(rowOf('r1'), 'title', 'Two');
  collections.forget();
  await tick();
  assert.equal(panels.state.open, []);
});

test('a draft outlives the page, is offered once, and is restored into its fields', async () => {
  change(rowOf('r1'), 'title', 'Two');
  change(rowOf('r2'), 'total', '-1');
  unsaved.forget();
  assert.is(rows(), undefined, 'as after a reload');
  await stagedOffers.openOffers('orders');
  const [offer] = stagedOffers.state.byCollection['orders'] ?? [];
  assert.ok(offer);
  assert.is(stagedRows.state.hasOffers['orders'], true);
  stagedOffers.restore(orders, offer);
  assert.equal(marks('r1'), ['title changed: Changed, was One']);
  assert.equal(marks('r2'), ['total wrong: Must be larger than 0.000000. Was 1']);
  assert.is(stagedRows.state.hasOffers['orders'], false);
  staged.discard('orders');
  assert.equal(draftKeys(), []);
});

test('the next admin at the page sees no offers of the last one', async () => {
  change(rowOf('r1'), 'title', 'Two');
  unsaved.forget();
  await stagedOffers.openOffers('orders');
  session.end();
  session.adopt({ token: adminToken(), admin });
  assert.is(stagedRows.state.hasOffers['orders'], true, 'the same admin has signed in again');
  session.adopt({ token: adminToken(), admin: { ...admin, id: 'other0000000001' } });
  assert.is(stagedRows.state.hasOffers['orders'], undefined);
  assert.is(stagedOffers.state.byCollection['orders'], undefined);
});

test('a draft that cannot be read is left out', async () => {
  const broken = [null, {}, { records: 5 }, { records: [{ id: 'r1', cells: [{ key: 'f_title' }] }] }];
  for (const [at, values] of broken.entries()) {
    localStorage.setItem(
      `table_draft_orders_broken12345${at}`,
      JSON.stringify({ adminId: admin.id, savedAt: at, values }),
    );
  }
  await stagedOffers.openOffers('orders');
  assert.equal(stagedOffers.state.byCollection['orders'] ?? [], []);
});

test('other addresses lose nothing, but a closed tab asks', () => {
  change(rowOf('r1'), 'paid', true);
  assert.is(unsaved.hasAny(), true);
  assert.is(unsaved.losesByNavigation(), false);
  assert.is(unsaved.holdsScreen(), true);
});

test('20,000 random steps misplace and lose nothing', () => {
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
  const storedText = (id: string, name: string) =>
    JSON.stringify((server.get(id) as Record<string, unknown> | undefined)?.[name]);
  const textOf = (name: string, mine: FormValue) => JSON.stringify(name === 'total' ? Number(mine) : mine);
  const done: (readonly [string, FormValue | undefined, FormValue | undefined])[] = [];
  for (let step = 0; step < 20_000; step += 1) {
    const id = `r${random(12)}`;
    const name = names[random(names.length)] ?? '';
    const key = `${id} ${name}`;
    const kind = random(10);
    if (kind < 6) {
      const mine = (values[name] as () => FormValue)();
      const before = wanted.get(key);
      change(server.get(id) as AnyRecord, name, mine);
      if (textOf(name, mine) === storedText(id, name)) wanted.delete(key);
      else wanted.set(key, mine);
      if (JSON.stringify(before) !== JSON.stringify(wanted.get(key)))
        done.push([key, before, wanted.get(key)]);
    } else if (kind < 8) {
      const last = done.pop();
      staged.undo(orders);
      if (last?.[1] === undefined) wanted.delete(last?.[0] ?? '');
      else wanted.set(last[0], last[1]);
    } else if (kind === 8) {
      const record = staged.recordsOf('orders').get(id);
      if (record) {
        const sent = sentNow(id);
        const stored = { ...server.get(id), ...record.shown } as AnyRecord;
        server.set(id, stored);
        staged.commit(orders, { record: stored, sources: {} }, sent);
        const saved = [...wanted.keys()].filter((changed) => changed.startsWith(`${id} `));
        for (const one of saved) wanted.delete(one);
        const kept = done.filter(([changed]) => !saved.includes(changed));
        done.splice(0, done.length, ...kept);
      }
    } else {
      // As after a reload: the changes come back from their draft, without their steps.
      unsaved.forget();
      done.length = 0;
      for (const drafted of readDrafts()) stagedOffers.restore(orders, drafted);
    }
    if (step % 50 > 0) continue;
    const found = [...staged.recordsOf('orders').values()].flatMap(({ id: recordId, cells }) =>
      [...cells.values()].map(({ name: field, mine }) => [`${recordId} ${field}`, mine] as const),
    );
    assert.equal(
      found.map((one) => JSON.stringify(one)).sort(),
      [...wanted].map((one) => JSON.stringify(one)).sort(),
      `step ${step}`,
    );
  }
});

function readDrafts() {
  return draftKeys().map((key) => ({ key, ...JSON.parse(localStorage.getItem(key) ?? '{}') }));
}

test.run();
