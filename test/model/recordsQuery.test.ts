import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../ui/model/collection';
import { maxQueryLength, serverQueryLength } from '../../ui/model/queryLength';
import {
  type Asked,
  askedSort,
  defaultSort,
  listCallOf,
  searchColumnsOf,
  sortInsteadOf,
} from '../../ui/model/recordsQuery';
import { printSort, type Sort } from '../../ui/model/sort';
import { postsCollection, statsCollection, usersCollection } from '../support/samples';

const posts = postsCollection as Collection;
const users = usersCollection as Collection;
const stats = statsCollection as Collection;
const viewOf = (query: string) => ({ ...stats, options: { query } }) as Collection;
const dated = viewOf('SELECT id, title, created, updated FROM posts');

/** A base collection with these fields. */
const baseWith = (fields: object[]) =>
  ({
    ...posts,
    schema: fields.map((field, index) => ({ id: `f${index}`, options: {}, ...field })),
  }) as Collection;
const relations = (count: number, nameLength: number) =>
  Array.from({ length: count }, (_, index) => ({
    name: `r${index}`.padEnd(nameLength, '_'),
    type: 'relation',
    options: { collectionId: users.id, maxSelect: 1 },
  }));

const byId = (id: string) => [posts, users, stats].find((one) => one.id === id);
const callOf = (collection: Collection, asked: Partial<Asked> = {}, find = byId) =>
  listCallOf({ collection, sort: null, search: '', hidden: [], ...asked }, find);
const queryOf = (...given: Parameters<typeof callOf>) => callOf(...given).query;
const descending = (field: string): Sort => ({ field, isDescending: true });

const sorts: Array<[text: string | undefined, collection: Collection, expected: string | null]> = [
  ['-title', posts, '-title'],
  [' title', posts, '+title'],
  ['-nothing', posts, null],
  ['-username', users, '-username'],
  ['title; drop table', posts, null],
  ['-created', stats, null],
  ['-words', stats, '-words'],
  ['-recreated', viewOf('SELECT id, recreated FROM posts'), null],
];

for (const [text, collection, expected] of sorts) {
  test(`the sort "${text}" of ${collection.name} is ${expected ?? 'none'}`, () => {
    const sort = askedSort(text, collection);
    assert.is(sort && printSort(sort), expected);
  });
}

test('a list is sorted by the newest first by default, where it has the field', () => {
  const inCapitals = viewOf('SELECT id, CREATED FROM posts');
  for (const one of [posts, users, dated, inCapitals]) assert.equal(defaultSort(one), descending('created'));
  const likeIt = viewOf('SELECT id, created_by FROM posts');
  for (const one of [stats, likeIt, { ...stats, options: null }])
    assert.is(defaultSort(one as Collection), null);
});

test('a refused sort of a view by a date falls back to newest first, and then to none', () => {
  assert.equal(sortInsteadOf(descending('updated'), dated), descending('created'));
  assert.is(sortInsteadOf(descending('created'), dated), null);
  // A field that surely exists is not the cause.
  assert.is(sortInsteadOf(descending('created'), posts), undefined);
  assert.is(sortInsteadOf(null, stats), undefined);
});

test('related records are expanded but those of hidden columns, and long texts are excerpts', () => {
  const excerpts = '*,body:excerpt(200,true)';
  assert.equal(queryOf(posts, { sort: descending('created') }), {
    sort: '-created',
    fields: `${excerpts},expand.author.*:excerpt(200)`,
    expand: 'author',
  });
  assert.equal(queryOf(users), { fields: '*' });
  assert.equal(queryOf(posts, { hidden: ['f5l2gx0u', '@created'] }), { fields: excerpts });
});

test('a relation is sorted by the presentable fields of its target, all in one direction', () => {
  const target = {
    ...users,
    schema: [
      { id: 'a', name: 'name', type: 'text', presentable: true },
      { id: 'b', name: 'note', type: 'text', presentable: false },
      { id: 'c', name: 'city', type: 'text', presentable: true },
    ],
  } as Collection;
  const find = () => target;
  assert.is(queryOf(posts, { sort: descending('author') }, find)['sort'], '-author.name,-author.city');
  // Without a known target, or presentable fields, by the ids.
  assert.is(queryOf(posts, { sort: descending('author') })['sort'], '-author');
  assert.is(queryOf(posts, { sort: descending('author') }, () => undefined)['sort'], '-author');
});

for (const [what, nameLength] of [
  ['more parts than an old database takes', 2],
  ['parts that would not fit into a query', 50],
] as const) {
  test(`a relation whose sort would have ${what} is sorted by fewer`, () => {
    const schema = Array.from({ length: 80 }, (_, index) => ({
      id: `p${index}`,
      name: `p${index}`.padEnd(nameLength, '_'),
      type: 'text',
      presentable: true,
    }));
    const { query, excess } = callOf(
      posts,
      { sort: descending('author') },
      () => ({ ...users, schema }) as Collection,
    );
    const parts = (query['sort'] ?? '').split(',');
    assert.ok(parts.length > 1 && parts.length <= 32, `${parts.length} parts`);
    assert.ok(parts.every((part, index) => part === `-author.${schema[index]?.name}`));
    assert.is(excess, 0);
  });
}

test('a term is searched in all columns, and a filter is sent as typed', () => {
  const few = baseWith([{ name: 'title', type: 'text' }]);
  assert.is(queryOf(few, { search: 'x' })['filter'], 'id~"x"||title~"x"||created~"x"||updated~"x"');
  assert.is(queryOf(few, { search: ' title = "x" ' })['filter'], 'title = "x"');
});

test('presentable fields are searched first; a view is not searched by dates that it may only mention', () => {
  const schema = [
    { id: 'a', name: 'count', type: 'number' },
    { id: 'b', name: 'note', type: 'text' },
    { id: 'c', name: 'born', type: 'date', presentable: true },
  ];
  const namesOf = (one: Collection) => searchColumnsOf(one).map(({ name }) => name);
  assert.is(namesOf({ ...users, schema }).join(), 'id,username,email,born,note,count,created,updated');
  assert.is(namesOf(stats).join(), 'id,title,words');
  // The server would refuse the filter.
  assert.is(namesOf(dated).join(), 'id,title,words');
});

/** Describes how the request is shortened for this many relations with names of this length. */
function shapeOf(count: number, nameLength: number, search = '') {
  const collection = baseWith([{ name: 'text', type: 'editor' }, ...relations(count, nameLength)]);
  const { query, narrowedTo, excess } = callOf(collection, { sort: descending('created'), search });
  const fields = query['fields'] ?? '';
  return {
    hasExcerpts: fields.includes('expand.'),
    hasExpand: 'expand' in query,
    takesExpandWhole: fields.split(',').includes('expand'),
    hasFields: 'fields' in query,
    narrowedTo,
    excess,
    length: serverQueryLength({ ...query, page: '1000000', perPage: '500', skipTotal: '1' }),
  };
}

for (const [what, count, nameLength, kept] of [
  ['that fits is complete', 10, 10, 'hasExcerpts hasExpand hasFields'],
  [
    'that is long loses the excerpts of related records first',
    30,
    30,
    'hasExpand takesExpandWhole hasFields',
  ],
  ['that is longer also loses the related records', 60, 40, 'hasFields'],
] as const) {
  test(`a query ${what}`, () => {
    const { length, ...shape } = shapeOf(count, nameLength);
    const found = Object.entries(shape).filter(([, is]) => is === true);
    assert.is(found.map(([name]) => name).join(' '), kept);
    assert.ok(length <= maxQueryLength);
  });
}

test('a query loses the excerpts of its own texts last', () => {
  const editors = Array.from({ length: 100 }, (_, index) => ({ name: `text_${index}`, type: 'editor' }));
  assert.equal(queryOf(baseWith(editors), { sort: descending('created') }), { sort: '-created' });
});

test('a term is then searched in fewer columns, and the result names them', () => {
  const fields = Array.from({ length: 60 }, (_, index) => ({ name: `column_number_${index}`, type: 'text' }));
  const { query, narrowedTo, excess } = callOf(baseWith(fields), { search: 'a longer term' });
  assert.ok(narrowedTo && narrowedTo.length > 10 && narrowedTo.length < 60);
  assert.equal(narrowedTo.slice(0, 2), ['id', 'column_number_0']);
  assert.is(query['filter'], narrowedTo.map((name) => `${name}~"a longer term"`).join('||'));
  assert.equal([query['fields'], excess], ['*', 0]);
});

test('a typed filter that is too long stays whole, with the excess length', () => {
  const filter = `title = "${'x'.repeat(3000)}"`;
  const { query, narrowedTo, excess } = callOf(posts, { search: filter });
  assert.is(query['filter'], filter);
  assert.is(narrowedTo, null);
  const whole = { ...query, page: '1000000', perPage: '500', skipTotal: '1' };
  assert.is(excess, serverQueryLength(whole) - maxQueryLength);
  assert.ok(callOf(posts, { search: 'é'.repeat(2000) }).excess > 0, 'a term for a single column');
});

test('the request fits for every number of relations', () => {
  for (let count = 0; count <= 120; count += 3) {
    for (const nameLength of [4, 20, 60]) {
      const { length, excess } = shapeOf(count, nameLength, 'term');
      assert.ok(
        excess === 0 && length <= maxQueryLength,
        `${count} relations, names of ${nameLength}: ${length}`,
      );
    }
  }
});

test.run();
