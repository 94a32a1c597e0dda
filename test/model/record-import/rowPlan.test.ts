import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import type { FullRecord, RecordAnswer } from '../../../ui/model/record';
import type { ColumnPlan, ImportPlan } from '../../../ui/model/record-import/columnPlan';
import type { Replacements } from '../../../ui/model/record-import/rowCells';
import { createPlanner, type Found, type RowPlan } from '../../../ui/model/record-import/rowPlan';
import type { Cell } from '../../../ui/model/tables/table';
import { usersCollection } from '../../support/samples';

const field = (name: string, type: string, rest: object = {}, options: Record<string, unknown> = {}) => ({
  id: `f_${name}`,
  name,
  type,
  required: false,
  ...rest,
  options,
});

const orders: Collection = {
  id: 'orders_id',
  name: 'orders',
  type: 'base',
  schema: [
    field('ref', 'text', { required: true }),
    field('total', 'number'),
    field('status', 'select', {}, { maxSelect: 1, values: ['new', 'shipped'] }),
    field('parent', 'relation', {}, { maxSelect: 1, collectionId: 'orders_id' }),
    field('at', 'date'),
    field('meta', 'json'),
  ],
  indexes: ['CREATE UNIQUE INDEX i ON orders (ref)', 'CREATE UNIQUE INDEX j ON orders (total, status)'],
};

const columnsOf = (...names: (string | null)[]): ColumnPlan[] =>
  names.map((name) => {
    const { type } = orders.schema.find((one) => one.name === name) ?? { type: 'text' };
    return {
      field: name,
      empty: 'leave',
      reading:
        type === 'number'
          ? { kind: 'number', decimal: '.' }
          : type === 'date'
            ? { kind: 'date', order: 'iso', zone: 'utc' }
            : type === 'relation'
              ? { kind: 'relation', by: 'id', separator: ',' }
              : { kind: type === 'json' ? 'json' : 'text' },
    };
  });

const stored: RecordAnswer = {
  record: {
    id: 'aaaaaaaaaaaaaaa',
    ref: 'A-1',
    total: 5,
    status: 'new',
    parent: '',
    at: '2026-11-20 10:00:00.123Z',
    meta: { n: 1 },
    updated: '2026-11-21 00:00:00.000Z',
  } as unknown as FullRecord,
  sources: { meta: '{"n":1.0}' },
};

const found: Found = {
  canAsk: (text) => text.length < 100,
  record: (text) => (text === 'A-1' || text === stored.record.id ? stored : undefined),
  related: (_, text) => (text === stored.record.id ? [text] : text === 'twice' ? ['a', 'b'] : []),
  isCreated: (_, id) => id === 'bbbbbbbbbbbbbbb',
  holder: (name, text) => (name === 'ref' && text === 'A-1' ? stored.record.id : undefined),
};

interface Given {
  columns: (string | null)[];
  cells: Cell[];
  plan?: Partial<ImportPlan>;
  replacements?: Replacements;
  collection?: Collection;
}

function planOf({ columns, cells, plan, replacements = new Map(), collection = orders }: Given): RowPlan {
  const planner = createPlanner(
    { format: 'csv', columns: columns.map((name) => name ?? '') },
    collection,
    {
      columns: columnsOf(...columns),
      mode: 'add',
      key: null,
      takesGuardAway: false,
      makesPasswords: true,
      ...plan,
    },
    replacements,
    { newId: () => 'newnewnewnewnew', newPassword: () => 'secret' },
  );
  return planner.plan({ number: 2, cells }, found);
}

const byRef: Partial<ImportPlan> = { mode: 'addAndChange', key: 'ref' };

function summaryOf(plan: RowPlan): unknown {
  switch (plan.kind) {
    case 'fault':
      return plan.faults.map(({ field: name, message, text }) => [name, message, text]);
    case 'new':
      return { ...plan.body, ...(Object.keys(plan.later).length > 0 && { later: plan.later }) };
    case 'changed':
      return [plan.body, plan.former, plan.updated];
    default:
      return plan.kind;
  }
}

const id = 'newnewnewnewnew';
const cases: [what: string, given: Given, expected: unknown][] = [
  [
    'a new record has its id and only the filled fields',
    { columns: ['ref', 'total'], cells: ['A-9', null] },
    { ref: 'A-9', id },
  ],
  ['a left out column changes nothing', { columns: ['ref', null], cells: ['A-9', 'x'] }, { ref: 'A-9', id }],
  [
    'an empty row is no record',
    { columns: ['ref', 'total'], cells: [null, null] },
    [['', 'The row is empty.', null]],
  ],
  [
    'a missing required value is a fault',
    { columns: ['ref', 'total'], cells: [null, '4'] },
    [['ref', 'Missing required value.', null]],
  ],
  [
    'each wrong cell is a fault, told once',
    { columns: ['ref', 'total', 'at'], cells: ['A-9', 'many', 'soon'] },
    [
      ['total', 'Must be a number.', 'many'],
      ['at', 'Must be a valid date.', 'soon'],
    ],
  ],
  [
    'too many cells are a fault of the row',
    { columns: ['ref'], cells: ['A-9', 'x'] },
    [['', 'The row has more cells than there are columns.', null]],
  ],
  [
    'a choice is found in any case',
    { columns: ['ref', 'status'], cells: ['A-9', 'Shipped'] },
    { ref: 'A-9', status: 'shipped', id },
  ],
  [
    'another choice is a fault without its value in the message',
    { columns: ['ref', 'status'], cells: ['A-9', 'Lost'] },
    [['status', 'Invalid value.', 'Lost']],
  ],
  [
    'a replaced text is taken',
    {
      columns: ['ref', 'status'],
      cells: ['A-9', 'Lost'],
      replacements: new Map([['status', new Map([['Lost', 'new']])]]),
    },
    { ref: 'A-9', status: 'new', id },
  ],
  [
    'a related record that a person chose is taken',
    {
      columns: ['ref', 'parent'],
      cells: ['A-9', 'the first one'],
      replacements: new Map([['parent', new Map([['the first one', 'eeeeeeeeeeeeeee']])]]),
    },
    { ref: 'A-9', parent: 'eeeeeeeeeeeeeee', id },
  ],
  [
    'a unique value of another record is a fault',
    { columns: ['ref'], cells: ['A-1'] },
    [['ref', 'Another record has this value.', 'A-1']],
  ],
  [
    'an id of nobody is a fault',
    { columns: ['ref', 'parent'], cells: ['A-9', 'ccccccccccccccc'] },
    [['parent', 'No record has this id.', 'ccccccccccccccc']],
  ],
  [
    'a relation to a row of the file comes later',
    { columns: ['ref', 'parent'], cells: ['A-9', 'bbbbbbbbbbbbbbb'] },
    { ref: 'A-9', id, later: { parent: 'bbbbbbbbbbbbbbb' } },
  ],
  [
    'a stored record is changed where the cells differ',
    { columns: ['ref', 'total', 'status'], cells: ['A-1', '6', 'new'], plan: byRef },
    [{ total: 6 }, { total: 5 }, '2026-11-21 00:00:00.000Z'],
  ],
  [
    'equal values are the same record, in whatever notation',
    {
      columns: ['ref', 'total', 'at', 'meta'],
      cells: ['A-1', '5.0', '2026-11-20T10:00:00.123Z', '{ "n": 1.0 }'],
      plan: byRef,
    },
    'same',
  ],
  [
    'milliseconds count',
    { columns: ['ref', 'at'], cells: ['A-1', '2026-11-20 10:00:00'], plan: byRef },
    [{ at: '2026-11-20 10:00:00' }, { at: '2026-11-20 10:00:00.123' }, '2026-11-21 00:00:00.000Z'],
  ],
  [
    'an empty cell leaves the stored value, an empty text in quotes empties it',
    { columns: ['ref', 'total', 'status'], cells: ['A-1', null, ''], plan: byRef },
    [{ status: '' }, { status: 'new' }, '2026-11-21 00:00:00.000Z'],
  ],
  [
    'with Change only, a row without a record is a fault',
    { columns: ['ref'], cells: ['A-9'], plan: { mode: 'change', key: 'ref' } },
    [['ref', 'No record has this ref.', 'A-9']],
  ],
  [
    'a key that no query can hold is a fault: the record may be there',
    { columns: ['ref'], cells: ['A'.repeat(100)], plan: byRef },
    [['ref', 'The value is too long to look for, or it has a zero character.', 'A'.repeat(100)]],
  ],
  [
    'with Change only, a row without a key is a fault',
    { columns: ['ref', 'total'], cells: [null, '4'], plan: { mode: 'change', key: 'ref' } },
    [['ref', 'Missing required value.', null]],
  ],
  [
    'the id of a stored record is never sent',
    { columns: ['id', 'total'], cells: [stored.record.id, '9'], plan: { mode: 'change', key: 'id' } },
    [{ total: 9 }, { total: 5 }, '2026-11-21 00:00:00.000Z'],
  ],
  [
    'a new user gets a password that nobody knows',
    { columns: ['username'], cells: ['ada'], collection: usersCollection as Collection },
    { username: 'ada', password: 'secret', passwordConfirm: 'secret', id },
  ],
  [
    'a password of the file is confirmed',
    { columns: ['username', 'password'], cells: ['ada', 'own'], collection: usersCollection as Collection },
    { username: 'ada', password: 'own', passwordConfirm: 'own', id },
  ],
  [
    'without passwords a new user is a fault',
    {
      columns: ['username'],
      cells: ['ada'],
      plan: { makesPasswords: false },
      collection: usersCollection as Collection,
    },
    [['password', 'Cannot be blank.', null]],
  ],
];

for (const [what, given, expected] of cases) {
  test(what, () => assert.equal(summaryOf(planOf(given)), expected));
}

test('lists what the server is asked for', () => {
  const planner = createPlanner(
    { format: 'csv', columns: ['ref', 'parent', 'total'] },
    orders,
    {
      columns: columnsOf('ref', 'parent', 'total'),
      mode: 'addAndChange',
      key: 'ref',
      takesGuardAway: false,
      makesPasswords: false,
    },
    new Map(),
    { newId: () => id, newPassword: () => '' },
  );
  assert.equal(planner.lookups({ number: 2, cells: ['A-1', 'aaaaaaaaaaaaaaa', '1'] }), {
    key: 'A-1',
    related: [['parent', 'aaaaaaaaaaaaaaa']],
    unique: [],
  });
});

test.run();
