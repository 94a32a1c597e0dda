// The names of related records in the changes of a table.
import '../../support/dom';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { FormValue } from '../../../ui/model/records/recordValues';
import * as unsaved from '../../../ui/state/forms/unsaved';
import * as knownRecords from '../../../ui/state/staged/knownRecords';
import * as staged from '../../../ui/state/staged/staged';
import * as stagedMerge from '../../../ui/state/staged/stagedMerge';
import * as stagedOffers from '../../../ui/state/staged/stagedOffers';
import * as stagedRows from '../../../ui/state/staged/stagedRows';
import { connect, settle } from '../../api/connect';
import { fakeBackend } from '../../support/backend';
import { tick } from '../../support/render';
import { listOf } from '../../support/samples';
import {
  at,
  cellOf,
  collectionWith,
  eachBegins,
  field,
  marks,
  readCollections,
  readDrafts,
  rowOf,
  rows,
} from './stagedScene';

eachBegins(test);

test('the marks of a relation name its records as soon as a row brings them', async () => {
  const people = { ...collectionWith([field('f_name', 'name', 'text')]), id: 'people', name: 'people' };
  const friend = field('f_friend', 'friend', 'relation', { collectionId: 'people', maxSelect: 1 });
  const invited = collectionWith([friend]);
  await readCollections(people, invited);
  const withFriend = (id: string, second: number, expand?: object) =>
    rowOf('r1', { friend: id, updated: at(second), ...(expand && { expand: { friend: expand } }) });
  staged.stage(invited, [{ row: withFriend('p1', 1), cell: cellOf('friend', invited), mine: '' }]);
  assert.equal(marks('r1'), ['friend changed: Changed, was p1']);
  stagedMerge.compareRows(invited, [withFriend('p1', 1, { id: 'p1', name: 'Ann' })]);
  await tick();
  assert.equal(marks('r1'), ['friend changed: Changed, was Ann']);
  stagedMerge.compareRows(invited, [withFriend('p2', 2, { id: 'p2', name: 'Bob' })]);
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

test.run();
