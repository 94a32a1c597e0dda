import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import { guessPlan } from '../../../ui/model/record-import/columnGuess';
import type { ImportPlan } from '../../../ui/model/record-import/columnPlan';
import { emptyFields, planFault } from '../../../ui/model/record-import/planFaults';
import type { Cell } from '../../../ui/model/tables/table';
import { usersCollection } from '../../support/samples';

const orders: Collection = {
  id: 'orders_id',
  name: 'orders',
  type: 'base',
  schema: [
    { id: 'a', name: 'ref', type: 'text', required: true },
    { id: 'b', name: 'total', type: 'number' },
    { id: 'c', name: 'day', type: 'date' },
    { id: 'd', name: 'scan', type: 'file' },
  ],
};

function planOf(collection: Collection, columns: string[], row: Cell[], rest: Partial<ImportPlan> = {}) {
  const table = { format: 'csv' as const, columns, rows: [{ number: 2, cells: row }] };
  return { ...guessPlan(table, collection, [collection]), ...rest };
}

const users = usersCollection as Collection;

const cases: [what: string, plan: ImportPlan, collection: Collection, expected: string | null][] = [
  ['a plan without a fault', planOf(orders, ['ref', 'total'], ['A', '1']), orders, null],
  ['no column', planOf(orders, ['x'], ['1']), orders, 'No column goes to a field.'],
  [
    'a required field without a column',
    planOf(orders, ['total'], ['1']),
    orders,
    'ref is required, but no column goes to it.',
  ],
  [
    'a change needs no required field',
    planOf(orders, ['id', 'total'], ['abcdefghijklmno', '1'], { mode: 'change' }),
    orders,
    null,
  ],
  [
    'a key without a column',
    planOf(orders, ['ref'], ['A'], { mode: 'addAndChange', key: 'id' }),
    orders,
    'Records are found by id, but no column goes to it.',
  ],
  ['an open date', planOf(orders, ['ref', 'day'], ['A', '01/02/2026']), orders, 'day: day or month first?'],
  [
    'an open number',
    planOf(orders, ['ref', 'total'], ['A', '1,234']),
    orders,
    'total: is the comma in 1,234 between thousands or before decimals?',
  ],
  ['users with random passwords', planOf(users, ['email'], ['a@x.example']), users, null],
  [
    'users without passwords',
    planOf(users, ['email'], ['a@x.example'], { makesPasswords: false }),
    users,
    'password is required, but no column goes to it.',
  ],
];

for (const [what, plan, collection, expected] of cases) {
  test(what, () => assert.is(planFault(plan, collection), expected));
}

test('two columns cannot go to one field', () => {
  const plan = planOf(orders, ['ref', 'total'], ['A', '1']);
  const [first] = plan.columns;
  assert.is(planFault({ ...plan, columns: first ? [first, first] : [] }, orders), 'Two columns go to ref.');
});

test('names the fields that no column fills, with files', () => {
  assert.equal(emptyFields(planOf(orders, ['ref'], ['A']), orders), ['total', 'day', 'scan']);
});

test.run();
