import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { FieldForm } from '../../../../ui/screens/collection-editor/collectionForm';
import { cascadeWords, zeroValueOf } from '../../../../ui/screens/collection-editor/fields/fieldWords';

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

test('what cascade delete does names the collection, and says when with several ids', () => {
  assert.match(cascadeWords('users', false), /^When a record of "users" is deleted/);
  assert.not.match(cascadeWords('users', false), 'only when all ids are removed');
  assert.match(cascadeWords(null, true), /of the chosen collection is .*\n.*only when all ids are removed/);
});

test.run();
