import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { listOf } from '../../ui/base/lists';
import type { Collection } from '../../ui/model/collection';
import type { SchemaField } from '../../ui/model/field';
import { type AnyRecord, expandedRecords, fieldValue, isEmptyValue } from '../../ui/model/record';
import { displayText, presentableThumb } from '../../ui/model/recordName';
import { field } from '../support/fields';

const collectionOf = (...schema: SchemaField[]): Collection => ({
  id: 'c1',
  name: 'things',
  type: 'base',
  schema,
});
const record = (values: Record<string, unknown>): AnyRecord => ({ id: 'r1', ...values });

test('a value is read by name, and inherited properties of objects do not count', () => {
  const read = JSON.parse('{"id":"r1","title":"a","__proto__":"own"}') as AnyRecord;
  assert.is(fieldValue(read, 'title'), 'a');
  assert.is(fieldValue(read, '__proto__'), 'own');
  assert.is(fieldValue(read, 'toString'), undefined);
  assert.is(fieldValue(read, 'missing'), undefined);
});

for (const [values, expected] of [
  [[null, undefined, '', [], {}], true],
  [[0, false, ' ', [''], { a: null }], false],
] as const) {
  test(`${JSON.stringify(values)} are ${expected ? '' : 'not '}empty`, () => {
    for (const value of values) assert.is(isEmptyValue(value), expected, JSON.stringify(value));
  });
}

test('a list of values has texts only', () => {
  assert.equal([listOf('a'), listOf(['a', '', 3, null, 'b'])], [['a'], ['a', 'b']]);
  for (const none of ['', [], null, undefined, 5, { 0: 'a' }]) assert.equal(listOf(none), []);
});

const author = { id: 'a1', name: 'Ann' };
for (const [name, values, expected] of [
  ['one record', { expand: { rel: author } }, 'a1'],
  ['invalid records', { expand: { rel: [author, { name: 'no id' }, 'x', null] } }, 'a1'],
  ['a text', { expand: { rel: 'x' } }, null],
  ['another field', { expand: { other: author } }, null],
  ['nothing', {}, null],
] as const) {
  test(`a relation expanded to ${name} gives ${expected}`, () => {
    const found = expandedRecords(record({ rel: 'a1', ...values }), 'rel');
    assert.is(found?.map(({ id }) => id).join(' ') ?? null, expected);
    assert.is(expandedRecords(record(values), 'constructor'), null);
  });
}

const two = collectionOf(
  field('text', 'title', {}, { presentable: true }),
  field('file', 'cover', {}, { presentable: true }),
  field('text', 'note'),
  field('number', 'count', {}, { presentable: true }),
);
const showing = (type: string) => collectionOf(field(type, 'a', {}, { presentable: true }));
const texts: [string, Record<string, unknown>, Collection | undefined, string][] = [
  ['the presentable fields that hold something', { title: '', count: 0, note: 'n' }, two, '0'],
  ['a telling field when the presentable ones are empty', { title: '', count: null, name: 'N' }, two, 'N'],
  ['a telling field when none is presentable', { note: 'n', slug: 's', name: 'N' }, collectionOf(), 'N'],
  ['a telling field when the collection is not known', { email: 'a@b.c', username: 'u' }, undefined, 'a@b.c'],
  ['its id when only tags are left', { title: '<p></p>' }, two, 'r1'],
  ['lists with commas', { a: ['a', 'b'] }, showing('select'), 'a, b'],
  ['json as text', { a: { a: [1] } }, showing('json'), '{"a":[1]}'],
  ['lists with numbers', { a: [1, 'b', null] }, showing('json'), '1, b'],
];
for (const [name, values, collection, expected] of texts) {
  test(`a record is shown by ${name}`, () => assert.is(displayText(record(values), collection), expected));
}

const images = { maxSelect: 1, mimeTypes: ['image/png', 'image/svg+xml'] };
const withThumb = collectionOf(
  field('file', 'paper', { maxSelect: 1, mimeTypes: ['application/pdf'] }),
  field('file', 'gallery', { maxSelect: 9, mimeTypes: ['image/png'] }),
  field('file', 'avatar', images),
  field('file', 'banner', images),
);
const presenting = (name: string): Collection => ({
  ...withThumb,
  schema: withThumb.schema.map((one) => (one.name === name ? { ...one, presentable: true } : one)),
});
const files = { paper: 'p.pdf', gallery: ['g1.png', 'g2.png'], avatar: 'a.png', banner: 'b.png' };
const titled = {
  ...withThumb,
  schema: [...withThumb.schema, field('text', 'title', {}, { presentable: true })],
};
const thumbs: [string, Record<string, unknown>, Collection | undefined, string | null][] = [
  ['the first file of a presentable file field', files, presenting('gallery'), 'g1.png'],
  ['nothing when that field is empty', { ...files, gallery: [] }, presenting('gallery'), null],
  ['the first field for a single picture when no field is presentable', files, withThumb, 'a.png'],
  ['nothing when that field is empty, whatever others hold', { ...files, avatar: '' }, withThumb, null],
  ['nothing when another kind of field is presentable', files, titled, null],
];
for (const [name, values, collection, expected] of thumbs) {
  test(`the thumbnail of a record is ${name}`, () =>
    assert.is(presentableThumb(record(values), collection), expected));
}

test.run();
