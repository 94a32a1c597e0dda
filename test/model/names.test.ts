import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  collectionNameError,
  fieldNameError,
  randomIndexName,
  slugOf,
  uniqueName,
} from '../../ui/model/names';

const slugs: [typed: string, slug: string][] = [
  ['', ''],
  ['My Ünïque name!', 'My_Unique_name'],
  ['My U\u0308ni\u0308que name!', 'My_Unique_name'],
  ['__é__', '__e__'],
  ['a.b=c-d e', 'a_b_c_d_e'],
  ['Straße', 'Strasse'],
  ['Название поля', 'Nazvanie_polya'],
  ['ｆｕｌｌ　１', 'full_1'],
  ['名前', ''],
  ['👍 ok', '_ok'],
];
for (const [typed, slug] of slugs) {
  test(`the name of the typed text "${typed}" is "${slug}"`, () => assert.is(slugOf(typed), slug));
}

test('a slug stays unchanged and contains only valid characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
      const slug = slugOf(typed);
      assert.match(slug, /^\w*$/);
      assert.is(slugOf(slug), slug);
    }),
  );
});

test('typing a name character by character gives the same name as pasting it, without two separators in a row', () => {
  const typed = 'My Ünïque straße-Имя 2';
  assert.is(
    [...typed].reduce((name, letter) => slugOf(name + letter), ''),
    slugOf(typed),
  );
});

const unique: [wanted: string, taken: string[], name: string][] = [
  ['field', [], 'field'],
  ['Field', ['field', 'field2'], 'Field3'],
  ['field', ['field', 'Field2', 'field4'], 'field3'],
  ['title_copy', ['title_copy', 'title_copy2'], 'title_copy3'],
  ['a999999', ['a999999'], 'a1000000'],
  ['a1000000', ['a1000000'], 'a10000002'],
];
for (const [wanted, taken, name] of unique) {
  test(`beside ${taken.join(', ') || 'nothing'} the name ${wanted} becomes ${name}`, () => {
    assert.is(uniqueName(wanted, taken), name);
  });
}

test('a new index has seven random characters', () => {
  const names = Array.from({ length: 50 }, randomIndexName);
  for (const name of names) assert.match(name, /^idx_[a-z0-9]{7}$/);
  assert.is(new Set(names).size, 50);
});

const letters = 'Only letters from A to Z, digits and _ can stand in a name.';
const system = 'The system uses this name.';
const fields: [name: string, isAuth: boolean, error: string | null][] = [
  ['_a', false, null],
  ['a'.repeat(255), false, null],
  ['', false, 'Cannot be blank.'],
  ['é', false, letters],
  ['a_VIA_b', false, 'Cannot contain _via_.'],
  ['id', false, system],
  ['expand', false, system],
  ['Expand', false, null],
  ['_rowid_', false, system],
  ['EMAIL', true, system],
  ['Password', true, null],
  ['OTHER', false, 'Another field has this name.'],
];
for (const [name, isAuth, error] of fields) {
  test(`the error of the ${isAuth ? 'auth ' : ''}field name ${name.slice(0, 30)} is: ${error}`, () => {
    assert.is(fieldNameError(name, { others: ['other'], isAuth }), error);
  });
}

const collections: [name: string, error: string | null][] = [
  ['posts', null],
  ['', 'Cannot be blank.'],
  ['a b', letters],
  ['_posts', 'Must begin with a letter or a digit.'],
  ['SQLite_posts', 'The system uses names that begin with sqlite_.'],
  ['Users', 'Another collection has this name.'],
  ['abcdefghijklmno', 'Another collection has this as its id.'],
  ['IDX_email', 'An index has this name.'],
];
const users = {
  id: 'abcdefghijklmno',
  name: 'users',
  type: 'auth',
  schema: [],
  indexes: ['CREATE INDEX `idx_email` ON `users` (`email`)'],
};
for (const [name, error] of collections) {
  test(`the error of the collection name ${name.slice(0, 30)} is: ${error}`, () => {
    assert.is(collectionNameError(name, [users]), error);
  });
}

test.run();
