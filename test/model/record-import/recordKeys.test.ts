import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import { keyFields, uniqueIndexes } from '../../../ui/model/record-import/recordKeys';

function collection(indexes: string[], type = 'base'): Collection {
  const field = (name: string, fieldType: string, options: Record<string, unknown> = {}) => ({
    id: name,
    name,
    type: fieldType,
    options,
  });
  return {
    id: 'orders',
    name: 'orders',
    type,
    schema: [
      field('sku', 'text'),
      field('shop', 'text'),
      field('meta', 'json'),
      field('photo', 'file'),
      field('tags', 'relation', { collectionId: 'x', maxSelect: null }),
      field('__proto__', 'text'),
      field('constructor', 'number'),
    ],
    indexes,
  };
}

const cases: [what: string, indexes: string[], keys: string[], uniques: string[][]][] = [
  ['no index', [], ['id'], [['id']]],
  [
    'an index of one field',
    ['CREATE UNIQUE INDEX `i` ON `orders` (`sku`)'],
    ['id', 'sku'],
    [['id'], ['sku']],
  ],
  [
    'other quotes and case',
    ['create unique index i on orders ("SKU" collate nocase desc)'],
    ['id', 'sku'],
    [['id'], ['sku']],
  ],
  ['an index that is not unique', ['CREATE INDEX `i` ON `orders` (`sku`)'], ['id'], [['id']]],
  ['a condition', ["CREATE UNIQUE INDEX `i` ON `orders` (`sku`) WHERE `sku` != ''"], ['id'], [['id']]],
  ['an expression', ['CREATE UNIQUE INDEX `i` ON `orders` (lower(`sku`))'], ['id'], [['id']]],
  [
    'an expression beside a field',
    ['CREATE UNIQUE INDEX `i` ON `orders` (`shop`, lower(sku))'],
    ['id'],
    [['id']],
  ],
  [
    'several fields',
    ['CREATE UNIQUE INDEX `i` ON `orders` (`shop`, `sku`)'],
    ['id'],
    [['id'], ['shop', 'sku']],
  ],
  [
    'the same fields twice',
    [
      'CREATE UNIQUE INDEX `i` ON `orders` (`shop`, `sku`)',
      'CREATE UNIQUE INDEX `j` ON `orders` (`sku`, `shop`)',
    ],
    ['id'],
    [['id'], ['sku', 'shop']],
  ],
  ['the id again', ['CREATE UNIQUE INDEX `i` ON `orders` (`id`)'], ['id'], [['id']]],
  ['what only the server sets', ['CREATE UNIQUE INDEX `i` ON `orders` (`created`, `sku`)'], ['id'], [['id']]],
  ['a file', ['CREATE UNIQUE INDEX `i` ON `orders` (`photo`)'], ['id'], [['id']]],
  ['a column that is gone', ['CREATE UNIQUE INDEX `i` ON `orders` (`gone`)'], ['id'], [['id']]],
  ['a list', ['CREATE UNIQUE INDEX `i` ON `orders` (`tags`)'], ['id'], [['id'], ['tags']]],
  ['json', ['CREATE UNIQUE INDEX `i` ON `orders` (`meta`)'], ['id'], [['id'], ['meta']]],
  [
    'hostile names',
    [
      'CREATE UNIQUE INDEX `i` ON `orders` (`__proto__`)',
      'CREATE UNIQUE INDEX `j` ON `orders` (`constructor`)',
    ],
    ['id', '__proto__', 'constructor'],
    [['id'], ['__proto__'], ['constructor']],
  ],
  ['no statement', ['', 'DROP TABLE orders', 'CREATE UNIQUE INDEX `i` ON `orders` ('], ['id'], [['id']]],
];
for (const [what, indexes, keys, uniques] of cases) {
  test(what, () => {
    assert.equal(keyFields(collection(indexes)), keys);
    assert.equal(uniqueIndexes(collection(indexes)), uniques);
  });
}

test('accounts are found by their name and address, too', () => {
  const users = collection(['CREATE UNIQUE INDEX `i` ON `orders` (`sku`)'], 'auth');
  assert.equal(keyFields(users), ['id', 'sku', 'username', 'email']);
  assert.equal(uniqueIndexes(users), [['id'], ['username'], ['email'], ['sku']]);
});

test('a base collection may have a field called email', () => {
  const given = collection([]);
  assert.equal(keyFields({ ...given, schema: [{ id: 'e', name: 'email', type: 'email' }] }), ['id']);
});

test.run();
