// The menus of cells and heads offer values; their ticks make conditions of the filter.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { SchemaField } from '../../../ui/model/field';
import type { ListedRecord } from '../../../ui/model/record';
import { cellConditions } from '../../../ui/records/menus/cellConditions';
import { conditionAfterTick, countValues, tickedValues } from '../../../ui/records/menus/headValues';
import * as fields from '../../support/fields';

const field = (type: string, maxSelect?: number): SchemaField =>
  fields.field(type, 'f', { ...(maxSelect !== undefined && { maxSelect }), collectionId: 'c1' });
const nameOf = (id: string) => `name of ${id}`;

const pair = (text: string) => [`only is ${text}`, `without isNot ${text}`];
const emptiness = ['only empty empty', 'only filled filled'];
const offers: [name: string, field: SchemaField, value: unknown, expected: string[]][] = [
  ['text', field('text'), 'a "b"', pair('a "b"')],
  ['no text', field('text'), '', emptiness],
  ['a small number', field('number'), 1e-7, pair('0.0000001')],
  ['one relation', field('relation', 1), 'r1', pair('name of r1')],
  ['the one under the pointer', field('select', 9), ['a', 'b'], ['only contains b', 'without containsNot b']],
  ['json', field('json'), { a: 1 }, pair('{"a":1}')],
  ['json that the browser rounds', field('json'), { a: 2 ** 60 }, []],
  ['rich text', field('editor'), '<p>a</p>', emptiness],
  ['a text that no filter holds', field('text'), 'a\0', []],
];

for (const [name, one, value, expected] of offers) {
  test(`a cell offers conditions: ${name}`, () => {
    const offered = cellConditions(one, value, nameOf, 1);
    assert.equal(
      offered.map(({ kind, condition, text }) => `${kind} ${condition.operator} ${text}`),
      expected,
    );
  });
}

const rowsOf = (...values: unknown[]) =>
  values.map((value, at) => ({ id: `r${at}`, f: value }) as unknown as ListedRecord);
const counted = (one: SchemaField, ...values: unknown[]) =>
  countValues(rowsOf(...values), one, (_, id) => nameOf(id)).map(({ text, count }) => `${text} ${count}`);

test('the most frequent values come first, and twelve at most', () => {
  assert.equal(counted(field('text'), 'b', 'a', 'a', ''), ['a 2', 'b 1', 'empty 1']);
  assert.equal(counted(field('select', 3), ['a', 'b'], ['b'], []), ['b 2', 'a 1', 'empty 1']);
  assert.equal(counted(field('relation', 1), 'x', 'x'), ['name of x 2']);
  const [one, two] = ['2026-05-01 01:00:00.000Z', '2026-05-01 02:00:00.000Z'];
  assert.equal(counted(field('date'), one, two), ['2026-05-01 2']);
  assert.equal(counted(field('bool'), true, false, false), ['False 2', 'True 1']);
  assert.is(counted(field('number'), ...Array.from({ length: 40 }, (_, at) => at)).length, 12);
  assert.equal(counted(field('json'), 1, 1), []);
});

const ticks: [name: string, field: SchemaField, ticked: string[], value: string, expected: string | null][] =
  [
    ['the first', field('select', 1), [], 'a', 'is a'],
    ['one away', field('select', 1), ['a', 'b'], 'a', 'is b'],
    ['the last away', field('select', 1), ['a'], 'a', null],
    ['several choices', field('select', 3), ['a'], 'b', 'anyOf a,b'],
    ['empty stands alone', field('text'), ['a'], '', 'empty '],
    ['a value after empty', field('text'), [''], 'a', 'is a'],
    ['another day', field('date'), ['2026-05-01'], '2026-05-02', 'is 2026-05-02'],
  ];

for (const [name, one, ticked, value, expected] of ticks) {
  test(`a tick makes a condition: ${name}`, () => {
    const next = conditionAfterTick(one, ticked, value);
    assert.is(next && `${next.operator} ${next.values}`, expected);
    if (next) assert.equal(tickedValues([next]), next.operator === 'empty' ? [''] : next.values);
  });
}

test('conditions that no ticks stand for tick nothing', () => {
  assert.equal(tickedValues([{ field: 'f', operator: 'atLeast', values: ['1'] }]), []);
  assert.equal(tickedValues([]), []);
});

test.run();
