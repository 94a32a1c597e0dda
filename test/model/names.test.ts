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
  ['_hidden', '_hidden'],
  ['my__field', 'my__field'],
  ['__é__', '__e__'],
  ['my ', 'my_'],
  [' my', '_my'],
  ['my   name', 'my_name'],
  ['a.b=c-d e', 'a_b_c_d_e'],
  ['a–b\u00a0c\td', 'a_b_c_d'],
  ['price €', 'price_'],
  ['50%&$<>|', '50'],
  ['a"b\'c`d(e)', 'abcde'],
  ['Straße', 'Strasse'],
  ['Æther Øl', 'AEther_Ol'],
  ['Название поля', 'Nazvanie_polya'],
  ['όνομα', 'onoma'],
  ['ｆｕｌｌ　１', 'full_1'],
  ['ﬁeld', 'field'],
  ['x\u0302', 'x'],
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
  ['field', ['FIELD'], 'field2'],
  ['Field', ['field', 'field2'], 'Field3'],
  ['field', ['field', 'Field2', 'field4'], 'field3'],
  ['field', ['field2'], 'field'],
  ['title_copy', ['title_copy', 'title_copy2'], 'title_copy3'],
  ['field9', ['field9', 'field10'], 'field11'],
  ['field0', ['field0'], 'field02'],
  ['a999999', ['a999999'], 'a1000000'],
  ['a1000000', ['a1000000'], 'a10000002'],
];
for (const [wanted, taken, name] of unique) {
  test(`beside ${taken.join(', ') || 'nothing'} the name ${wanted} becomes ${name}`, () => {
    assert.is(uniqueName(wanted, taken), name);
  });
}

test('a unique name is not in the list of taken names', () => {
  const names = fc.stringMatching(/^[aB][0-2]{0,2}$/);
  fc.assert(
    fc.property(names, fc.array(names), (wanted, taken) => {
      const lower = taken.map((name) => name.toLowerCase());
      assert.not(lower.includes(uniqueName(wanted, taken).toLowerCase()));
    }),
  );
});

test('a new index has seven random characters', () => {
  const names = Array.from({ length: 50 }, randomIndexName);
  for (const name of names) assert.match(name, /^idx_[a-z0-9]{7}$/);
  assert.is(new Set(names).size, 50);
});

const letters = 'Only letters from A to Z, digits and _ can stand in a name.';
const system = 'The system uses this name.';
const fields: [name: string, isAuth: boolean, error: string | null][] = [
  ['title', false, null],
  ['_a', false, null],
  ['select', false, null],
  ['a'.repeat(255), false, null],
  ['', false, 'Cannot be blank.'],
  ['é', false, letters],
  ['a'.repeat(256), false, 'Must be at most 255 characters long.'],
  ['a_VIA_b', false, 'Cannot contain _via_.'],
  ['id', false, system],
  ['Created', false, system],
  ['expand', false, system],
  ['Expand', false, null],
  ['_rowid_', false, system],
  ['email', false, null],
  ['EMAIL', true, system],
  ['password', true, system],
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
  ['posts_via_a', 'Cannot contain _via_.'],
  ['a'.repeat(256), 'Must be at most 255 characters long.'],
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
