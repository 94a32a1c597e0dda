import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import type { FullRecord, RecordAnswer } from '../../../ui/model/record';
import {
  type BulkChoice,
  type BulkKind,
  bulkFields,
  changedFields,
  checkChoices,
} from '../../../ui/records/bulk/bulkChoices';
import { bulkWrite, previewOf, sumOf } from '../../../ui/records/bulk/bulkValues';
import { postsCollection, usersCollection } from '../../support/samples';

const posts = {
  ...postsCollection,
  schema: [
    ...postsCollection.schema,
    { id: 'whole', name: 'stock', type: 'number', options: { noDecimal: true } },
    { id: 'friends', name: 'friends', type: 'relation', options: { collectionId: 'c', maxSelect: null } },
    { id: 'state', name: 'state', type: 'select', options: { values: ['new', 'sent'], maxSelect: 1 } },
    { id: 'slug', name: 'slug', type: 'text', options: {} },
    { id: 'code', name: 'code', type: 'text', required: true, options: {} },
    { id: 'later', name: 'later', type: 'colour', options: {} },
  ],
  indexes: [
    'CREATE UNIQUE INDEX slugs ON posts (slug)',
    'CREATE UNIQUE INDEX codes ON posts (code)',
    'CREATE UNIQUE INDEX pairs ON posts (title, day)',
  ],
} as unknown as Collection;

const stored = {
  id: 'r1',
  updated: '2026-01-01 00:00:00.000Z',
  title: 'A title',
  body: '<p>Some <b>text</b></p>',
  views: 10.1,
  published: false,
  contact: '',
  source: '',
  day: '2025-01-01 10:00:00.123Z',
  tags: ['news'],
  meta: null,
  pictures: ['a.png', 'b.png'],
  author: 'u1',
  stock: 5,
  friends: ['f1', 'f2'],
  state: 'new',
  slug: 'a',
  code: 'c',
};

const answerOf = (values: object = {}, sources: Record<string, string> = {}): RecordAnswer => ({
  record: { ...stored, ...values } as unknown as FullRecord,
  sources,
});

const bodyOf = (name: string, choice: BulkChoice, answer = answerOf()) => ({
  ...bulkWrite(posts, { [name]: choice }, answer).body.values,
});

test('each field offers what its type and its rules allow', () => {
  const { fields, others } = bulkFields(posts);
  assert.equal(Object.fromEntries(fields.map(({ field, kinds }) => [field.name, kinds.slice(1).join(' ')])), {
    title: 'set',
    body: 'set clear',
    views: 'set clear increase decrease',
    published: 'set',
    contact: 'set clear',
    source: 'set clear',
    day: 'set clear',
    tags: 'set clear add remove',
    meta: 'set clear',
    pictures: 'clear',
    author: 'set clear',
    stock: 'set clear increase decrease',
    friends: 'set clear add remove',
    state: 'set clear',
    slug: 'clear',
  });
  assert.equal(others, ['code', 'later']);
});

test('of an account only the switches are offered', () => {
  const { fields } = bulkFields(usersCollection as unknown as Collection);
  const names = fields.map(({ field }) => field.name);
  assert.equal(names.slice(0, 2), ['emailVisibility', 'verified']);
  for (const name of ['id', 'username', 'email', 'password', 'created', 'updated']) {
    assert.not.ok(names.includes(name), name);
  }
});

for (const [name, kind, value, body] of [
  ['title', 'set', 'Other', { title: 'Other' }],
  ['published', 'set', true, { published: true }],
  ['day', 'set', '2025-01-01 10:00', { day: '2025-01-01 10:00:00' }],
  ['day', 'set', '2025-01-01 10:00:00.123', {}],
  ['tags', 'add', ['draft', 'news'], { 'tags+': ['draft'] }],
  ['tags', 'add', ['news'], {}],
  ['tags', 'remove', ['news', 'long'], { 'tags-': ['news'] }],
  ['pictures', 'clear', [], { 'pictures-': ['a.png', 'b.png'] }],
  ['meta', 'clear', '', {}],
  ['views', 'set', '10.10', {}],
  ['views', 'clear', '', { views: null }],
  ['views', 'increase', '0.2', { views: 10.3 }],
  ['stock', 'increase', '2', { 'stock+': 2 }],
  ['stock', 'decrease', '2', { 'stock-': 2 }],
  ['stock', 'increase', '0.5', { stock: 5.5 }],
  ['stock', 'increase', '9007199254740991', { stock: 9007199254740996 }],
] as [string, BulkKind, BulkChoice['value'], object][]) {
  test(`${name} ${kind} ${JSON.stringify(value)} sends ${JSON.stringify(body)}`, () => {
    assert.equal(bodyOf(name, { kind, value }), body);
  });
}

test('JSON is compared by its meaning, with all its digits', () => {
  const answer = answerOf({ meta: { n: 1 } }, { meta: '{"n":12345678901234567890}' });
  assert.equal(bodyOf('meta', { kind: 'set', value: '{ "n": 12345678901234567890 }' }, answer), {});
  assert.equal(bodyOf('meta', { kind: 'set', value: '{ "n": 12345678901234567891 }' }, answer), {
    meta: '{"n":12345678901234567891}',
  });
  assert.equal(bodyOf('meta', { kind: 'clear', value: '' }, answer), { meta: 'null' });
});

for (const [stored, amount, sum] of [
  [10.1, 0.2, 10.3],
  [10.299999999999999, 0.1, 10.4],
  [1234567890123.45, 0.1, 1234567890123.55],
  [0, 1e-15, 1e-15],
  [1e21, 1, 1e21],
] as const) {
  test(`${stored} and ${amount} are ${sum}`, () => assert.is(sumOf(stored, amount), sum));
}

for (const [name, kind, value, message] of [
  ['title', 'set', '', 'Missing required value.'],
  ['source', 'set', 'no url', 'Must be a valid url.'],
  ['day', 'set', 'tomorrow', 'Must be a valid date.'],
  ['tags', 'set', ['news', 'gone'], 'Invalid value gone.'],
  ['tags', 'add', [], 'Choose at least one.'],
  ['stock', 'increase', '', 'Must be a number.'],
  ['stock', 'decrease', '0.5', 'Decimal numbers are not allowed.'],
  ['published', 'set', false, undefined],
] as [string, BulkKind, BulkChoice['value'], string | undefined][]) {
  test(`${name} ${kind} ${JSON.stringify(value)}: ${message ?? 'right'}`, () => {
    assert.is(checkChoices(posts, { [name]: { kind, value } })[name]?.message, message);
  });
}

test('invalid JSON is refused with the place of the fault', () => {
  assert.ok(checkChoices(posts, { meta: { kind: 'set', value: '{"a":' } })['meta']);
});

const blank = { was: '', next: '', same: '', sign: '', items: [] };
for (const [name, kind, value, cell] of [
  ['state', 'set', 'sent', { was: 'new', next: 'sent', items: ['sent'] }],
  ['views', 'increase', '0.2', { was: '10.1', next: '10.3' }],
  ['tags', 'add', ['long'], { sign: '+', items: ['long'] }],
  ['tags', 'add', ['news'], { same: 'already has them' }],
  ['friends', 'remove', ['f2', 'f9'], { sign: '-', items: ['f2'] }],
  ['contact', 'clear', '', { same: 'already empty' }],
  ['author', 'set', 'u2', { was: 'u1', next: 'u2', items: ['u2'] }],
] as [string, BulkKind, BulkChoice['value'], object][]) {
  test(`the preview of ${name} ${kind} ${JSON.stringify(value)}`, () => {
    assert.equal(previewOf(posts, { [name]: { kind, value } }, answerOf(), name), { ...blank, ...cell });
  });
}

test('a field that was renamed, replaced or changed meanwhile is found', () => {
  const change = (name: string, part: object) => ({
    ...posts,
    schema: posts.schema.map((field) => (field.name === name ? { ...field, ...part } : field)),
  });
  assert.equal(changedFields(posts, posts, ['title', 'tags']), []);
  assert.equal(changedFields(posts, change('title', { name: 'head' }), ['title', 'tags']), ['title']);
  assert.equal(changedFields(posts, change('title', { id: 'new' }), ['title']), ['title']);
  assert.equal(changedFields(posts, change('tags', { options: { maxSelect: 1 } }), ['tags']), ['tags']);
});

test.run();
