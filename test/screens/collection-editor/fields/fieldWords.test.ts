import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { FieldForm } from '../../../../ui/screens/collection-editor/collectionForm';
import {
  cascadeWords,
  gistOf,
  zeroValueOf,
} from '../../../../ui/screens/collection-editor/fields/fieldWords';
import { newField } from '../forms';

const field = (type: string, options: Record<string, unknown> = {}): FieldForm => ({
  key: 'k',
  id: '',
  name: 'one',
  type,
  options,
  isSystem: false,
  required: false,
  presentable: false,
  isRemoved: false,
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
  test(`the zero value of a ${one.type} field with ${JSON.stringify(one.options)} is ${zero}`, () => {
    assert.is(zeroValueOf(one), zero);
  });
}

test('the text about cascade delete names the collection, and mentions several ids if there can be some', () => {
  assert.match(cascadeWords('users', false), /^When a record of "users" is deleted/);
  assert.not.match(cascadeWords('users', false), 'only when all ids are removed');
  assert.match(cascadeWords(null, true), /of the chosen collection is .*\n.*only when all ids are removed/);
});

const cases: [type: string, options: Record<string, unknown>, told: string][] = [
  ['date', {}, ''],
  [
    'date',
    { min: '2026-01-02 00:00:00.000Z', max: '2027-01-02 03:04:05.250Z' },
    'min 2026-01-02 00:00:00, max 2027-01-02 03:04:05.250Z',
  ],
  ['date', { min: '2026-01-02' }, 'min 2026-01-02'],
  ['text', { min: 2, max: null, pattern: '^a' }, 'min 2, matches ^a'],
  ['relation', { collectionId: 'known' }, 'to users'],
  ['relation', { collectionId: 'gone' }, 'to gone'],
  ['json', { maxSize: 2_097_152 }, 'max 2 MB'],
  ['json', { maxSize: 'x' }, ''],
];
for (const [type, options, told] of cases) {
  test(`the summary of a ${type} field with ${JSON.stringify(options)} is "${told}"`, () => {
    const nameOf = (id: string) => (id === 'known' ? 'users' : undefined);
    assert.is(gistOf(newField('x', type, options), nameOf), told);
  });
}

test.run();
