import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../../ui/model/collection';
import type { FullRecord, RecordAnswer } from '../../../../ui/model/record';
import type { ColumnPlan, ImportPlan } from '../../../../ui/records/import/plan/columnPlan';
import type { Replacements } from '../../../../ui/records/import/plan/rowCells';
import { createPlanner, type Found, type RowPlan } from '../../../../ui/records/import/plan/rowPlan';
import type { Cell } from '../../../../ui/records/tables/table';
import { field, relation } from '../../../support/fields';
import { usersCollection } from '../../../support/samples';

const orders: Collection = {
  id: 'orders_id',
  name: 'orders',
  type: 'base',
  schema: [
    field('text', 'ref', {}, { required: true }),
    field('number', 'total'),
    field('select', 'status', { maxSelect: 1, values: ['new', 'shipped'] }),
    relation('parent', 'orders_id'),
    field('date', 'at'),
    field('json', 'meta'),
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
  sent: () => undefined,
  holder: (name, text) => (name === 'ref' && text === 'A-1' ? stored.record.id : undefined),
};

type Given = [
  columns: string,
  cells: Cell[],
  plan?: Partial<ImportPlan>,
  collection?: Collection,
  replacements?: Replacements,
];

/** `-` is a column without a field. */
function planOf([names, cells, plan, collection = orders, replacements = new Map()]: Given): RowPlan {
  const columns = names.split(' ').map((name) => (name === '-' ? null : name));
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
const then = '2026-11-21 00:00:00.000Z';
const users = usersCollection as Collection;
const required = 'Missing required value.';
const tooLong =
  'The server cannot look for the value: it is too long, or has a zero character or a backslash.';
const replaced = (name: string, text: string, by: string) => new Map([[name, new Map([[text, by]])]]);
const cases: [what: string, given: Given, expected: unknown][] = [
  ['a new record has its id and only the filled fields', ['ref total', ['A-9', null]], { ref: 'A-9', id }],
  ['a left out column changes nothing', ['ref -', ['A-9', 'x']], { ref: 'A-9', id }],
  ['another choice is a fault', ['ref status', ['A-9', 'Lost']], [['status', 'Invalid value.', 'Lost']]],
  ['an empty row is no record', ['ref total', [null, null]], [['', 'The row is empty.', null]]],
  ['a missing required value is a fault', ['ref total', [null, '4']], [['ref', required, null]]],
  [
    'each wrong cell is a fault, told once',
    ['ref total at', ['A-9', 'many', 'soon']],
    [
      ['total', 'Must be a number.', 'many'],
      ['at', 'Must be a valid date.', 'soon'],
    ],
  ],
  [
    'too many cells are a fault of the row',
    ['ref', ['A-9', 'x']],
    [['', 'The row has more cells than there are columns.', null]],
  ],
  [
    'a choice is found in any case',
    ['ref status', ['A-9', 'Shipped']],
    { ref: 'A-9', status: 'shipped', id },
  ],
  [
    'a replaced text is taken',
    ['ref status', ['A-9', 'Lost'], {}, orders, replaced('status', 'Lost', 'new')],
    { ref: 'A-9', status: 'new', id },
  ],
  [
    'a related record that a person chose is taken',
    [
      'ref parent',
      ['A-9', 'the first one'],
      {},
      orders,
      replaced('parent', 'the first one', 'eeeeeeeeeeeeeee'),
    ],
    { ref: 'A-9', parent: 'eeeeeeeeeeeeeee', id },
  ],
  [
    'a unique value of another record is a fault',
    ['ref', ['A-1']],
    [['ref', 'Another record has this value.', 'A-1']],
  ],
  [
    'an id of nobody is a fault',
    ['ref parent', ['A-9', 'ccccccccccccccc']],
    [['parent', 'No record has this id.', 'ccccccccccccccc']],
  ],
  [
    'a relation to a row of the file comes later',
    ['ref parent', ['A-9', 'bbbbbbbbbbbbbbb']],
    { ref: 'A-9', id, later: { parent: 'bbbbbbbbbbbbbbb' } },
  ],
  [
    'a stored record is changed where the cells differ',
    ['ref total status', ['A-1', '6', 'new'], byRef],
    [{ total: 6 }, { total: 5 }, then],
  ],
  [
    'equal values are the same record, in whatever notation',
    ['ref total at meta', ['A-1', '5.0', '2026-11-20T10:00:00.123Z', '{ "n": 1.0 }'], byRef],
    'same',
  ],
  [
    'milliseconds count',
    ['ref at', ['A-1', '2026-11-20 10:00:00'], byRef],
    [{ at: '2026-11-20 10:00:00' }, { at: '2026-11-20 10:00:00.123' }, then],
  ],
  [
    'an empty cell leaves the stored value, an empty text in quotes empties it',
    ['ref total status', ['A-1', null, ''], byRef],
    [{ status: '' }, { status: 'new' }, then],
  ],
  [
    'with Change only, a row without a record is a fault',
    ['ref', ['A-9'], { mode: 'change', key: 'ref' }],
    [['ref', 'No record has this ref.', 'A-9']],
  ],
  [
    'a key that no query can hold is a fault: the record may be there',
    ['ref', ['A'.repeat(100)], byRef],
    [['ref', tooLong, 'A'.repeat(100)]],
  ],
  [
    'the id of a stored record is never sent',
    ['id total', [stored.record.id, '9'], { mode: 'change', key: 'id' }],
    [{ total: 9 }, { total: 5 }, then],
  ],
  [
    'a new user gets a password that nobody knows',
    ['username', ['ada'], {}, users],
    { username: 'ada', password: 'secret', passwordConfirm: 'secret', id },
  ],
  [
    'a password of the file is confirmed',
    ['username password', ['ada', 'own-password'], {}, users],
    { username: 'ada', password: 'own-password', passwordConfirm: 'own-password', id },
  ],
  [
    'a password that is too short is a fault, and is not shown',
    ['username password', ['ada', 'short'], {}, users],
    [['password', 'The length must be between 8 and 72.', null]],
  ],
  [
    'without passwords a new user is a fault',
    ['username', ['ada'], { makesPasswords: false }, users],
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
