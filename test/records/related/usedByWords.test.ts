import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import { referencesTo } from '../../../ui/records/related/references';
import { deleteSentences, sortRows, toRow, totalOf, useOf } from '../../../ui/records/related/usedByWords';
import type { ValueCount } from '../../../ui/records/related/valueCounts';

const base = (id: string, ...schema: Collection['schema']): Collection => ({
  id,
  name: id,
  type: 'base',
  schema,
});
const to = (target: string, name: string, options: object, required = false) => ({
  id: name,
  name,
  type: 'relation',
  required,
  options: { collectionId: target, maxSelect: 1, ...options },
});

const all = [
  base('orders'),
  base('shipments', to('orders', 'order', {}, true)),
  base('lines', to('orders', 'order', { cascadeDelete: true })),
  base('parcels', to('lines', 'line', {}, true)),
  base('batches', to('orders', 'orders', { maxSelect: 9, minSelect: 2 }, true)),
  base('reviews', to('orders', 'order', {})),
];
const uses = referencesTo('orders', all).map((one) => useOf(one, all[0] ?? base(''), ['R'], all));

/** The counts of a collection: all records, then each check. */
function row(name: string, ...counts: ValueCount[]) {
  const use = uses.find(({ reference }) => reference.collection.name === name);
  if (!use) throw new Error(name);
  const keys = [use.key, ...use.checks.map(({ key }) => key)];
  return toRow(use, Object.fromEntries(keys.map((key, at) => [key, counts[at] ?? 'counting'])));
}

const rows: [name: string, counts: ValueCount[], effects: string | null, sentences: string][] = [
  ['shipments', [1], 'blocks 1', '1 record of shipments blocks the delete.'],
  ['shipments', ['counting'], null, ''],
  ['shipments', ['unknown'], null, ''],
  [
    'lines',
    [12, 2],
    'blocks 2 through parcels.line, deleted 12',
    '2 records of parcels block the delete. 12 records of lines are deleted too.',
  ],
  ['reviews', [4], 'loses 4', '4 records of reviews lose their link to it.'],
  ['batches', [5, 0, 0], 'loses 5', '5 records of batches lose their link to it.'],
  [
    'batches',
    [5, 1, 3],
    'blocks 1, fewLeft 3, loses 1',
    '1 record of batches blocks the delete. 3 records of batches keep too few values. 1 record of batches loses its link to it.',
  ],
];
for (const [name, counts, effects, sentences] of rows) {
  test(`${name} with ${counts.join(', ')}: ${effects}`, () => {
    const one = row(name, ...counts);
    const text = one.effects?.map(
      ({ effect, count, through }) => `${effect} ${count}${through && ` through ${through}`}`,
    );
    assert.is(text?.join(', ') ?? null, effects);
    assert.is(deleteSentences([one]), sentences);
    assert.is(one.hasFailed, counts.includes('unknown'));
  });
}

test('what no filter can find is unknown, and is not counted again', () => {
  const odd = base('odd', to('orders', '1st', {}));
  const [reference] = referencesTo('orders', [odd]);
  if (!reference) throw new Error('There is no relation.');
  const use = useOf(reference, all[0] ?? odd, ['R'], all);
  const { filter, count, hasFailed } = toRow(use, { [use.key]: 'unknown' });
  assert.equal([filter, count, hasFailed], [null, 'unknown', false]);
});

test('relations without records come last, but only when nothing is counted any more', () => {
  const names = (...given: ReturnType<typeof row>[]) =>
    sortRows(given).map(({ collection }) => collection.name);
  const still = [row('shipments', 0), row('lines', 2), row('reviews', 'counting')];
  assert.is(names(...still).join(), 'shipments,lines,reviews');
  const whole = [row('shipments', 0), row('lines', 'unknown'), row('reviews', 1)];
  assert.is(names(...whole).join(), 'lines,reviews,shipments');
});

test('several collections with one effect share a sentence', () => {
  const two = deleteSentences([row('reviews', 1), row('batches', 5, 0, 0)]);
  assert.is(two, '1 record of reviews and 5 of batches lose their link to it.');
});

for (const [counts, uncounted, total] of [
  [[1, 12, 4], 0, { count: 17, isWhole: true, isCounting: false }],
  [[1, 12, 4], 3, { count: 17, isWhole: false, isCounting: false }],
  [[1, 'unknown', 4], 0, { count: 5, isWhole: false, isCounting: false }],
  [[1, 'slow', 4], 0, { count: 5, isWhole: false, isCounting: true }],
] as [ValueCount[], number, object][]) {
  test(`${counts.join(', ')} and ${uncounted} others`, () => {
    const [shipments = 0, lines = 0, reviews = 0] = counts;
    const given = [row('shipments', shipments), row('lines', lines), row('reviews', reviews)];
    assert.equal(totalOf(given, uncounted), total);
  });
}

test.run();
