import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from '../../../ui/api/ApiError';
import type { Collection } from '../../../ui/model/collection';
import {
  differingNames,
  faultText,
  latestOf,
  RowRefusal,
  undoOrder,
  withRefusal,
  withRefused,
} from '../../../ui/state/jobs/writeEntries';
import type { WriteEntry } from '../../../ui/state/jobs/writeJob';
import { entryOf } from './jobSamples';

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

const entry = (change: Partial<WriteEntry>) => entryOf({ state: 'reserved', ...change });

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
    entry({ id, place: 9, wave: 1, isSecond: true, state: 'done', body: JSON.stringify({ parent }) });
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
    entry({ id, wave: 1, state: 'done', body: JSON.stringify({ next: `r${at + 1}` }) }),
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

test('tells which values the server stored otherwise', () => {
  const sent = entry({ body: JSON.stringify({ host: 'a', meta: '{"n":1.0}' }) });
  const answer = (host: string, meta: string) => ({
    record: { id: 'a', host, meta: JSON.parse(meta) } as never,
    sources: { meta },
  });
  assert.equal(differingNames(devices, sent, answer('a', '{"n":1.0}')), []);
  assert.equal(differingNames(devices, sent, answer('b', '{"n":2}')), ['host', 'meta']);
  // The field was renamed.
  const unknown = entry({ body: JSON.stringify({ note: 'a', host: 'a' }) });
  assert.equal(differingNames(devices, unknown, answer('a', '{}')), ['note']);
});

test.run();
