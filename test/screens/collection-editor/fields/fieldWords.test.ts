import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { FieldForm } from '../../../../ui/screens/collection-editor/collectionForm';
import {
  cascadeWords,
  optionError,
  zeroValueOf,
} from '../../../../ui/screens/collection-editor/fields/fieldWords';

const field = (type: string, options: Record<string, unknown> = {}): FieldForm => ({
  ...{ key: 'k', id: '', name: 'one', type, options },
  ...{ isSystem: false, required: false, presentable: false, isRemoved: false },
});

const zeros: [FieldForm, string][] = [
  [field('text'), '""'],
  [field('editor'), '""'],
  [field('email'), '""'],
  [field('url'), '""'],
  [field('date'), '""'],
  [field('number'), '0'],
  [field('bool'), 'false'],
  [field('json'), 'null, "", [], {}'],
  [field('select', { maxSelect: 1 }), '""'],
  [field('select', { maxSelect: 2 }), '[]'],
  [field('file', { maxSelect: 1 }), '""'],
  [field('file', { maxSelect: 99 }), '[]'],
  [field('relation', { maxSelect: 1 }), '""'],
  [field('relation', { maxSelect: null }), '[]'],
];

for (const [one, zero] of zeros) {
  test(`no value of a ${one.type} with ${JSON.stringify(one.options)} is ${zero}`, () => {
    assert.is(zeroValueOf(one), zero);
  });
}

const error = (message: string) => ({ code: 'x', message });

test('an error in a list is told with the entry that it is about, the first one first', () => {
  const errors = { 'a.b.2': error('Bad.'), 'a.b.1': error('Worse.') };
  assert.is(optionError(errors, 'a.b', ['x', 'y', 'z']), 'y: Worse.');
});

test('an error of the option itself comes before those of its entries', () => {
  assert.is(optionError({ 'a.b': error('Blank.'), 'a.b.0': error('Bad.') }, 'a.b', ['x']), 'Blank.');
});

test('another option, and an entry that is not there, have no error', () => {
  assert.is(optionError({ 'a.bc': error('Bad.') }, 'a.b', 3), null);
  assert.is(optionError({ 'a.b.7': error('Bad.') }, 'a.b', ['x']), null);
});

test('what cascade delete does names the collection, and says when with several ids', () => {
  assert.match(cascadeWords('users', false), /^When a record of "users" is deleted/);
  assert.not.match(cascadeWords('users', false), 'only when all ids are removed');
  assert.match(cascadeWords(null, true), /of the chosen collection is .*\n.*only when all ids are removed/);
});

test.run();
