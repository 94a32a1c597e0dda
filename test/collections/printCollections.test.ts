import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { printCollections } from '../../ui/collections/printCollections';
import type { Collection } from '../../ui/model/collection';
import { postsCollection, statsCollection, usersCollection } from '../support/samples';

const newer = { ...usersCollection, zeta: { deep: [1] }, alpha: null } as Collection;
const all: Collection[] = [newer, postsCollection, statsCollection];
const keysOf = (text: string): string[][] => JSON.parse(text).map(Object.keys);

const firstKeys = [
  ...['id', 'name', 'type', 'system', 'schema', 'indexes'],
  ...['listRule', 'viewRule', 'createRule', 'updateRule', 'deleteRule', 'options'],
];

/** Returns the collection with its keys in another order. */
const shuffledKeys = (collection: Collection) =>
  fc
    .shuffledSubarray(Object.entries(collection), { minLength: Object.keys(collection).length })
    .map((entries) => Object.fromEntries(entries) as Collection);

test('the text does not depend on the order of collections and keys in the response', () => {
  const text = printCollections(all, 4);
  const anyOrder = fc
    .shuffledSubarray(all, { minLength: all.length })
    .chain((some) => fc.tuple(...some.map(shuffledKeys)));
  fc.assert(
    fc.property(anyOrder, (shuffled) => {
      assert.is(printCollections(shuffled, 4), text);
    }),
    { numRuns: 50 },
  );
});

test('collections are sorted by name, keys have a fixed order, and values are those of the server', () => {
  const exported = JSON.parse(printCollections(all, 2));
  assert.equal(
    exported.map(({ name }: Collection) => name),
    ['post_stats', 'posts', 'users'],
  );
  const { created, updated, ...posts } = postsCollection;
  assert.ok(created && updated);
  assert.equal(exported[1], posts);
  assert.equal(keysOf(printCollections(all, 2)), [firstKeys, firstKeys, [...firstKeys, 'alpha', 'zeta']]);
});

test('a view comes after a view that it reads', () => {
  const first = { ...statsCollection, name: 'a_view', options: { query: 'SELECT id FROM post_stats' } };
  const exported = JSON.parse(printCollections([first as Collection, statsCollection, postsCollection], 2));
  assert.equal(
    exported.map(({ name }: Collection) => name),
    ['post_stats', 'a_view', 'posts'],
  );
});

test.run();
