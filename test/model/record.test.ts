import { is } from 'superstruct';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../ui/model/collection';
import type { SchemaField } from '../../ui/model/field';
import {
  AnyRecord,
  displayText,
  expandedRecords,
  fieldValue,
  isEmptyValue,
  listOf,
  presentableThumb,
} from '../../ui/model/record';

const field = (name: string, type: string, more: Partial<SchemaField> = {}): SchemaField => ({
  id: `id_${name}`,
  name,
  type,
  ...more,
});
const collectionOf = (...schema: SchemaField[]): Collection => ({
  id: 'c1',
  name: 'things',
  type: 'base',
  schema,
});
const record = (values: Record<string, unknown>): AnyRecord => ({ id: 'r1', ...values });

test('a record needs only an id', () => {
  assert.ok(is({ id: '1', title: 5, expand: { author: { id: 'x' } } }, AnyRecord));
  assert.ok(is({ id: '1', expand: null }, AnyRecord));
  assert.not.ok(is({ id: 1 }, AnyRecord));
  assert.not.ok(is({ title: 'no id' }, AnyRecord));
  assert.not.ok(is({ id: '1', expand: 'x' }, AnyRecord));
});

test('a value is read by name, and inherited properties of objects do not count', () => {
  const read = JSON.parse('{"id":"r1","title":"a","__proto__":"own"}') as AnyRecord;
  assert.is(fieldValue(read, 'title'), 'a');
  assert.is(fieldValue(read, '__proto__'), 'own');
  assert.is(fieldValue(read, 'toString'), undefined);
  assert.is(fieldValue(read, 'missing'), undefined);
});

const empties: [value: unknown, expected: boolean][] = [
  [null, true],
  [undefined, true],
  ['', true],
  [[], true],
  [{}, true],
  [0, false],
  [false, false],
  [' ', false],
  [[''], false],
  [{ a: null }, false],
];
for (const [value, expected] of empties) {
  test(`${JSON.stringify(value)} is ${expected ? '' : 'not '}empty`, () =>
    assert.is(isEmptyValue(value), expected));
}

const lists: [value: unknown, expected: string[]][] = [
  ['a', ['a']],
  ['', []],
  [
    ['a', 'b'],
    ['a', 'b'],
  ],
  [
    ['a', '', 3, null, 'b'],
    ['a', 'b'],
  ],
  [[], []],
  [null, []],
  [undefined, []],
  [5, []],
  [{ 0: 'a' }, []],
];
for (const [value, expected] of lists) {
  test(`${JSON.stringify(value)} lists ${JSON.stringify(expected)}`, () => {
    assert.equal(listOf(value), expected);
  });
}

const author = { id: 'a1', name: 'Ann' };
const expansions: [name: string, expand: unknown, expected: string[] | null][] = [
  ['one record', { rel: author }, ['a1']],
  ['several', { rel: [author, { id: 'a2' }] }, ['a1', 'a2']],
  ['none', { rel: [] }, []],
  ['invalid records', { rel: [author, { name: 'no id' }, 'x', null] }, ['a1']],
  ['a text', { rel: 'x' }, null],
  ['null', { rel: null }, null],
  ['another field', { other: author }, null],
  ['nothing', {}, null],
];
for (const [name, expand, expected] of expansions) {
  test(`a relation expanded to ${name} gives ${JSON.stringify(expected)}`, () => {
    const found = expandedRecords(record({ rel: 'a1', expand }), 'rel');
    assert.equal(found?.map((one) => one.id) ?? null, expected);
  });
}

test('a relation of a record without expands gives null', () => {
  assert.is(expandedRecords(record({ rel: 'a1' }), 'rel'), null);
  assert.is(expandedRecords(record({ rel: 'a1', expand: null }), 'rel'), null);
  assert.is(expandedRecords(record({ expand: {} }), 'constructor'), null);
});

const two = collectionOf(
  field('title', 'text', { presentable: true }),
  field('cover', 'file', { presentable: true }),
  field('note', 'text'),
  field('count', 'number', { presentable: true }),
);
const texts: [
  name: string,
  values: Record<string, unknown>,
  collection: Collection | undefined,
  expected: string,
][] = [
  [
    'its presentable fields, files left out',
    { title: 'A', cover: 'x.png', note: 'n', count: 3 },
    two,
    'A, 3',
  ],
  ['the presentable fields that hold something', { title: '', count: 0, note: 'n' }, two, '0'],
  ['a telling field when the presentable ones are empty', { title: '', count: null, name: 'N' }, two, 'N'],
  ['its id when all is empty', { title: '', count: null, note: 'n' }, two, 'r1'],
  ['a telling field when none is presentable', { note: 'n', slug: 's', name: 'N' }, collectionOf(), 'N'],
  ['a telling field when the collection is not known', { email: 'a@b.c', username: 'u' }, undefined, 'a@b.c'],
  ['a telling field further down the list', { identifier: 'i', key: 'k' }, undefined, 'k'],
  ['text without its html', { title: '<p>A <b>bold</b> &amp; plain</p>' }, two, 'A bold & plain'],
  ['its id when only tags are left', { title: '<p></p>' }, two, 'r1'],
  ['a yes as True', { ok: true }, collectionOf(field('ok', 'bool', { presentable: true })), 'True'],
  ['a no as False', { ok: false }, collectionOf(field('ok', 'bool', { presentable: true })), 'False'],
  [
    'lists with commas',
    { tags: ['a', 'b'] },
    collectionOf(field('tags', 'select', { presentable: true })),
    'a, b',
  ],
  [
    'json as text',
    { data: { a: [1] } },
    collectionOf(field('data', 'json', { presentable: true })),
    '{"a":[1]}',
  ],
  [
    'lists of objects as text',
    { data: [{ a: 1 }] },
    collectionOf(field('data', 'json', { presentable: true })),
    '[{"a":1}]',
  ],
  [
    'lists with numbers',
    { data: [1, 'b', null] },
    collectionOf(field('data', 'json', { presentable: true })),
    '1, b',
  ],
];
for (const [name, values, collection, expected] of texts) {
  test(`a record is shown by ${name}`, () => assert.is(displayText(record(values), collection), expected));
}

const images = { maxSelect: 1, mimeTypes: ['image/png', 'image/svg+xml'] };
const withThumb = collectionOf(
  field('paper', 'file', { options: { maxSelect: 1, mimeTypes: ['application/pdf'] } }),
  field('gallery', 'file', { options: { maxSelect: 9, mimeTypes: ['image/png'] } }),
  field('avatar', 'file', { options: images }),
  field('banner', 'file', { options: images }),
);
const presenting = (name: string): Collection => ({
  ...withThumb,
  schema: withThumb.schema.map((one) => (one.name === name ? { ...one, presentable: true } : one)),
});
const files = { paper: 'p.pdf', gallery: ['g1.png', 'g2.png'], avatar: 'a.png', banner: 'b.png' };
const thumbs: [
  name: string,
  values: Record<string, unknown>,
  collection: Collection | undefined,
  expected: string | null,
][] = [
  ['the first file of a presentable file field', files, presenting('gallery'), 'g1.png'],
  ['a presentable file that is no picture', files, presenting('paper'), 'p.pdf'],
  ['nothing when that field is empty', { ...files, gallery: [] }, presenting('gallery'), null],
  ['the first field for a single picture when no field is presentable', files, withThumb, 'a.png'],
  ['nothing when that field is empty, whatever others hold', { ...files, avatar: '' }, withThumb, null],
  [
    'nothing when another kind of field is presentable',
    files,
    { ...withThumb, schema: [...withThumb.schema, field('title', 'text', { presentable: true })] },
    null,
  ],
  ['nothing when the collection is not known', files, undefined, null],
  ['nothing when there are no files', {}, collectionOf(field('title', 'text')), null],
];
for (const [name, values, collection, expected] of thumbs) {
  test(`the thumbnail of a record is ${name}`, () =>
    assert.is(presentableThumb(record(values), collection), expected));
}

test.run();
