import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createBackupSource } from '../../../ui/backup/opened/backupExport';
import { type BackupRecords, createBackupRecords } from '../../../ui/backup/opened/backupRecords';
import * as collections from '../../../ui/page/collections';
import * as toasts from '../../../ui/page/toasts';
import { createRecordExport } from '../../../ui/records/export/exportRun';
import type { ExportScope } from '../../../ui/records/export/exportSource';
import { connect } from '../../backend/connect';
import { catchSavedFiles, type SavedFile } from '../../records/export/savedFiles';
import { type FakeBackend, fakeBackend } from '../../support/backend';
import { resetDom } from '../../support/dom';
import { eventually } from '../../support/eventually';
import { listOf } from '../../support/samples';
import { date, idOf, opened, orders } from './openedRecords';

let backend: FakeBackend;
let present: { id: string; updated: string }[];
let records: BackupRecords;
let saved: SavedFile[];
const backup = opened(1200);

test.before.each(async () => {
  resetDom();
  present = Array.from({ length: 1190 }, (_, at) => ({ id: idOf(at), updated: date }));
  backend = fakeBackend({
    'GET /api/collections': listOf([orders]),
    'GET /api/collections/:collection/records': ({ query }) => {
      const [, last = ''] = /id>"([^"]*)"/.exec(query['filter'] ?? '') ?? [];
      return { page: 1, perPage: 500, items: present.filter(({ id }) => id > last).slice(0, 500) };
    },
  });
  connect(backend, 't');
  await collections.load();
  records = createBackupRecords(backup, orders);
  await records.open();
  saved = catchSavedFiles();
});
test.after.each(() => {
  records.close();
  toasts.closeAll();
  collections.forget();
  mock.restoreAll();
});

const arranged = () => eventually(() => records.list.state.isLoading, false);

/** Exports, and returns the lines of the file without its first one. */
async function exportedLines(scope: ExportScope | null): Promise<string[]> {
  const run = createRecordExport(createBackupSource(backup, records, { scope }));
  await run.open();
  assert.is(await run.start(), true);
  run.close();
  const text = (await saved.at(-1)?.content.text()) ?? '';
  return text.split('\r\n').slice(1, -1);
}

const lineOf = (at: number) => `${idOf(at)},${at % 10},${date},${date}`;

test('the list is exported as it is shown, without a call', async () => {
  void records.ask({ show: 'gone' });
  void records.ask({ sort: { field: 'total', isDescending: true } });
  await arranged();
  const before = backend.calls.length;
  assert.equal(
    await exportedLines(null),
    [9, 8, 7, 6, 5, 4, 3, 2, 1, 0].map((at) => lineOf(1190 + at)),
  );
  assert.is(backend.calls.length, before);
  // The time of the backup, not of the export.
  assert.is(saved[0]?.name, 'orders_20261121000000.csv');
  assert.equal(
    toasts.state.items.map(({ message }) => message),
    ['Exported 10 records.'],
  );
});

test('all records come in the order of the table, once each', async () => {
  void records.ask({ show: 'gone' });
  void records.ask({ sort: { field: 'id', isDescending: false } });
  await arranged();
  assert.equal(
    await exportedLines('all'),
    Array.from({ length: 1200 }, (_, at) => lineOf(at)),
  );
});

test.run();
