import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../../ui/model/collection';
import { guessPlan as guess } from '../../../../ui/records/import/plan/columnGuess';
import type { ImportPlan } from '../../../../ui/records/import/plan/columnPlan';
import { emptyFields, planFault } from '../../../../ui/records/import/plan/planFaults';
import type { Cell } from '../../../../ui/records/tables/table';
import { field } from '../../../support/fields';
import { resultOf } from '../../../support/resultOf';
import { usersCollection } from '../../../support/samples';

const guessPlan = (...given: Parameters<typeof guess>) => resultOf(guess(...given));

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

const two = planOf(orders, ['ref', 'total'], ['A', '1']);
const byId: Partial<ImportPlan> = { mode: 'addAndChange', key: 'id' };
const noPassword = { makesPasswords: false };
const openNumber = 'total: is the comma in 1,234 between thousands or before decimals?';
const cases: [what: string, plan: ImportPlan, collection: Collection, expected: string | null][] = [
  ['a plan without a fault', two, orders, null],
  ['no column', planOf(orders, ['x'], ['1']), orders, 'Choose a field for at least one column.'],
  ['no required field', planOf(orders, ['total'], ['1']), orders, 'ref is required: choose it for a column.'],
  [
    'a change of others',
    planOf(orders, ['id', 'total'], ['abcdefghijklmno', '1'], { mode: 'change' }),
    orders,
    null,
  ],
  [
    'no key',
    planOf(orders, ['ref'], ['A'], byId),
    orders,
    'To match records, choose the column with the id.',
  ],
  ['an open date', planOf(orders, ['ref', 'day'], ['A', '01/02/2026']), orders, 'day: day or month first?'],
  ['an open number', planOf(orders, ['ref', 'total'], ['A', '1,234']), orders, openNumber],
  [
    'no passwords',
    planOf(users, ['email'], ['a@x.example'], noPassword),
    users,
    'password is required: choose it for a column.',
  ],
  [
    'two columns',
    { ...two, columns: two.columns.slice(0, 1).flatMap((one) => [one, one]) },
    orders,
    'Choose ref for one column only.',
  ],
];

for (const [what, plan, collection, expected] of cases) {
  test(what, () => assert.is(planFault(plan, collection), expected));
}

test('a required field whose value the server makes needs no column', () => {
  const made = { ...field('text', 'code', { autogeneratePattern: '[A-Z]{6}' }), required: true };
  const coded = { ...orders, schema: [...orders.schema, made] };
  const plan = planOf(coded, ['ref'], ['A']);
  assert.is(planFault(plan, coded), planFault(planOf(orders, ['ref'], ['A']), orders));
  assert.not(emptyFields(plan, coded).includes('code'));
});

test('names the fields that no column fills, with files, but no date of the server', () => {
  const stamped = { ...orders, schema: [...orders.schema, field('autodate', 'seen')] };
  assert.equal(emptyFields(planOf(stamped, ['ref'], ['A']), stamped), ['total', 'day', 'scan']);
});

test.run();
