import { is } from 'superstruct';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  fieldTypeOf,
  fieldTypes,
  isMultiple,
  isProtected,
  optionOf,
  SchemaField,
  takesImages,
  targetOf,
} from '../../ui/model/field';

const fieldOf = (type: string, options: SchemaField['options']): SchemaField => ({
  id: 'f1',
  name: 'f',
  type,
  options,
});

const accepted: [name: string, value: unknown][] = [
  [
    'as 0.22 sends it',
    { id: 'a', name: 'b', type: 'text', required: false, presentable: true, options: { min: null } },
  ],
  ['with keys that a newer server brought', { id: 'a', name: 'b', type: 'text', options: {}, hidden: true }],
  ['of a type of a newer server', { id: 'a', name: 'b', type: 'vector', options: {} }],
  ['without flags and options', { id: 'a', name: 'b', type: 'bool' }],
  [
    'whose options and flags are null',
    { id: 'a', name: 'b', type: 'bool', options: null, presentable: null },
  ],
];
for (const [name, value] of accepted) {
  test(`a field ${name} is accepted`, () => assert.ok(is(value, SchemaField)));
}

const refused: [name: string, value: unknown][] = [
  ['without a name', { id: 'a', type: 'text', options: {} }],
  ['whose name is a number', { id: 'a', name: 1, type: 'text', options: {} }],
  ['whose options are a text', { id: 'a', name: 'b', type: 'text', options: 'x' }],
  ['whose required is a text', { id: 'a', name: 'b', type: 'text', required: 'true' }],
];
for (const [name, value] of refused) {
  test(`a field ${name} is refused`, () => assert.not.ok(is(value, SchemaField)));
}

test('a type that is not one of the eleven is no field type', () => {
  assert.is(fieldTypes.length, 11);
  for (const known of fieldTypes) assert.is(fieldTypeOf(fieldOf(known, {})), known);
  assert.is(fieldTypeOf(fieldOf('vector', {})), null);
});

test('a missing option is undefined, even if objects inherit its name', () => {
  assert.is(optionOf(fieldOf('text', { min: null }), 'min'), null);
  assert.is(optionOf(fieldOf('text', {}), 'toString'), undefined);
  assert.is(optionOf(fieldOf('text', null), 'min'), undefined);
});

const multiples: [type: string, options: SchemaField['options'], expected: boolean][] = [
  ['select', { maxSelect: 1 }, false],
  ['select', { maxSelect: 2 }, true],
  ['select', { maxSelect: 0 }, false],
  ['select', { maxSelect: null }, false],
  ['select', {}, false],
  ['file', { maxSelect: 1 }, false],
  ['file', { maxSelect: 99 }, true],
  ['file', { maxSelect: null }, false],
  ['file', null, false],
  ['relation', { maxSelect: 1 }, false],
  ['relation', { maxSelect: 2 }, true],
  ['relation', { maxSelect: 0 }, false],
  ['relation', { maxSelect: -1 }, false],
  ['relation', { maxSelect: null }, true],
  ['relation', {}, true],
  ['text', { maxSelect: 5 }, false],
  ['json', null, false],
];
for (const [type, options, expected] of multiples) {
  test(`a ${type} with ${JSON.stringify(options)} holds ${expected ? 'a list' : 'one value'}`, () => {
    assert.is(isMultiple(fieldOf(type, options)), expected);
  });
}

test('only a relation has a target', () => {
  assert.is(targetOf(fieldOf('relation', { collectionId: '_pb_users_auth_' })), '_pb_users_auth_');
  assert.is(targetOf(fieldOf('relation', { collectionId: '' })), null);
  assert.is(targetOf(fieldOf('relation', null)), null);
  assert.is(targetOf(fieldOf('text', { collectionId: 'x' })), null);
});

test('only a file field can be protected', () => {
  assert.is(isProtected(fieldOf('file', { protected: true })), true);
  assert.is(isProtected(fieldOf('file', { protected: false })), false);
  assert.is(isProtected(fieldOf('file', null)), false);
  assert.is(isProtected(fieldOf('text', { protected: true })), false);
});

test('a file field accepts images when its types include one', () => {
  assert.is(takesImages(fieldOf('file', { mimeTypes: ['application/pdf', 'image/png'] })), true);
  assert.is(takesImages(fieldOf('file', { mimeTypes: ['application/pdf'] })), false);
  assert.is(takesImages(fieldOf('file', { mimeTypes: null })), false);
  assert.is(takesImages(fieldOf('file', { mimeTypes: [] })), false);
  assert.is(takesImages(fieldOf('text', { mimeTypes: ['image/png'] })), false);
});

test.run();
