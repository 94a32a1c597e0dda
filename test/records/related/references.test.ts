import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import {
  blockersOf,
  checksOf,
  isClearForMany,
  referenceFilter,
  referencesTo,
  sortReferences,
} from '../../../ui/records/related/references';
import { field } from '../../support/fields';

interface Options {
  required?: boolean;
  options?: object;
}

/** A relation with these options. */
function to(target: string, name: string, { required = false, options = {} }: Options = {}) {
  const given = { collectionId: target, maxSelect: 1, cascadeDelete: false, minSelect: null, ...options };
  return field('relation', name, given, { required });
}
const single = {};
const needed = { required: true };
const cascade = { options: { cascadeDelete: true } };
const many = (options: object, required = false) => ({ required, options: { maxSelect: 9, ...options } });
const base = (id: string, ...schema: Collection['schema']): Collection => ({
  id,
  name: id,
  type: 'base',
  schema,
});

const shop: Collection[] = [
  base('orders'),
  base('reviews', to('orders', 'order', single)),
  base('lines', to('orders', 'order', cascade)),
  base('shipments', to('orders', 'order', needed)),
  base('batches', to('orders', 'orders', many({ minSelect: 2 }, true))),
  base('both', to('orders', 'order', { required: true, ...cascade })),
  base('groups', to('orders', 'orders', many({ cascadeDelete: true, minSelect: 3 }))),
  base('loose', to('orders', 'orders', many({ minSelect: 1 }))),
  { ...base('totals', to('orders', 'order', needed)), type: 'view' },
  base('odd', { id: 'x', name: 'x', type: 'relation', options: null }, to('nothing', 'y')),
];
const collectionOf = (all: readonly Collection[], id: string) =>
  all.find((one) => one.id === id) ?? base('?');
test('views and relations to other collections do not count', () => {
  const names = referencesTo('orders', shop).map(({ collection }) => collection.name);
  assert.is(names.join(), 'reviews,lines,shipments,batches,both,groups,loose');
});

test('what may block a delete comes first, then what is deleted', () => {
  assert.equal(
    sortReferences(referencesTo('orders', shop)).map((one) => one.collection.name),
    ['shipments', 'batches', 'lines', 'both', 'groups', 'reviews', 'loose'],
  );
});

for (const [from, id, filter] of [
  ['reviews', 'a"b', 'order = "a\\"b"'],
  ['reviews', '50%_(x', 'order = "50%_(x"'],
  ['batches', 'abc', 'orders.id ?= "abc"'],
] as const) {
  test(`the records of ${from} that name ${id} are found by ${filter}`, () => {
    const [reference] = referencesTo('orders', [collectionOf(shop, from)]);
    assert.is(reference && referenceFilter(reference, collectionOf(shop, 'orders'), [id]), filter);
  });
}

test('several records are found by one filter, and only clear effects are told of them', () => {
  const [reference] = referencesTo('orders', [collectionOf(shop, 'reviews')]);
  const found = reference && referenceFilter(reference, collectionOf(shop, 'orders'), ['a', 'b']);
  assert.is(found, '(order = "a" || order = "b")');
  // A list may lose its last values together.
  assert.equal(
    referencesTo('orders', shop)
      .filter(isClearForMany)
      .map((one) => one.collection.name),
    ['reviews', 'lines', 'shipments', 'both', 'loose'],
  );
});

const checksIn = (all: readonly Collection[], id: string, name: string) => {
  const reference = referencesTo(id, all).find(({ collection }) => collection.name === name);
  if (!reference) throw new Error('There is no relation.');
  const found = checksOf(reference, collectionOf(all, id), ['R'], all);
  return found.map(({ effect, filter }) => `${effect}: ${filter}`);
};

test('the effect on lists needs counts, and on other records none', () => {
  assert.equal(
    ['reviews', 'shipments', 'lines', 'both', 'loose'].flatMap((name) => checksIn(shop, 'orders', name)),
    [],
  );
  assert.equal(checksIn(shop, 'orders', 'batches'), [
    'blocks: orders.id ?= "R" && orders:length = 1',
    'fewLeft: orders.id ?= "R" && orders:length > 1 && orders:length <= 2',
  ]);
  assert.equal(checksIn(shop, 'orders', 'groups'), [
    'deleted: orders.id ?= "R" && orders:length = 1',
    'fewLeft: orders.id ?= "R" && orders:length > 1 && orders:length <= 3',
  ]);
});

/** `a` is deleted with its root, `b` with `a`, and so on. `needs` need one of them. */
const chain: Collection[] = [
  base('root'),
  base('a', to('root', 'root', cascade)),
  base('b', to('a', 'as', many({ cascadeDelete: true }))),
  base('c', to('b', 'b', cascade)),
  base('needs_a', to('a', 'a', needed)),
  base('needs_b', to('b', 'bs', many({}, true))),
  base('needs_c', to('c', 'c', needed)),
];
const tree: Collection[] = [
  base('nodes', to('nodes', 'parent', cascade), to('nodes', 'twin', needed)),
  base('leaves', to('nodes', 'nodes', many({}, true))),
];
const loops = Array.from({ length: 12 }, (_, at) => to('hub', `f${at}`, cascade));

for (const [id, all, expected] of [
  [
    'root',
    chain,
    [
      'needs_a by a: a.root = "R"',
      // All values of the path: a list with another value keeps it.
      'needs_b by a, b: bs.as.root = "R"',
    ],
  ],
  ['b', chain, ['needs_b by : bs.id ?= "R" && bs:length = 1', 'needs_c by c: c.b = "R"']],
  [
    'nodes',
    tree,
    [
      'nodes by : twin = "R" && id != "R"',
      'leaves by : nodes.id ?= "R" && nodes:length = 1',
      'nodes by nodes: twin.parent = "R" && id != "R"',
      'leaves by nodes: nodes.parent = "R"',
      'nodes by nodes, nodes: twin.parent.parent = "R" && id != "R"',
      'leaves by nodes, nodes: nodes.parent.parent = "R"',
    ],
  ],
  ['orders', shop, ['shipments by : order = "R"', 'batches by : orders.id ?= "R" && orders:length = 1']],
] as const) {
  test(`a delete in ${id} is refused for records of ${expected.length} paths`, () => {
    const found = blockersOf(collectionOf(all, id), 'R', all);
    assert.equal(
      found.map(({ collection: { name }, path, filter }) => {
        const between = path.slice(0, -1).map((one) => one.collection.name);
        return `${name} by ${between.join(', ')}: ${filter}`;
      }),
      expected,
    );
  });
}

test('a schema of very many cascades gives few paths', () => {
  const hub = base('hub', ...loops, to('hub', 'needed', needed));
  assert.is(blockersOf(hub, 'R', [hub]).length <= 400, true);
});

test.run();
