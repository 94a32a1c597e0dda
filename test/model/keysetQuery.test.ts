import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  idKey,
  keysetFilter,
  keysetSort,
  type RecordKey,
  recordKeyOf,
  strangeDates,
  withFields,
} from '../../ui/model/keysetQuery';
import { maxQueryLength, serverQueryLength } from '../../ui/model/queryLength';
import { postsCollection, statsCollection, usersCollection } from '../support/samples';

const by = (field: string, isDescending = false) => ({ field, isDescending });

test('records are read by the id, a date or a number; a view by its id alone', () => {
  const kinds = (names: string, collection: Parameters<typeof recordKeyOf>[1]) =>
    names.split(' ').map((name) => recordKeyOf(by(name), collection)?.kind);
  assert.equal(kinds('id created updated day views', postsCollection), [
    'id',
    'date',
    'date',
    'date',
    'number',
  ]);
  for (const kind of kinds('title published meta author gone', postsCollection)) assert.is(kind, undefined);
  // The other columns of a view may be null.
  assert.equal(kinds('id created updated words', statsCollection), ['id', undefined, undefined, undefined]);
  assert.is(recordKeyOf(null, usersCollection), idKey);
  assert.is(recordKeyOf(null, statsCollection), null, 'a view has an order of its own');
});

test('a field whose name begins with a digit is no key, because filters read a number', () => {
  const schema = postsCollection.schema.map((one) => (one.name === 'views' ? { ...one, name: '1a' } : one));
  assert.is(recordKeyOf(by('1a'), { ...postsCollection, schema }), null);
});

const created: RecordKey = { field: 'created', kind: 'date', isDescending: true };
const views: RecordKey = { field: 'views', kind: 'number', isDescending: false };
const date = '2026-11-22 08:40:12.123Z';

for (const [key, place, sort, filter] of [
  [idKey, { id: 'abc', source: '' }, 'id', 'id>"abc"'],
  [idKey, { id: 'a"b', source: '' }, 'id', 'id>"a\\"b"'],
  [
    created,
    { id: 'abc', source: `"${date}"` },
    '-created,id',
    `created<"${date}"||(created="${date}"&&id>"abc")`,
  ],
  [views, { id: 'abc', source: '-1.5' }, 'views,id', 'views>-1.5||(views=-1.5&&id>"abc")'],
  [views, { id: 'abc', source: '1.5e-7' }, 'views,id', 'views>0.00000015||(views=0.00000015&&id>"abc")'],
] as const) {
  test(`after ${place.id} of ${sort}: ${filter}`, () => {
    assert.is(keysetSort(key), sort);
    assert.is(keysetFilter(key, place), filter);
  });
}

test('the record of the place may be included, and dates in another form are looked for', () => {
  assert.is(keysetFilter(idKey, { id: 'abc', source: '' }, { isInclusive: true }), 'id>="abc"');
  assert.is(strangeDates(created), 'created!=""&&created!~"____-__-__ __:__:__.___Z%"');
});

test('fields are named while the query is short enough', () => {
  assert.equal(withFields({ sort: 'id' }, ['id', 'title', 'id']), { sort: 'id', fields: 'id,title' });
  assert.equal(withFields({ sort: 'id' }, null), { sort: 'id' });
  const names = Array.from({ length: 200 }, (_, at) => `a_long_name_${at}`);
  assert.equal(withFields({ sort: 'id' }, names), { sort: 'id' });
  for (let count = 0; count < 200; count += 1) {
    assert.ok(serverQueryLength({ ...withFields({ sort: 'id' }, names.slice(0, count)) }) <= maxQueryLength);
  }
});

test.run();
