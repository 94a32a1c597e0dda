import { proxy, ref } from 'valtio/vanilla';
import type { BackupRecord } from '../../../ui/backup/content/recordSource';
import type { OpenedBackup } from '../../../ui/backup/opened/openedBackup';
import type { Collection } from '../../../ui/model/collection';
import { field } from '../../support/fields';

// A made backup with one collection of orders.

export const date = '2026-11-21 00:00:00.000Z';
export const orders: Collection = {
  id: 'c1',
  name: 'orders',
  type: 'base',
  schema: [field('number', 'total')],
};
export const idOf = (at: number) => `r${String(at).padStart(6, '0')}`;

function recordAt(at: number, updated: string): BackupRecord {
  const values = {
    collectionId: 'c1',
    collectionName: 'orders',
    created: date,
    id: idOf(at),
    total: at % 10,
    updated,
  };
  return { id: idOf(at), updated: updated || null, source: JSON.stringify(values) };
}

/** An opened backup with so many records. `foreign` says why they are not compared. */
export function opened(count: number, { updated = date, foreign = '' } = {}): OpenedBackup {
  const database = {
    async *recordsOf() {
      for (let at = 0; at < count; at += 100) {
        yield Array.from({ length: Math.min(100, count - at) }, (_, place) => recordAt(at + place, updated));
      }
    },
    countRecords: async () => count,
  };
  return {
    state: proxy({ database: ref(database), collections: ref([orders]), foreign, asOf: Date.parse(date) }),
    name: 'a.zip',
    setMarks: () => {},
  } as unknown as OpenedBackup;
}
