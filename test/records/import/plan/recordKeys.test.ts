import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../../ui/model/collection';
import { keyFields, uniqueIndexes } from '../../../../ui/records/import/plan/recordKeys';
import { field, relation } from '../../../support/fields';

function collection(indexes: string[], type = 'base'): Collection {
  return {
    id: 'orders',
    name: 'orders',
    type,
    schema: [
      field('text', 'sku'),
      field('text', 'shop'),
      field('json', 'meta'),
      field('file', 'photo'),
      relation('tags', 'x', null),
      field('text', '__proto__'),
      field('number', 'constructor'),
    ],
    indexes,
  };
}

const unique = (columns: string, at: number) => `CREATE UNIQUE INDEX \`i${at}\` ON \`orders\` (${columns})`;
const proto = ['__proto__', 'constructor'];

// The columns of unique indexes, or a whole statement; the keys and the unique sets besides the id.
const cases: [what: string, indexes: string[], keys: string[], uniques: string[][]][] = [
  ['no index', [], [], []],
  ['other quotes', ['create unique index i on orders ("SKU" collate nocase desc)'], ['sku'], [['sku']]],
  ['an index that is not unique', ['CREATE INDEX `i` ON `orders` (`sku`)'], [], []],
  ['a condition', ["CREATE UNIQUE INDEX `i` ON `orders` (`sku`) WHERE `sku` != ''"], [], []],
  ['an expression beside a field', ['`shop`, lower(sku)'], [], []],
  ['several fields', ['`shop`, `sku`'], [], [['shop', 'sku']]],
  ['the id again', ['`id`'], [], []],
  ['a file', ['`photo`'], [], []],
  ['json', ['`meta`'], [], [['meta']]],
  ['hostile names', proto.map((name) => `\`${name}\``), proto, proto.map((name) => [name])],
  ['no statement', ['CREATE', 'DROP TABLE orders', 'CREATE UNIQUE INDEX `i` ON `orders` ('], [], []],
];
for (const [what, indexes, keys, uniques] of cases) {
  test(what, () => {
    const isWhole = (text: string) => /^(CREATE|DROP)/i.test(text);
    const given = collection(indexes.map((text, at) => (isWhole(text) ? text : unique(text, at))));
    assert.equal(
      [keyFields(given), uniqueIndexes(given)],
      [
        ['id', ...keys],
        [['id'], ...uniques],
      ],
    );
  });
}

test('accounts are found by their name and address, too', () => {
  const users = collection(['CREATE UNIQUE INDEX `i` ON `orders` (`sku`)'], 'auth');
  assert.equal(keyFields(users), ['id', 'sku', 'username', 'email']);
  assert.equal(uniqueIndexes(users), [['id'], ['username'], ['email'], ['sku']]);
});

test.run();
