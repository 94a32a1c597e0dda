import type { RecordSource } from '../../backend/recordPages';
import type { RecordWalk } from '../../backend/recordWalk';
import { sliceMembers } from '../../base/jsonText';
import { createPauses } from '../../base/slices';
import { noLayout } from '../../model/columnLayout';
import type { ExportScope, ExportSource } from '../../records/export/exportSource';
import type { BackupRecord } from '../content/recordSource';
import type { BackupRecords } from './backupRecords';
import type { OpenedBackup } from './openedBackup';

const rowsAtOnce = 500;
const shownWords = { all: '', gone: 'deleted since', changed: 'changed since', same: 'same today' } as const;

/** The records of the backup for an export. They stay the same if the list changes. */
export function createBackupSource(
  backup: OpenedBackup,
  records: BackupRecords,
  { scope }: Pick<ExportSource, 'scope'>,
): ExportSource {
  const { items, selected } = records.list.state;
  const { total, asked } = records.state;
  const { asOf } = backup.state;
  const rows: Record<ExportScope, readonly BackupRecord[]> = {
    list: items,
    selected: items.filter(({ id }) => selected.has(id)),
    all: records.sortedRows(),
  };
  return {
    collection: records.collection,
    search: [shownWords[asked.show], asked.search].filter(Boolean).join(', '),
    sort: asked.sort,
    hasList: true,
    isFiltered: items.length < total,
    selectedCount: rows.selected.length,
    scope,
    // The table of a backup has no column layout.
    layout: noLayout,
    date: asOf === null ? new Date() : new Date(asOf),
    linkTo: null,
    watchTotal(tell) {
      tell(rows.list.length);
      return () => {};
    },
    count: async (wanted) => rows[wanted].length,
    isTooLongToSort: () => false,
    readFirst: async (wanted, { count }) => rows[wanted].slice(0, count).map(sourceOf),
    walk: (wanted) => walkRows(rows[wanted]),
  };
}

function sourceOf({ id, source }: BackupRecord): RecordSource {
  return { id, values: sliceMembers(source) };
}

function walkRows(rows: readonly BackupRecord[]): RecordWalk {
  const pause = createPauses();
  let done = 0;
  return {
    notes: { isInIdOrder: false, hasRepeats: false, gone: 0 },
    async next(signal) {
      const found: RecordSource[] = [];
      for (const row of rows.slice(done, done + rowsAtOnce)) {
        await pause();
        signal.throwIfAborted();
        found.push(sourceOf(row));
      }
      done += found.length;
      return found.length > 0 ? { kind: 'rows', rows: found } : { kind: 'end' };
    },
  };
}
