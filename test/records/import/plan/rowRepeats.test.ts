import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../../ui/model/collection';
import { findRepeats, type SentRow } from '../../../../ui/records/import/plan/rowPlan';
import { field } from '../../../support/fields';
import { resultOf } from '../../../support/resultOf';
import { usersCollection } from '../../../support/samples';

const orders: Collection = {
  id: 'orders_id',
  name: 'orders',
  type: 'base',
  schema: [field('text', 'ref'), field('number', 'total'), field('select', 'status')],
  indexes: ['CREATE UNIQUE INDEX i ON orders (ref)', 'CREATE UNIQUE INDEX j ON orders (total, status)'],
};

const sentRow = (number: number, values: Record<string, string>): SentRow => ({
  kind: 'new',
  row: { number, cells: [] },
  id: `id${number}`,
  body: {},
  later: {},
  password: null,
  values: { id: `id${number}`, ref: '', total: '', status: '', ...values },
});

test('rows that a unique index does not let in together are faults, all of them', () => {
  const rows = [
    sentRow(2, { ref: 'A', total: '1', status: 'new' }),
    sentRow(3, { ref: 'A', total: '2', status: 'new' }),
    sentRow(4, { ref: 'B', total: '3', status: 'new' }),
    sentRow(5, { ref: 'C', total: '3.0', status: 'new' }),
    sentRow(6, { ref: 'D', total: '3', status: 'shipped' }),
    // Their records were deleted since an interrupted try.
    ...[7, 8].map((number) => ({ kind: 'same' as const, row: { number, cells: [] }, values: {} })),
  ];
  const faults = resultOf(findRepeats(orders, null, rows));
  assert.equal(
    rows.map((row) => faults.get(row)?.message ?? ''),
    [
      'Several rows have the same ref.',
      'Several rows have the same ref.',
      'Several rows have the same total, status.',
      'Several rows have the same total, status.',
      '',
      '',
      '',
    ],
  );
});

test('many users without an address are let in', () => {
  const rows = [2, 3].map((number) => sentRow(number, { email: '', username: '' }));
  assert.is(resultOf(findRepeats(usersCollection as Collection, null, rows)).size, 0);
});

test('a hundred thousand equal rows are compared in one go', () => {
  const rows = Array.from({ length: 100_000 }, (_, number) => sentRow(number, { ref: 'A' }));
  assert.is(resultOf(findRepeats(orders, 'ref', rows)).size, rows.length);
});

test.run();
