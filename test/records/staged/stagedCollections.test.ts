// Changes of a table whose collection is changed or deleted, and the names of related records in them.
import '../../support/dom';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { AnyRecord } from '../../../ui/model/record';
import * as unsaved from '../../../ui/page/forms/unsaved';
import * as editedRows from '../../../ui/records/editedRows';
import * as edits from '../../../ui/records/edits';
import * as knownRecords from '../../../ui/records/staged/knownRecords';
import { connect, settle } from '../../backend/connect';
import { fakeBackend } from '../../support/backend';
import { field, relation } from '../../support/fields';
import { tick } from '../../support/render';
import { listOf } from '../../support/samples';
import {
  at,
  cellOf,
  change,
  collectionWith,
  draftKeys,
  eachBegins,
  marks,
  orders,
  readCollections,
  readOffer,
  rowOf,
  rows,
  title,
} from './stagedScene';

eachBegins(test);

test('a renamed field takes its changes along once the collections are read again; one that is gone is named', async () => {
  await readCollections(orders);
  change(rowOf('r1'), 'title', 'Two');
  change(rowOf('r1'), 'total', '5');
  edits.refuse(orders, 'r1', { errors: new Map([['f_total', 'Not today.']]) });
  await readCollections(structuredClone(orders));
  assert.equal(marks('r1'), ['title changed: Changed, was One', 'total wrong: Not today. Was 1']);
  const [, ...others] = orders.schema;
  await readCollections(collectionWith([{ ...title, name: 'headline' }, ...others]));
  assert.equal(rows()?.get('r1')?.shown, { headline: 'Two', total: 5 });
  change(rowOf('r1'), 'tags', ['b']);
  const single = field('select', 'tags', { maxSelect: 1, values: ['a', 'b'] });
  await readCollections(collectionWith([{ ...title, name: 'headline' }, single]));
  const cells = [...(edits.of('orders').get('r1')?.changes.values() ?? [])];
  assert.equal(
    cells.map(({ name, error }) => [name, error]),
    [
      ['headline', null],
      ['total', 'This field no longer exists.'],
      ['tags', 'The value no longer fits the field.'],
    ],
  );
});

test('the changes of a collection that is deleted stay in their drafts', async () => {
  await readCollections(orders);
  change(rowOf('r1'), 'title', 'Two');
  await readCollections();
  assert.equal([rows(), unsaved.hasAny(), draftKeys().length], [undefined, false, 1]);
  await readCollections(orders);
  await edits.openOffers('orders');
  const [offer] = edits.offers.byCollection['orders'] ?? [];
  assert.ok(offer);
  edits.restore(orders, offer);
  assert.equal(marks('r1'), ['title changed: Changed, was One']);
});

const people = { ...collectionWith([field('text', 'name')]), id: 'people', name: 'people' };
const toPeople = (name: string, maxSelect: number) => relation(name, 'people', maxSelect);
const [ann, bob, cleo] = ['Ann', 'Bob', 'Cleo'].map((name, at) => ({ id: `p${at + 1}`, name }));

test('the marks of a relation name its records as soon as a row brings them', async () => {
  const invited = collectionWith([toPeople('friend', 1)]);
  await readCollections(people, invited);
  const withFriend = (id: string, second: number, expand?: object) =>
    rowOf('r1', { friend: id, updated: at(second), ...(expand && { expand: { friend: expand } }) });
  const stage = () =>
    edits.set(invited, [{ row: withFriend('p1', 1), cell: cellOf('friend', invited), mine: '' }]);
  stage();
  assert.equal(marks('r1'), ['friend changed: Changed, was p1']);
  edits.compareRows(invited, [withFriend('p1', 1, ann)]);
  await tick();
  assert.equal(marks('r1'), ['friend changed: Changed, was Ann']);
  edits.compareRows(invited, [withFriend('p2', 2, bob)]);
  assert.equal(marks('r1'), ['friend conflict: Changed on the server: now Bob. Was Ann']);
  unsaved.forget();
  stage();
  assert.equal(marks('r1'), ['friend changed: Changed, was p1'], 'names end with the session');
});

test('a row shows the records that a changed relation names, when they become known', async () => {
  const invited = collectionWith([toPeople('friend', 2)]);
  await readCollections(people, invited);
  const row = rowOf('r1', { friend: ['p1'], expand: { friend: [ann], owner: [ann] } });
  edits.set(invited, [{ row, cell: cellOf('friend', invited), mine: ['p1', 'p2'] }]);
  const expanded = () => editedRows.withEdits([row], rows())[0]?.['expand'];
  assert.equal(expanded(), { friend: [ann], owner: [ann] }, 'the row has brought one of them');
  knownRecords.note('people', [bob as AnyRecord]);
  await tick();
  assert.equal(expanded(), { friend: [ann, bob], owner: [ann] });
  assert.equal(row['expand'], { friend: [ann], owner: [ann] }, 'the row itself does not change');
});

test('a restored draft names its related records, and reads each collection of them once', async () => {
  const invited = collectionWith([toPeople('friend', 1), toPeople('guests', 3), toPeople('hosts', 3)]);
  await readCollections(people, invited);
  const listRoute = 'GET /api/collections/:collection/records';
  const backend = fakeBackend({ [listRoute]: listOf([ann, bob, cleo], 3) });
  connect(backend);
  for (const [id, name, mine] of [
    ['r1', 'friend', 'p2'],
    ['r1', 'guests', ['p1', 'p3']],
    ['r2', 'friend', ''],
  ] as const) {
    const row = rowOf(id, { friend: 'p1', guests: ['p1'], hosts: ['p4'] });
    edits.set(invited, [{ row, cell: cellOf(name, invited), mine }]);
  }
  unsaved.forget();
  edits.restore(invited, readOffer());
  await settle();
  assert.equal(marks('r1'), ['friend changed: Changed, was Ann', 'guests changed: Changed, was Ann']);
  assert.equal(rows()?.get('r1')?.expand, { friend: [bob], guests: [ann, cleo] });
  assert.equal(marks('r2'), ['friend changed: Changed, was Ann']);
  const filters = backend.callsTo(listRoute).map(({ query }) => query['filter'] ?? '');
  const ids = filters.map((filter) => filter.match(/p\d/g)?.sort().join());
  assert.equal(ids, ['p1,p2,p3'], 'only those of changed cells');
});

test.run();
