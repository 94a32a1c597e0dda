import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { optionOf, type SchemaField } from '../../ui/model/field';
import {
  holdsImages,
  isKnown,
  isMultiple,
  isProtected,
  isReadInFull,
  targetOf,
} from '../../ui/model/types/fieldTypes';

const fieldOf = (type: string, options: SchemaField['options']): SchemaField => ({
  id: 'f1',
  name: 'f',
  type,
  options,
});

test('a type of a newer server is no field type', () => {
  assert.is(isKnown(fieldOf('number', {})), true);
  assert.is(isKnown(fieldOf('vector', {})), false);
  // Its source is not kept, so it goes back to the server as a value.
  assert.is(isReadInFull(fieldOf('vector', {})), false);
});

test('a missing option is undefined, even if objects inherit its name', () => {
  assert.is(optionOf(fieldOf('text', { min: null }), 'min'), null);
  assert.is(optionOf(fieldOf('text', {}), 'toString'), undefined);
  assert.is(optionOf(fieldOf('text', null), 'min'), undefined);
});

const multiples: [type: string, maxSelect: number | null | undefined, expected: boolean][] = [
  ['select', 0, false],
  ['select', 2, true],
  ['file', 99, true],
  ['select', 1, false],
  ['relation', 1, false],
  ['relation', 2, true],
  ['relation', -1, false],
  ['relation', undefined, true],
  ['text', 5, false],
];
for (const [type, maxSelect, expected] of multiples) {
  test(`a ${type} of at most ${maxSelect} holds ${expected ? 'a list' : 'one value'}`, () =>
    assert.is(isMultiple(fieldOf(type, maxSelect === undefined ? null : { maxSelect })), expected));
}

for (const [what, read, type, options, expected] of [
  ['target', targetOf, 'relation', { collectionId: '_pb_users_auth_' }, '_pb_users_auth_'],
  ['target', targetOf, 'relation', { collectionId: '' }, null],
  ['target', targetOf, 'relation', null, null],
  ['protection', isProtected, 'file', { protected: true }, true],
  ['protection', isProtected, 'file', null, false],
  ['taking of images', holdsImages, 'file', { mimeTypes: ['application/pdf', 'image/png'] }, true],
  ['taking of images', holdsImages, 'file', { mimeTypes: ['application/pdf'] }, false],
  ['taking of images', holdsImages, 'text', { mimeTypes: ['image/png'] }, false],
] as const) {
  test(`the ${what} of a ${type} with ${JSON.stringify(options)} is ${expected}`, () =>
    assert.is(read(fieldOf(type, options as SchemaField['options'])), expected));
}

test.run();
