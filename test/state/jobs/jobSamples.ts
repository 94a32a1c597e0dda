// The entries and the job of an import, as a journal holds them.
import type { ImportJob, WriteEntry } from '../../../ui/state/jobs/writeJob';

export const server = 'http://localhost:8090/';

export const entryOf = (change: Partial<WriteEntry> = {}): WriteEntry => ({
  place: 0,
  number: 2,
  wave: 0,
  isSecond: false,
  password: null,
  kind: 'create',
  id: 'a',
  body: '{}',
  former: null,
  stamp: '',
  state: 'waiting',
  updated: '',
  fault: null,
  cells: [],
  ...change,
});

export const importJobOf = (change: Partial<ImportJob> = {}): ImportJob => ({
  id: 'job',
  server,
  admin: 'root@example.com',
  collectionId: 'orders_id',
  collectionName: 'orders',
  fileName: 'orders.csv',
  startedAt: '2026-11-22T08:40:12.000Z',
  columns: ['title', 'title'],
  format: 'csv',
  total: 3,
  isTakenBack: false,
  ...change,
});
