import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../../ui/model/collection';
import { importFields } from '../../../../ui/records/import/plan/importFields';
import {
  emptyCellChoices,
  firstValues,
  previewOf,
  readingChoices,
} from '../../../../ui/records/import/plan/readingChoices';
import type { FileTable } from '../../../../ui/records/tables/table';

const people: Collection = {
  id: 'people_id',
  name: 'people',
  type: 'base',
  schema: [{ id: 'a', name: 'email', type: 'email' }],
  indexes: ['CREATE UNIQUE INDEX e ON people (email)'],
};
const relation = { collectionId: 'people_id' };
const posts: Collection = {
  id: 'posts_id',
  name: 'posts',
  type: 'base',
  schema: [
    { id: 'a', name: 'title', type: 'text' },
    { id: 'b', name: 'total', type: 'number' },
    { id: 'c', name: 'one', type: 'select', options: { maxSelect: 1, values: ['x'] } },
    { id: 'd', name: 'many', type: 'select', options: { maxSelect: 3, values: ['x'] } },
    { id: 'e', name: 'author', type: 'relation', options: { ...relation, maxSelect: 1 } },
    { id: 'f', name: 'readers', type: 'relation', options: { ...relation, maxSelect: null } },
    { id: 'g', name: 'meta', type: 'json' },
    { id: 'h', name: 'live', type: 'bool' },
    { id: 'i', name: 'day', type: 'date' },
  ],
};

const fieldOf = (name: string) => {
  const field = importFields(posts).find((one) => one.name === name);
  if (!field) throw new Error(name);
  return field;
};

for (const [name, labels] of [
  ['title', ['Text']],
  ['total', ['Number like 1,234.5', 'Number like 1.234,5']],
  [
    'many',
    ['Choices as JSON array', 'Choices between commas', 'Choices between semicolons', 'Choices between bars'],
  ],
  ['author', ['By id', 'By email of people']],
  ['meta', ['JSON']],
] as const) {
  test(`the ways to read ${name}`, () => {
    assert.equal(
      readingChoices(fieldOf(name), [people, posts]).map(({ label }) => label),
      labels,
    );
  });
}

test('several related records are read by each key and separator', () => {
  const labels = readingChoices(fieldOf('readers'), [people]).map(({ label }) => label);
  assert.is(labels.length, 8);
  assert.ok(labels.includes('By email of people, between semicolons'), labels.join());
});

test('only JSON can be set to null', () => {
  assert.ok(emptyCellChoices(fieldOf('meta')).includes('null'));
  assert.not.ok(emptyCellChoices(fieldOf('title')).includes('null'));
});

const table: FileTable = {
  format: 'csv',
  columns: ['total', 'live'],
  rows: [
    { number: 2, cells: [null, 'yes'] },
    { number: 3, cells: ['1.284,5', 'yes'] },
    { number: 4, cells: ['1.284,5', 'no'] },
    { number: 5, cells: ['x', 'no'] },
  ],
};

test('the first values are the first two different ones', () => {
  assert.equal(firstValues(table, 0), ['1.284,5', 'x']);
  assert.equal(firstValues(table, 1), ['yes', 'no']);
  assert.equal(firstValues(table, 9), []);
});

test('the first cell is shown as it will be', () => {
  const column = { field: 'total', empty: 'leave', reading: { kind: 'number', decimal: ',' } } as const;
  assert.is(previewOf(table, 0, fieldOf('total'), column, false), '1284.5');
  const wrong = { ...column, reading: { kind: 'number', decimal: '.' } } as const;
  assert.is(previewOf(table, 0, fieldOf('total'), wrong, false), 'Must be a number.');
  const live = { field: 'live', empty: 'leave', reading: { kind: 'bool' } } as const;
  assert.is(previewOf(table, 1, fieldOf('live'), live, false), 'True');
});

test.run();
