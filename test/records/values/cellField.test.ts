import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import {
  cellFieldByKey,
  cellFieldOf,
  cellValue,
  emptyCell,
  rowValue,
} from '../../../ui/records/values/cellField';
import { field } from '../../support/fields';

const collectionOf = (type: string, ...schema: object[]) =>
  ({ id: 'c', name: 'c', type, schema }) as unknown as Collection;
const users = collectionOf('auth', field('text', 'name'));
const orders = collectionOf('base', field('text', 'verified'), field('vector', 'place'));

const cells: [what: string, collection: Collection, name: string, cell: string | null][] = [
  ['the name of an account', users, 'username', '@username text'],
  ['who sees the e-mail', users, 'emailVisibility', '@emailVisibility bool'],
  ['an id', users, 'id', null],
  ['a date of the server', users, 'updated', null],
  ['a field of another collection with such a name', orders, 'verified', 'f_verified text'],
  ['a field of an unknown type', orders, 'place', null],
  ['a field of a view', collectionOf('view', field('bool', 'verified')), 'verified', null],
];

for (const [what, collection, name, expected] of cells) {
  test(`the cell of ${what}`, () => {
    const cell = cellFieldOf(collection, name);
    assert.is(cell && `${cell.key} ${cell.field.type}`, expected);
    if (!cell) return;
    assert.equal(cellFieldByKey(collection, cell.key), cell, 'found by its key');
  });
}

test('a key of an account says nothing in another collection', () => {
  assert.is(cellFieldByKey(orders, '@verified'), null);
  assert.is(cellFieldByKey(orders, '@password'), null);
  assert.is(cellFieldByKey(users, '@id'), null);
});

test('the switches of an account are true or false', () => {
  for (const name of ['emailVisibility', 'verified']) {
    const cell = cellFieldOf(users, name);
    assert.ok(cell);
    assert.is(emptyCell(cell), false);
    assert.is(rowValue(cell, true), true);
    const values = [true, false, '', undefined].map((value) => cellValue(cell, { id: 'u1', [name]: value }));
    assert.equal(values, [true, false, false, false]);
  }
});

test.run();
