import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import { groupCollections } from '../../../ui/screens/records/collectionGroups';
import { collections } from '../../support/samples';

const all = collections as Collection[];
const names = (group: readonly Collection[]) => group.map(({ name }) => name);

/** Makes collections with the names `c0` to `c<count - 1>`. */
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...collections[1],
    id: `id${index}`,
    name: `c${index}`,
  })) as Collection[];

test('without pins and a search all collections are in one group, in their order', () => {
  const { pinned, others, isCompact } = groupCollections(all, [], '');
  assert.equal(names(pinned), []);
  assert.equal(names(others), ['users', 'posts', 'post_stats']);
  assert.is(isCompact, false);
});

test('pinned collections keep the order of the list, not that of pinning', () => {
  const { pinned, others } = groupCollections(all, [collections[2]?.id ?? '', '_pb_users_auth_'], '');
  assert.equal(names(pinned), ['users', 'post_stats']);
  assert.equal(names(others), ['posts']);
});

test('a pin of a missing collection is ignored', () => {
  assert.equal(names(groupCollections(all, ['lost'], '').pinned), []);
});

const searches: Array<[search: string, found: string[]]> = [
  ['post', ['posts', 'post_stats']],
  ['POST', ['posts', 'post_stats']],
  ['  post ', ['posts', 'post_stats']],
  ['post _ stats', ['post_stats']],
  ['s', ['users', 'posts', 'post_stats']],
  ['_pb_users_auth_', ['users']],
  ['_PB_users_AUTH_', ['users']],
  ['_pb_users', []],
  ['8hrfqm64nk2yu1z', ['posts']],
  ['nothing', []],
  ['.*', []],
  ['   ', ['users', 'posts', 'post_stats']],
];

for (const [search, found] of searches) {
  test(`the search "${search}" finds ${found.join(', ') || 'nothing'}`, () => {
    assert.equal(names(groupCollections(all, [], search).others), found);
  });
}

test('a search includes the pinned collections', () => {
  const { pinned, others } = groupCollections(all, ['_pb_users_auth_', '8hrfqm64nk2yu1z'], 'post');
  assert.equal([names(pinned), names(others)], [['posts'], ['post_stats']]);
});

test('more than 20 found collections, pinned or not, make the list compact', () => {
  assert.is(groupCollections(many(20), ['id1'], '').isCompact, false);
  assert.is(groupCollections(many(21), ['id1'], '').isCompact, true);
  assert.is(groupCollections(many(21), [], 'c1').isCompact, false);
});

test.run();
