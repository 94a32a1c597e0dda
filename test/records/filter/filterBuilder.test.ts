// The rows of the filter builder: new rows, other fields, and missing values.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { rowsOf } from '../../../ui/model/filter/filterTree';
import {
  countConditions,
  createFilterBuilder,
  type FilterBuilder,
} from '../../../ui/records/filter/filterBuilder';
import { field } from '../../support/fields';

const collection = {
  id: 'posts',
  name: 'posts',
  type: 'base',
  schema: [
    field('text', 'title'),
    field('number', 'total'),
    field('bool', 'paid'),
    field('date', 'due'),
    field('select', 'tags', { maxSelect: 2, values: ['a', 'b'] }),
  ],
};

function opened(filter: string): FilterBuilder {
  const builder = createFilterBuilder(collection, filter);
  builder.open();
  return builder;
}

function rowOf(builder: FilterBuilder, at = 0) {
  const row = builder.state.root && rowsOf(builder.state.root)[at];
  if (!row) throw new Error(`There is no row ${at}.`);
  return row;
}

test('an empty filter opens with one row; a typed value is a change until it is applied', async () => {
  const builder = opened('');
  const { id } = rowOf(builder);
  assert.equal(rowOf(builder).condition, { field: 'title', operator: 'contains', values: [] });
  assert.equal([builder.state.focusId, builder.isChanged(), builder.finish()], [id, false, '']);
  builder.set(id, { values: ['Tea'] });
  assert.equal([builder.state.text, builder.isChanged()], ['title ~ "Tea"', true]);
  assert.is(builder.finish(), 'title ~ "Tea"');
  assert.is(builder.isChanged(), false);
});

test('a row without a value is left out; one that is no number keeps the filter from being applied', async () => {
  const builder = opened('total > 1');
  builder.addRow(builder.state.root?.id ?? 0);
  const { id } = rowOf(builder, 1);
  assert.is(builder.state.text, 'total > 1');
  assert.is(builder.finish(), 'total > 1');
  builder.set(id, { values: ['x'] });
  assert.is(builder.finish(), 'total > 1 && title ~ "x"');
  builder.set(rowOf(builder).id, { values: ['1x'] });
  assert.equal([builder.isChanged(), builder.finish()], [true, null]);
});

test('another field keeps what it can have, and the value is back after "is empty"', async () => {
  const builder = opened('title = "5"');
  const set = (change: object) => builder.set(rowOf(builder).id, change);
  for (const [change, text] of [
    [{ operator: 'empty' }, 'title = ""'],
    [{ operator: 'is' }, 'title = "5"'],
    [{ field: 'total' }, 'total = 5'],
    [{ field: 'paid' }, 'paid = true'],
  ] as const) {
    set(change);
    assert.is(builder.state.text, text);
  }
  for (const [field, operator] of [
    ['tags', 'contains'],
    ['due', 'is'],
  ]) {
    set({ field });
    assert.equal(rowOf(builder).condition, { field, operator, values: [] });
  }
});

test('a filter with a fault has no rows until it is cleared', async () => {
  const builder = opened('total =');
  assert.equal([builder.state.root, builder.state.fault], [null, 'A value is missing after =.']);
  assert.is(builder.isChanged(), false);
  builder.clear();
  assert.is(builder.state.fault, null);
  assert.is(builder.isChanged(), true);
  assert.is(builder.finish(), '');
});

test('the conditions of a filter are counted', () => {
  assert.is(countConditions(collection, 'total > 1 && (paid = true || nope = 1)'), 3);
  assert.is(countConditions(collection, 'tea'), 1);
  assert.is(countConditions(collection, 'total >'), null);
});

test.run();
