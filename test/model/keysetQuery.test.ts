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

for (const [name, kind] of [
  ['id', 'id'],
  ['created', 'date'],
  ['updated', 'date'],
  ['day', 'date'],
  ['views', 'number'],
  ['title', undefined],
  ['published', undefined],
  ['meta', undefined],
  ['author', undefined],
  ['gone', undefined],
] as const) {
  test(`the key of a sort by ${name} is ${kind ?? 'none'}`, () => {
    assert.is(recordKeyOf(by(name), postsCollection)?.kind, kind);
  });
}

test('without a sort the key is the id, but a view has an order of its own', () => {
  assert.is(recordKeyOf(null, usersCollection), idKey);
  assert.is(recordKeyOf(null, statsCollection), null);
});

test('a field whose name begins with a digit is no key, because filters read a number', () => {
  const schema = postsCollection.schema.map((one) => (one.name === 'views' ? { ...one, name: '1a' } : one));
  assert.is(recordKeyOf(by('1a'), { ...postsCollection, schema }), null);
});

test('a view is read by its id alone, because its other columns may be null', () => {
  assert.is(recordKeyOf(by('id', true), statsCollection)?.kind, 'id');
  for (const name of ['created', 'updated', 'words']) assert.is(recordKeyOf(by(name), statsCollection), null);
});

const created: RecordKey = { field: 'created', kind: 'date', isDescending: true };
const views: RecordKey = { field: 'views', kind: 'number', isDescending: false };
const date = '2026-11-22 08:40:12.123Z';

for (const [key, place, sort, filter] of [
  [idKey, { id: 'abc', source: '' }, 'id', 'id>"abc"'],
  [{ ...idKey, isDescending: true }, { id: 'abc', source: '' }, '-id', 'id<"abc"'],
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

test('the record of the place may be included', () => {
  assert.is(keysetFilter(idKey, { id: 'abc', source: '' }, { isInclusive: true }), 'id>="abc"');
});

test('dates in another form are looked for', () => {
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
