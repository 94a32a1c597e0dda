// 10,000 records with the eyes of a person: the calls follow the rows that are shown.
import '../../support/dom';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cancelReads } from '../../../ui/backend/client';
import type { Collection } from '../../../ui/model/collection';
import { maxQueryLength, serverQueryLength } from '../../../ui/model/queryLength';
import type { ListedRecord } from '../../../ui/model/record';
import { pageSize } from '../../../ui/model/recordsQuery';
import { createSeenRows, rowKey } from '../../../ui/rules/see-as/seenRows';
import { connect } from '../../backend/connect';
import { type Call, failure, fakeBackend } from '../../support/backend';
import { eventually } from '../../support/eventually';

const list = 'GET /api/collections/:collection/records';
const orders = {
  id: 'orders',
  name: 'orders',
  type: 'base',
  listRule: 'customer = @request.auth.id || isOpen = true',
  schema: [
    { id: 'customer', name: 'customer', type: 'text', options: {} },
    { id: 'isOpen', name: 'isOpen', type: 'bool', options: {} },
  ],
} as unknown as Collection;

const rows = Array.from({ length: 10_000 }, (_, at) => ({
  id: `row${String(at).padStart(12, '0')}`,
  collectionId: 'orders',
})) as unknown as ListedRecord[];
const numberOf = (id: string) => Number(id.slice(3));
const hasNoCustomer = (id: string) => numberOf(id) % 3 === 0;
const isOpen = (id: string) => numberOf(id) % 5 === 0;
const callsOfPage = 3;

function scene() {
  const backend = fakeBackend({
    [list]({ query }: Call) {
      if (serverQueryLength(query) > maxQueryLength) return failure(400, 'Query string is too large.');
      const filter = query['filter'] ?? '';
      const found = [...filter.matchAll(/id="(row\d+)"/g)]
        .map(([, id = '']) => id)
        .filter(
          (id) =>
            (filter.includes('customer') && hasNoCustomer(id)) || (filter.includes('isOpen') && isOpen(id)),
        );
      return { page: 1, perPage: 40, totalItems: 4667, totalPages: 1, items: found.map((id) => ({ id })) };
    },
  });
  connect(backend);
  return backend;
}

test('10,000 records are judged page by page as they are shown, and a record only once', async () => {
  const backend = scene();
  const seen = createSeenRows();
  await seen.open({ as: 'guest', collection: orders, search: '' });
  assert.is(seen.state.count, 4667);
  for (let shown = pageSize; shown <= rows.length; shown += pageSize) {
    const before = backend.calls.length;
    await seen.showRows(rows.slice(0, shown));
    assert.is(backend.calls.length - before, callsOfPage, `${shown} rows`);
  }
  assert.is(seen.state.rows.size, rows.length);
  for (const row of rows) {
    const verdict = seen.state.rows.get(rowKey(row));
    assert.is(verdict?.isSeen, hasNoCustomer(row.id) || isOpen(row.id), row.id);
    assert.equal([...(verdict?.holds?.values() ?? [])], [hasNoCustomer(row.id), isOpen(row.id)], row.id);
  }
  const before = backend.calls.length;
  await seen.showRows(rows);
  assert.is(backend.calls.length, before, 'rows that are known need no call');
  assert.equal([...new Set(backend.calls.map(({ method }) => method))], ['GET']);
});

test('a rule that is too long for one request is not simulated', async () => {
  scene();
  const seen = createSeenRows();
  const listRule = Array.from({ length: 40 }, (_, at) => `customer = "${'x'.repeat(70 + at)}"`).join(' || ');
  await seen.open({ as: 'guest', collection: { ...orders, listRule }, search: '' });
  const reason = 'The rule is too long for a request.';
  assert.equal(seen.state.verdict, { kind: 'unknown', reason, isFailure: false });
});

for (const ending of ['closing', 'the end of the session']) {
  test(`${ending} stops the calls for the rows that are left`, async () => {
    const backend = scene();
    const seen = createSeenRows();
    await seen.open({ as: 'guest', collection: orders, search: '' });
    const before = backend.calls.length;
    const release = backend.hold(list);
    const work = seen.showRows(rows.slice(0, pageSize));
    await eventually(() => backend.calls.length > before, true);
    if (ending === 'closing') seen.close();
    else cancelReads();
    release();
    await work;
    assert.is(seen.state.rows.size, 0);
    if (ending === 'closing') return;
    assert.equal(seen.state.verdict, {
      kind: 'unknown',
      reason: 'Your session ended meanwhile.',
      isFailure: true,
    });
    await seen.refresh();
    assert.equal([seen.state.verdict?.kind, seen.state.rows.size], ['yes', pageSize]);
  });
}

test.run();
