import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type BackupRecords, createBackupRecords } from '../../../ui/backup/opened/backupRecords';
import * as collections from '../../../ui/page/collections';
import { tellRecordsChanged } from '../../../ui/records/recordsChanged';
import { connect } from '../../backend/connect';
import { type FakeBackend, failure, fakeBackend } from '../../support/backend';
import { resetDom } from '../../support/dom';
import { eventually } from '../../support/eventually';
import { listOf } from '../../support/samples';
import { date, idOf, opened, orders } from './openedRecords';

const route = 'GET /api/collections/:collection/records';

let backend: FakeBackend;
let present: { id: string; updated: string; total?: number }[] = [];
let isRefused = false;

async function open(count: number, options?: Parameters<typeof opened>[1]): Promise<BackupRecords> {
  const records = createBackupRecords(opened(count, options), orders);
  await records.open();
  return records;
}

const callsOfRows = () => backend.calls.filter(({ path }) => path.endsWith('/records')).length;

test.before.each(async () => {
  resetDom();
  isRefused = false;
  backend = fakeBackend({
    'GET /api/collections': listOf([orders]),
    [route]: ({ query }) => {
      if (isRefused) return failure(500, 'Broken.');
      const [, last = ''] = /id>"([^"]*)"/.exec(query['filter'] ?? '') ?? [];
      const rest = present.filter(({ id }) => id > last);
      return { page: 1, perPage: 500, items: rest.slice(0, 500) };
    },
  });
  connect(backend, 't');
  await collections.load();
});

test('marks the records, counts and filters them', async () => {
  present = [
    { id: idOf(0), updated: date },
    { id: idOf(1), updated: '2026-11-22 00:00:00.000Z' },
    { id: 'other', updated: date },
  ];
  const records = await open(5);
  const { state, list } = records;
  assert.equal([state.comparison, state.counts], ['done', { same: 1, changed: 1, gone: 3 }]);
  assert.is(state.today?.size, 3);
  void records.ask({ show: 'gone' });
  void records.ask({ sort: { field: 'total', isDescending: true } });
  await eventually(() => list.state.isLoading, false);
  assert.equal(
    list.state.items.map(({ id }) => id),
    [idOf(4), idOf(3), idOf(2)],
  );
  list.toggle(idOf(2));
  list.toggle(idOf(4), { isRange: true });
  assert.is(list.state.selected.size, 3);
  // A hidden record is not put back unseen.
  void records.ask({ search: '4' });
  await eventually(() => list.state.isLoading, false);
  assert.equal([...list.state.selected], [idOf(4)]);
  records.close();
});

test('reads today by pages of 500, and again after a put-back', async () => {
  present = Array.from({ length: 1200 }, (_, at) => ({ id: idOf(at), updated: date }));
  const records = await open(1300);
  assert.equal(records.state.counts, { same: 1200, changed: 0, gone: 100 });
  assert.is(callsOfRows(), 4);
  const [first] = backend.calls.filter(({ path }) => path.endsWith('/records'));
  assert.equal([first?.query['perPage'], first?.query['fields']], ['500', 'id,updated']);
  present.push({ id: idOf(1200), updated: date });
  tellRecordsChanged();
  await eventually(() => records.state.counts?.gone, 99);
  records.close();
});

test('records without a date are read whole, and compared by their values', async () => {
  present = [
    { id: idOf(0), updated: '', total: 0 },
    { id: idOf(1), updated: '', total: 7 },
  ];
  const records = await open(3, { updated: '' });
  assert.equal(records.state.counts, { same: 1, changed: 1, gone: 1 });
  assert.is(backend.calls.find(({ path }) => path.endsWith('/records'))?.query['fields'], undefined);
  records.close();
});

test('records of a backup of the other line are shown, and compared with nothing', async () => {
  const records = await open(3, { foreign: 'Of another server.' });
  const { comparison, comparisonFault, counts } = records.state;
  assert.equal([comparison, comparisonFault, counts], ['foreign', 'Of another server.', null]);
  assert.is(records.list.state.items.length, 3);
  assert.is(callsOfRows(), 0);
  records.close();
});

test('a deleted collection is gone without a call', async () => {
  collections.drop('c1');
  const records = await open(3);
  assert.equal(records.state.counts, { same: 0, changed: 0, gone: 3 });
  assert.is(callsOfRows(), 0);
  records.close();
});

test('a comparison that fails says why, and leaves the records', async () => {
  isRefused = true;
  const records = await open(3);
  assert.equal([records.state.comparison, records.state.comparisonFault], ['failed', 'Broken.']);
  assert.is(records.list.state.items.length, 3);
  records.close();
});

test.run();
