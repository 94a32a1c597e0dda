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
import type { Sort } from '../../ui/model/sort';
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
const callOf = (
  collection: Collection,
  asked: Partial<Asked> = {},
  find = byId,
  maxLength: number = maxQueryLength,
) =>
  listCallOf({ collection, sort: null, search: '', rules: 'plain', hidden: [], ...asked }, find, maxLength);
const queryOf = (...given: Parameters<typeof callOf>) => callOf(...given).query;
const descending = (field: string): Sort => ({ field, isDescending: true });

const sorts: Array<[text: string | undefined, collection: Collection, expected: Sort | null]> = [
  [undefined, posts, null],
  ['', posts, null],
  ['-title', posts, { field: 'title', isDescending: true }],
  ['+title', posts, { field: 'title', isDescending: false }],
  ['title', posts, { field: 'title', isDescending: false }],
  [' title', posts, { field: 'title', isDescending: false }],
  ['-title,+views', posts, { field: 'title', isDescending: true }],
  ['-id', posts, { field: 'id', isDescending: true }],
  ['-created', posts, { field: 'created', isDescending: true }],
  ['-nothing', posts, null],
  ['-username', posts, null],
  ['-username', users, { field: 'username', isDescending: true }],
  ['-passwordHash', users, null],
  ['@random', posts, null],
  ['title; drop table', posts, null],
  ['-created', stats, null],
  ['-words', stats, { field: 'words', isDescending: true }],
  ['-updated', dated, { field: 'updated', isDescending: true }],
  ['-recreated', viewOf('SELECT id, recreated FROM posts'), null],
];

for (const [text, collection, expected] of sorts) {
  test(`the sort "${text}" of ${collection.name} is ${expected ? JSON.stringify(expected) : 'none'}`, () => {
    assert.equal(askedSort(text, collection), expected);
  });
}

const defaults: Array<[what: string, collection: Collection, expected: Sort | null]> = [
  ['a base collection', posts, descending('created')],
  ['a collection of users', users, descending('created')],
  ['a view that selects created', dated, descending('created')],
  ['a view that selects created in capitals', viewOf('SELECT id, CREATED FROM posts'), descending('created')],
  ['a view that does not', stats, null],
  ['a view that only has a word like it', viewOf('SELECT id, created_by FROM posts'), null],
  ['a view without a query', { ...stats, options: null } as Collection, null],
];

for (const [what, collection, expected] of defaults) {
  test(`a list of ${what} is ${expected ? 'sorted by the newest first' : 'not sorted'} by default`, () => {
    assert.equal(defaultSort(collection), expected);
  });
}

test('a sort by a field that surely exists is not the cause of an error', () => {
  assert.is(sortInsteadOf(descending('created'), posts), undefined);
  assert.is(sortInsteadOf(descending('words'), stats), undefined);
  assert.is(sortInsteadOf(null, stats), undefined);
});

test('a refused sort of a view by a date falls back to newest first, and then to none', () => {
  assert.equal(sortInsteadOf(descending('updated'), dated), descending('created'));
  assert.is(sortInsteadOf(descending('created'), dated), null);
  assert.is(sortInsteadOf(descending('updated'), viewOf('SELECT id, updated FROM posts')), null);
});

test('related records are expanded, and long texts are excerpts', () => {
  assert.equal(queryOf(posts, { sort: descending('created') }), {
    sort: '-created',
    fields: '*,body:excerpt(200,true),expand.author.*:excerpt(200)',
    expand: 'author',
  });
});

test('a collection without relations and editors needs no fields parameter', () => {
  assert.equal(queryOf(users), { fields: '*' });
});

test('the related records of a hidden column are not requested', () => {
  assert.equal(queryOf(posts, { hidden: ['f5l2gx0u', '@created'] }), { fields: '*,body:excerpt(200,true)' });
});

for (const [direction, sort, sign] of [
  ['descending', { field: 'title', isDescending: true }, '-'],
  ['ascending', { field: 'title', isDescending: false }, '+'],
] as const) {
  test(`a ${direction} sort is sent with its sign`, () => {
    assert.is(queryOf(posts, { sort })['sort'], `${sign}title`);
  });
}

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
  const ascending = { field: 'author', isDescending: false };
  assert.is(queryOf(posts, { sort: ascending }, find)['sort'], '+author.name,+author.city');
});

test('a relation to an unknown target, or one without presentable fields, is sorted by its ids', () => {
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

test('presentable fields are searched first', () => {
  const collection = {
    ...users,
    schema: [
      { id: 'a', name: 'count', type: 'number' },
      { id: 'b', name: 'note', type: 'text' },
      { id: 'c', name: 'born', type: 'date', presentable: true },
    ],
  } as Collection;
  assert.equal(
    searchColumnsOf(collection).map(({ name }) => name),
    ['id', 'username', 'email', 'born', 'note', 'count', 'created', 'updated'],
  );
  assert.equal(
    searchColumnsOf(stats).map(({ name }) => name),
    ['id', 'title', 'words'],
  );
});

test('a view is not searched by dates that it may only mention, because the server would refuse the filter', () => {
  assert.equal(
    searchColumnsOf(dated).map(({ name }) => name),
    ['id', 'title', 'words'],
  );
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

test('a query that fits is complete', () => {
  const shape = shapeOf(10, 10);
  assert.equal([shape.hasExcerpts, shape.hasExpand, shape.hasFields], [true, true, true]);
  assert.ok(shape.length <= maxQueryLength);
});

test('a long query loses the excerpts of related records first', () => {
  const shape = shapeOf(30, 30);
  assert.equal(
    [shape.hasExcerpts, shape.hasExpand, shape.takesExpandWhole, shape.hasFields],
    [false, true, true, true],
  );
  assert.ok(shape.length <= maxQueryLength);
});

test('a longer query also loses the related records', () => {
  const shape = shapeOf(60, 40);
  assert.equal([shape.hasExcerpts, shape.hasExpand, shape.hasFields], [false, false, true]);
  assert.ok(shape.length <= maxQueryLength);
});

test('a query loses the excerpts of its own texts last', () => {
  const editors = Array.from({ length: 100 }, (_, index) => ({ name: `text_${index}`, type: 'editor' }));
  const { query, narrowedTo } = callOf(baseWith(editors), { sort: descending('created') });
  assert.equal(query, { sort: '-created' });
  assert.is(narrowedTo, null);
});

test('a term is then searched in fewer columns, and the result names them', () => {
  const fields = Array.from({ length: 60 }, (_, index) => ({ name: `column_number_${index}`, type: 'text' }));
  const { query, narrowedTo, excess } = callOf(baseWith(fields), { search: 'a longer term' });
  assert.ok(narrowedTo && narrowedTo.length > 10 && narrowedTo.length < 60);
  assert.equal(narrowedTo.slice(0, 2), ['id', 'column_number_0']);
  assert.is(query['filter'], narrowedTo.map((name) => `${name}~"a longer term"`).join('||'));
  assert.is(query['fields'], '*');
  assert.is(excess, 0);
  const whole = { ...query, page: '1000000', perPage: '500', skipTotal: '1' };
  assert.ok(serverQueryLength(whole) <= maxQueryLength);
});

test('a typed filter that is too long is sent completely, with the excess length', () => {
  const filter = `title = "${'x'.repeat(3000)}"`;
  const { query, narrowedTo, excess } = callOf(posts, { search: filter });
  assert.is(query['filter'], filter);
  assert.is(narrowedTo, null);
  const whole = { ...query, page: '1000000', perPage: '500', skipTotal: '1' };
  assert.is(excess, serverQueryLength(whole) - maxQueryLength);
});

test('a term that is too long for a single column returns the excess length', () => {
  assert.ok(callOf(posts, { search: 'é'.repeat(2000) }).excess > 0);
});

test('a server without a limit gets the complete query of any length', () => {
  const collection = baseWith([{ name: 'text', type: 'editor' }, ...relations(60, 40)]);
  const asked = { search: 'a longer term' };
  const { query, narrowedTo, excess } = callOf(collection, asked, byId, Number.POSITIVE_INFINITY);
  assert.is((query['expand'] ?? '').split(',').length, 60);
  assert.ok(query['fields']?.includes('expand.'));
  assert.is((query['filter'] ?? '').split('||').length, searchColumnsOf(collection).length);
  assert.equal([narrowedTo, excess], [null, 0]);
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
