import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import type { FormValue, SchemaField } from '../../../ui/model/field';
import { wrongValue } from '../../../ui/model/types/fieldTypes';
import { itemsOf } from '../../../ui/records/values/fileChange';
import { checkForm, wrongCell } from '../../../ui/records/values/recordRules';
import { byName, formOf } from '../../../ui/records/values/recordValues';
import { anyEdited, newFile } from '../../support/anyRecord';
import * as fields from '../../support/fields';
import { postsCollection, usersCollection } from '../../support/samples';

const field = (type: string, options: Record<string, unknown> = {}, required = false): SchemaField =>
  fields.field(type, 'x', options, { required });
const said = (error: { code: string; message: string } | null) => error && `${error.code}: ${error.message}`;
const missing = 'validation_required: Missing required value.';

const emptyValues: Array<[type: string, empty: FormValue, options?: Record<string, unknown>]> = [
  ...['text', 'editor', 'email', 'url', 'date', 'select', 'relation'].map((type): [string, string] => [
    type,
    '',
  ]),
  ...['', '0', '-0.0'].map((empty): [string, string] => ['number', empty]),
  ...['', ' null ', '""', '[ ]', '{\n}'].map((empty): [string, string] => ['json', empty]),
  ['bool', false],
  ['select', [], { maxSelect: 2 }],
  ['relation', [], { minSelect: 2 }],
];

for (const [type, empty, options] of emptyValues) {
  test(`a required ${type} is missing with ${JSON.stringify(empty)}, and one that is not may be so`, () => {
    assert.is(said(wrongValue(field(type, options, true), empty)), missing);
    assert.is(wrongValue(field(type, options), empty), null);
  });
}

const rounded = (stored: string) => `rounded_number: Too long: the server would store ${stored}.`;
const tooLarge = (bytes: number) =>
  `validation_json_size_limit: The maximum allowed JSON size is ${bytes} bytes.`;
const tooMany = (most: number) => `validation_too_many_values: Select no more than ${most}.`;

const values: Array<
  [type: string, options: Record<string, unknown>, value: FormValue, wrong: string | null]
> = [
  ['text', { min: 3, max: 5 }, 'ab', 'validation_min_text_constraint: Must be at least 3 character(s).'],
  ['text', { max: 0 }, 'a', 'validation_max_text_constraint: Must be less than 0 character(s).'],
  ['text', { min: 3, max: 3 }, '👍👍👍', null],
  ['text', { min: null, max: null, pattern: '^[a-z]+$' }, '123', null],
  ['number', {}, 'x', 'invalid_number: Must be a number.'],
  ['number', {}, '9007199254740993', rounded('9007199254740992')],
  ['number', {}, '+0009007199254740991', null],
  ['number', { min: 2 }, '1.5', 'validation_min_number_constraint: Must be larger than 2.'],
  ['number', { max: 10 }, '11', 'validation_max_number_constraint: Must be less than 10.'],
  [
    'number',
    { noDecimal: true },
    '1.5',
    'validation_no_decimal_constraint: Decimal numbers are not allowed.',
  ],
  ['email', {}, 'ada', 'validation_invalid_email: Must be a valid email.'],
  ['email', {}, '"a b"@example.com', null],
  ['url', {}, 'https://a b.com', 'validation_invalid_url: Must be a valid url.'],
  ['url', {}, 'example.com', null],
  ['date', {}, '2025-01-01T10:00', null],
  ['date', {}, '2025-02-30', 'invalid_date: Must be a valid date.'],
  ['select', { values: ['a', 'b'], maxSelect: 1 }, 'z', 'validation_invalid_value: Invalid value z.'],
  ['relation', { minSelect: 2 }, ['a'], 'validation_not_enough_values: Select at least 2.'],
  ['relation', { maxSelect: 2 }, ['a', 'b', 'c'], tooMany(2)],
  ['relation', { maxSelect: null }, ['a', 'b', 'c'], null],
  ['relation', { maxSelect: 1 }, 'gone', null],
  ['json', {}, '0.1000000000000000055511151231257827', rounded('0.1')],
  ['json', {}, '[12345678901234567890, 0.1000000000000000055511151231257827]', null],
  ['json', {}, `${'{"a":'.repeat(4000)}1${'}'.repeat(4000)}`, null],
  ['json', { maxSize: 9 }, '[ 1, 2, 3, 4 ]', null],
  ['json', { maxSize: 8 }, '[1,2,3,4]', tooLarge(8)],
  ['json', { maxSize: 99 }, '1e400', 'invalid_json: The number is too large.'],
  ['json', { maxSize: 99 }, '{"a":[1,{"b":-1e400}]}', 'invalid_json: The number is too large.'],
  ['somethingNew', { min: 3 }, 'x', null],
];

for (const [type, options, value, wrong] of values) {
  test(`${type} ${JSON.stringify(options)}: ${JSON.stringify(value)} gives ${wrong ?? 'nothing'}`, () => {
    assert.is(said(wrongValue(field(type, options), value)), wrong);
  });
}

test("an invalid json text shows the parser's message", () => {
  for (const text of ['{"a":', 'abc', "{'a':1}", '[1,]']) {
    const error = wrongValue(field('json', { maxSize: 99 }, true), text);
    assert.is(error?.code, 'invalid_json');
    assert.throws(
      () => JSON.parse(text),
      (thrown: Error) => thrown.message === error?.message,
    );
  }
});

const fileCases: Array<[options: object, names: string[], sizes: number[], wrong: string | null]> = [
  [{ maxSelect: 1, maxSize: 10 }, ['a'], [1], tooMany(1)],
  [{ maxSelect: 3, maxSize: 10 }, ['a'], [1, 10], null],
  [
    { maxSelect: 3, maxSize: 10 },
    [],
    [1, 11],
    'validation_file_size_limit: Failed to upload "1.txt" - the maximum allowed file size is 10 bytes.',
  ],
];

for (const [options, names, sizes, wrong] of fileCases) {
  test(`${names.length} files and new ones of ${sizes} bytes: ${wrong ?? 'nothing'} is wrong`, () => {
    const added = sizes.map((size, at) => newFile(`${at}.txt`, size));
    const change = { names, removed: ['old'], added };
    assert.is(said(wrongValue(field('file', { ...options }), itemsOf(change))), wrong);
  });
}

test('a newer server makes the value of a new record only', () => {
  const made = field('text', { autogeneratePattern: '[A-Z]{6}' }, true);
  const items = { id: 'items', name: 'items', type: 'base', schema: [made] } as Collection;
  const form = { values: byName([['x', '']]), files: {} };
  assert.equal(checkForm(items, form, { isNew: true, showsPassword: false }), {});
  assert.is(said(checkForm(items, form, { isNew: false, showsPassword: false })['x'] ?? null), missing);
});

test('a required file is missing if all are removed and none is new', () => {
  const required = field('file', { maxSelect: 2 }, true);
  assert.is(said(wrongValue(required, itemsOf({ names: [], removed: ['a'], added: [] }))), missing);
  assert.is(wrongValue(required, itemsOf({ names: [], removed: ['a'], added: [newFile('b')] })), null);
});

const users = usersCollection as unknown as Collection;
const strict = { ...users, options: { requireEmail: true } };

const accountCells: Array<[collection: Collection, name: string, value: FormValue, wrong: string | null]> = [
  [users, 'username', '', 'Cannot be blank.'],
  [users, 'email', '', null],
  [users, 'email', 'ada', 'Must be a valid email address.'],
  [strict, 'email', '', 'Cannot be blank.'],
  [users, 'emailVisibility', false, null],
];
for (const [collection, name, value, wrong] of accountCells) {
  const of = collection === strict ? ' that must have an e-mail' : '';
  test(`a cell of an account${of}: ${name} ${JSON.stringify(value)}`, () =>
    assert.is(wrongCell(collection, name, value)?.message ?? null, wrong));
}

const account = (typed: Record<string, FormValue>) => {
  const { values, files } = formOf(users, null);
  return { values: byName([...Object.entries(values), ...Object.entries(typed)]), files };
};
const full = { email: 'a@b.c', password: '12345678', passwordConfirm: '12345678' };
const blank = 'Cannot be blank.';
const idLength = { id: 'The length must be exactly 15.' };

const accounts: Array<
  [what: string, isNew: boolean, shows: boolean, typed: Record<string, FormValue>, wrong: object]
> = [
  ['an existing account without a name', false, false, { username: '' }, { username: blank }],
  ['a password that is not repeated', true, true, { password: 'x' }, { passwordConfirm: blank }],
  [
    'a password that is repeated wrongly',
    true,
    true,
    { ...full, passwordConfirm: 'x' },
    { passwordConfirm: "Values don't match." },
  ],
  ['no password', false, true, { username: 'ada' }, { password: blank, passwordConfirm: blank }],
  ['an id of another length', true, true, { ...full, id: 'abc' }, idLength],
  ['an id of 15 letters that are more bytes', true, true, { ...full, id: 'é'.repeat(15) }, idLength],
  ['the id of an existing record, whatever its length', false, false, { username: 'ada', id: '1' }, {}],
];

for (const [what, isNew, showsPassword, typed, wrong] of accounts) {
  test(`${what}: ${Object.keys(wrong).join(', ') || 'nothing'} is wrong`, () => {
    const errors = checkForm(users, account(typed), { isNew, showsPassword });
    assert.equal(
      Object.fromEntries(Object.entries(errors).map(([name, { message }]) => [name, message])),
      wrong,
    );
  });
}

test('the numbers of a stored json value are valid, those of a new one are checked', () => {
  const posts = postsCollection as unknown as Collection;
  const held = formOf(posts, null);
  const withMeta = (text: string) => ({
    ...held,
    values: byName([...Object.entries(held.values), ['title', 'x'], ['meta', text]]),
  });
  const situation = { isNew: false, showsPassword: false, before: withMeta('12345678901234567890') };
  assert.equal(checkForm(posts, withMeta('12345678901234567890'), situation), {});
  assert.equal(Object.keys(checkForm(posts, withMeta('12345678901234567891'), situation)), ['meta']);
});

test('a stored value is never refused, whatever else is edited', () => {
  fc.assert(
    fc.property(anyEdited, ({ collection, before, form, name }) => {
      const named = { ...form.values, username: 'ada', email: '' };
      const values = byName(Object.entries(collection.type === 'auth' ? named : form.values));
      // The texts of the samples are neither e-mail addresses nor URLs.
      const schema = collection.schema.filter(({ type }) => !['email', 'url'].includes(type));
      const errors = checkForm(
        { ...collection, schema },
        { ...form, values },
        { isNew: false, showsPassword: false, before },
      );
      const { [name]: edited, ...others } = errors;
      assert.equal(others, {}, name);
      // The server changes the digits of a bare number.
      assert.match(edited?.message ?? 'Too long', /^Too long/);
    }),
  );
});

test.run();
