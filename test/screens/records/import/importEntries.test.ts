import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from '../../../../ui/api/ApiError';
import type { Collection } from '../../../../ui/model/collection';
import type { ColumnPlan } from '../../../../ui/model/record-import/columnPlan';
import type { SentRow } from '../../../../ui/model/record-import/rowPlan';
import {
  differingNames,
  entriesOf,
  faultText,
  latestOf,
  RowRefusal,
  takeBackQuestion,
  undoOrder,
  withRefusal,
  withRefused,
} from '../../../../ui/screens/records/import/importEntries';
import type { WriteEntry } from '../../../../ui/state/writeJournal';
import { usersCollection } from '../../../support/samples';

const devices: Collection = {
  id: 'devices_id',
  name: 'devices',
  type: 'base',
  schema: [
    { id: 'a', name: 'host', type: 'text' },
    { id: 'b', name: 'password', type: 'text' },
    { id: 'c', name: 'meta', type: 'json' },
  ],
};

const column = (field: string | null): ColumnPlan => ({ field, reading: { kind: 'text' }, empty: 'leave' });

function newRow(
  body: Record<string, unknown>,
  rest: Partial<Extract<SentRow, { kind: 'new' }>> = {},
): SentRow {
  return {
    kind: 'new',
    row: { number: 2, cells: ['one', 'two', 'three'] },
    id: 'aaaaaaaaaaaaaaa',
    body,
    later: {},
    values: {},
    password: null,
    ...rest,
  };
}

test('a field called password of an ordinary collection is sent and kept', () => {
  const row = newRow({ host: 'a', password: 'b' });
  const [entry] = entriesOf(devices, [row], [column('host'), column('password'), column(null)]);
  assert.equal(JSON.parse(entry?.body ?? ''), { host: 'a', password: 'b' });
  assert.equal(entry?.cells, ['one', 'two', 'three']);
  assert.is(entry?.password, null);
});

test('no password of a user is stored, of whatever column', () => {
  const row = newRow({ username: 'ada', password: 'secret', passwordConfirm: 'secret' }, { password: 'own' });
  const columns = [column('username'), column('password'), column(null)];
  const [entry] = entriesOf(usersCollection as Collection, [row], columns);
  assert.equal(JSON.parse(entry?.body ?? ''), { username: 'ada' });
  assert.equal(entry?.cells, ['one', null, null]);
  assert.is(entry?.password, 'own');
});

test('relations to new records come last, as entries of their own', () => {
  const rows: SentRow[] = [
    newRow({ host: 'a' }, { later: { parent: 'b' } }),
    {
      ...newRow({}),
      kind: 'changed',
      id: 'bbbbbbbbbbbbbbb',
      former: { parent: '' },
      updated: 'then',
      changes: [],
      later: { parent: 'a' },
    },
  ];
  const entries = entriesOf(devices, rows, [column('host')]);
  assert.equal(
    entries.map(({ place, id, kind, stamp, isLate, isSecond }) => [
      place,
      id[0],
      kind,
      stamp,
      isLate,
      isSecond,
    ]),
    [
      [0, 'a', 'create', '', false, false],
      [1, 'a', 'update', '', true, true],
      [2, 'b', 'update', 'then', true, false],
    ],
  );
});

const entry = (rest: Partial<WriteEntry>): WriteEntry => ({
  ...{
    place: 0,
    number: 2,
    isLate: false,
    isSecond: false,
    password: null,
    kind: 'create',
    id: 'a',
    body: '{}',
  },
  ...{ former: null, stamp: '', state: 'reserved', updated: '', fault: null, cells: [] },
  ...rest,
});

test('a record is taken back by its first write, with the date of its last one', () => {
  const writes = [entry({ updated: 'one' }), entry({ kind: 'update', updated: 'two', place: 1 })];
  assert.equal(latestOf(writes), [entry({ updated: 'two' })]);
});

test('a second write that is not done moves no date', () => {
  const writes = [entry({ updated: 'one' }), entry({ kind: 'update', state: 'waiting', place: 1 })];
  assert.is(latestOf(writes)[0]?.updated, 'one');
});

test('a record is taken back before those that it refers to, and only what is in', () => {
  const ids = ['a', 'b', 'c', 'd', 'e'];
  const firsts = ids.map((id, place) => entry({ id, place, state: id === 'd' ? 'undone' : 'done' }));
  const refers = (id: string, parent: unknown) =>
    entry({ id, place: 9, isLate: true, isSecond: true, state: 'done', body: JSON.stringify({ parent }) });
  // a refers to c, and c to b; e and b refer to each other.
  const late = [refers('a', 'c'), refers('c', ['b']), refers('e', 'b'), refers('b', 'e')];
  const order = undoOrder(latestOf([...firsts, ...late]), [...firsts, ...late]).map(({ id }) => id);
  assert.equal([...order].sort(), ['a', 'b', 'c', 'e']);
  assert.ok(order.indexOf('a') < order.indexOf('c') && order.indexOf('c') < order.indexOf('b'), order.join());
});

test('a long chain of records is taken back', () => {
  const count = 20_000;
  const firsts = Array.from({ length: count }, (_, at) => entry({ id: `r${at}`, place: at, state: 'done' }));
  const late = firsts.map(({ id }, at) =>
    entry({ id, isLate: true, state: 'done', body: JSON.stringify({ next: `r${at + 1}` }) }),
  );
  assert.is(undoOrder(firsts, late)[0]?.id, 'r0');
});

const refusal = (status: number, fields = {}) =>
  new ApiError({ kind: 'refused', url: '', status, message: 'Failed.', fields });

for (const [what, given, error, state, text] of [
  ['a field', {}, refusal(400, { ref: { code: '', message: 'Taken.' } }), 'refused', 'ref: Taken.'],
  ['the whole row', {}, refusal(400), 'refused', 'Failed.'],
  ['a deleted record', { kind: 'update' }, refusal(404), 'refused', 'The record is gone.'],
  ['this page', {}, new RowRefusal('Not here.'), 'refused', 'Not here.'],
  ['a bug', {}, new TypeError('x'), 'refused', 'Something went wrong on this page.'],
  ['a take-back', { state: 'undoing' }, refusal(400), 'kept', 'Failed.'],
  ['a take-back of a deleted record', { state: 'undoing' }, refusal(404), 'undone', 'Failed.'],
  [
    'a take-back of changes',
    { state: 'undoing', kind: 'update' },
    refusal(404),
    'kept',
    'The record is gone.',
  ],
] as const) {
  test(`the reason of ${what}`, () => {
    const ended = withRefusal(entry(given), error);
    assert.is(ended.state, state);
    assert.is(faultText(ended), text);
  });
}

test('refused rows are told together by field and reason', () => {
  const fault = JSON.stringify({ ref: 'Taken.' });
  const first = withRefused([], [entry({ number: 2, fault }), entry({ number: 3, fault })]);
  assert.equal(withRefused(first, [entry({ number: 9, fault }), entry({ fault: null })]), [
    { field: 'ref', message: 'Taken.', rows: [2, 3, 9] },
  ]);
});

for (const [created, changed, kept, expected] of [
  [1, 0, 0, ' 1 new record is deleted.'],
  [2, 1, 0, ' 2 new records are deleted and 1 record gets its former values.'],
  [0, 2, 1, ' 2 records get their former values. 1 was changed since and stays as it is.'],
  [0, 0, 3, ' 3 were changed since and stay as they are.'],
] as const) {
  test(`asks about ${created} new, ${changed} changed and ${kept} kept records`, () => {
    const question = takeBackQuestion(created, changed, kept);
    assert.is(question, `Do you really want to take this import back?${expected}`);
  });
}

test('tells which values the server stored otherwise', () => {
  const sent = entry({ body: JSON.stringify({ host: 'a', meta: '{"n":1.0}' }) });
  const answer = (host: string, meta: string) => ({
    record: { id: 'a', host, meta: JSON.parse(meta) } as never,
    sources: { meta },
  });
  assert.equal(differingNames(devices, sent, answer('a', '{"n":1.0}')), []);
  assert.equal(differingNames(devices, sent, answer('b', '{"n":2}')), ['host', 'meta']);
});

test.run();
