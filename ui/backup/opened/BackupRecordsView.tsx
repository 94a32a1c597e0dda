import Download from 'lucide-react/icons/download';
import GitCompare from 'lucide-react/icons/git-compare';
import SearchX from 'lucide-react/icons/search-x';
import Undo2 from 'lucide-react/icons/undo-2';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { currentLocation, navigate, replaceQuery } from '../../base/hash';
import { printCount } from '../../base/text';
import { Badge } from '../../kit/basics/Badge';
import { Button } from '../../kit/basics/Button';
import { ListSearch } from '../../kit/form/ListSearch';
import { Segments } from '../../kit/form/Segments';
import { EmptyState } from '../../kit/layout/EmptyState';
import { LoadFailure } from '../../kit/layout/LoadFailure';
import { Note } from '../../kit/layout/Note';
import { BulkBar } from '../../kit/table/BulkBar';
import { pickColumn } from '../../kit/table/SelectAll';
import type { TableColumn } from '../../kit/table/TableRow';
import type { Collection } from '../../model/collection';
import { noLayout } from '../../model/columnLayout';
import type { ListedRecord } from '../../model/record';
import { parseSort } from '../../model/sort';
import * as collections from '../../page/collections';
import { openPanel } from '../../page/panels';
import { noFiles } from '../../records/display/noFiles';
import { RecordTable } from '../../records/display/RecordTable';
import { columnsOf, withLayout } from '../../records/display/recordColumns';
import type { ExportScope } from '../../records/export/exportSource';
import type { RecordValueContext } from '../../records/types/fieldLook';
import type { BackupRecord } from '../content/recordSource';
import { BackupFrame, type BackupFrameProps } from './BackupFrame';
import css from './BackupPage.module.css';
import { BackupRecordPanel } from './BackupRecordPanel';
import { createBackupSource } from './backupExport';
import { type BackupRecords, createBackupRecords, mostCompared } from './backupRecords';
import { markOf, type TodayMark, type TodayMarks } from './todayMarks';

interface Props {
  frame: BackupFrameProps;
  collection: Collection;
  /** The record that is open in the panel; '' for none. */
  recordId: string;
}

const markNames: Readonly<Record<TodayMark, string>> = {
  same: 'Unchanged',
  changed: 'Changed',
  gone: 'Deleted',
};

/** The records of a collection in the backup, and if they have changed since. */
export function BackupRecordsView({ frame, collection, recordId }: Props) {
  const { backup } = frame;
  const [records] = useState(() => createBackupRecords(backup, collection));
  const { status, fault, damage, total, counts, comparison } = useSnapshot(records.state);
  const { selected, isLoading: isArranging } = useSnapshot(records.list.state);
  const { all, isLoaded } = useSnapshot(collections.state);
  const isForeign = Boolean(useSnapshot(backup.state).foreign);
  const isGone = !isForeign && isLoaded && all.every(({ id }) => id !== collection.id);

  useEffect(() => {
    void records.open();
    return records.close;
  }, [records]);

  useEffect(() => {
    if (counts) backup.setMarks(collection.id, counts);
  }, [backup, collection, counts]);

  const openRecord = useCallback((id: string) => {
    const { path, query } = currentLocation();
    navigate(path, { ...query, recordId: id });
  }, []);
  const openExport = (scope: ExportScope | null) =>
    void openPanel('recordExport', { source: createBackupSource(backup, records, { scope }) });
  const record = status === 'ready' && recordId !== '' ? records.find(recordId) : undefined;

  return (
    <BackupFrame
      {...frame}
      isLoading={status === 'loading' || comparison === 'running' || isArranging}
      actions={
        status === 'ready' && (
          <>
            <Button
              icon={Download}
              // Until the list is sorted and filtered, its rows may be only a part of it.
              disabled={isArranging}
              onClick={() => openExport(null)}
            >
              Export
            </Button>
            {(isGone || (counts !== null && counts.gone > 0)) && (
              <Button kind="primary" icon={Undo2} writes onClick={() => void records.bringBackGone()}>
                Bring back<span className="onlyWide">{isGone ? ' the collection' : ' deleted records'}</span>
              </Button>
            )}
          </>
        )
      }
      footer={<Totals records={records} isGone={isGone} />}
    >
      {status === 'failed' ? (
        <LoadFailure title="The records cannot be read." reason={fault} onRetry={() => void records.open()} />
      ) : (
        <>
          <Bar records={records} />
          {damage && (
            <div className={css.note}>
              <Note kind="warning" role="status">
                {damage}
              </Note>
            </div>
          )}
          <Comparison records={records} />
          <Rows
            records={records}
            collection={collection}
            openId={record?.id ?? ''}
            onOpen={openRecord}
            backupCollections={backup.state.collections}
          />
        </>
      )}
      {selected.size > 0 && (
        <BulkBar
          actions={
            <>
              <Button kind="quiet" onClick={records.list.clearSelection}>
                Reset
              </Button>
              <Button kind="quiet" icon={Download} onClick={() => openExport('selected')}>
                Export
              </Button>
              {!isForeign && (
                <Button kind="quiet" icon={Undo2} writes onClick={() => void records.bringBackSelected()}>
                  Bring back
                </Button>
              )}
            </>
          }
        >
          Selected <b>{printCount(selected.size)}</b> record(s)
        </BulkBar>
      )}
      {record && total > 0 && (
        <BackupRecordPanel
          key={record.id}
          backup={backup}
          records={records}
          record={record}
          mark={isGone ? 'gone' : markOf(record, records.state.today)}
          onBringBack={() => void records.bringBack([record])}
          onChanged={() => void records.compare()}
          onClose={() => replaceQuery({ recordId: undefined })}
        />
      )}
    </BackupFrame>
  );
}

function Totals({ records, isGone }: { records: BackupRecords; isGone: boolean }) {
  const { status, total, comparison, comparedCount, today, readCount } = useSnapshot(records.state);
  const { items } = useSnapshot(records.list.state);
  if (status === 'loading') return <span role="status">Reading the records: {printCount(readCount)}...</span>;
  if (status === 'failed') return null;
  const now = isGone ? 'none now' : nowText(comparison, comparedCount, today?.size);
  const then =
    items.length < total
      ? `Showing ${printCount(items.length)} of ${printCount(total)}`
      : [`${printCount(total)} in the backup`, now].filter(Boolean).join(', ');
  return <span role="status">{then}</span>;
}

function nowText(comparison: string, comparedCount: number, size: number | undefined): string {
  if (comparison === 'running') return `${printCount(comparedCount)} compared...`;
  return comparison === 'done' ? `${printCount(size ?? 0)} now` : '';
}

function Bar({ records }: { records: BackupRecords }) {
  const { total, counts } = useSnapshot(records.state);
  const { search, show } = useSnapshot(records.state, { sync: true }).asked;
  return (
    <ListSearch
      placeholder="Search term..."
      value={search}
      onChange={(next) => void records.ask({ search: next })}
    >
      <Segments
        label="Now"
        value={show}
        onChange={(next) => void records.ask({ show: next })}
        segments={[
          { value: 'all', label: 'All', count: total },
          ...(['gone', 'changed', 'same'] as const).map((mark) => ({
            value: mark,
            label: markNames[mark],
            count: counts?.[mark],
          })),
        ]}
      />
    </ListSearch>
  );
}

/** Shown while a comparison waits for a click, or after it has failed. */
function Comparison({ records }: { records: BackupRecords }) {
  const { comparison, comparisonFault } = useSnapshot(records.state);
  if (comparison === 'foreign') {
    return (
      <div className={css.note}>
        <Note kind="info" role="status">
          {comparisonFault}
        </Note>
      </div>
    );
  }
  if (comparison !== 'large' && comparison !== 'failed') return null;
  const isLarge = comparison === 'large';
  return (
    <div className={css.note}>
      <Note
        kind={isLarge ? 'info' : 'danger'}
        role={isLarge ? 'status' : 'alert'}
        actions={
          <Button size="small" icon={GitCompare} onClick={records.compareOnRequest}>
            Compare
          </Button>
        }
      >
        {isLarge
          ? `More than ${printCount(mostCompared)} records are compared only when you ask for it.`
          : `The present records cannot be read. ${comparisonFault}`}
      </Note>
    </div>
  );
}

interface RowsProps {
  records: BackupRecords;
  collection: Collection;
  backupCollections: readonly Collection[];
  openId: string;
  onOpen: (id: string) => void;
}

function Rows({ records, collection, backupCollections, openId, onOpen }: RowsProps) {
  const { status, related, today, asked } = useSnapshot(records.state);
  const { items, selected, isLoading: isArranging } = useSnapshot(records.list.state);
  const { search, sort, show } = asked;
  const columns = useMemo(() => withLayout(columnsOf(collection), noLayout), [collection]);
  const pick = useMemo(() => pickColumn<ListedRecord>(records.list), [records]);
  const context = useMemo(
    (): RecordValueContext => ({
      collection,
      collectionById: (id) => backupCollections.find((one) => one.id === id),
      files: noFiles,
    }),
    [collection, backupCollections],
  );
  const extra = useMemo(
    (): TableColumn<ListedRecord>[] => [
      {
        key: 'today mark',
        head: 'now',
        icon: GitCompare,
        width: 96,
        isSticky: true,
        isPinned: true,
        cell: (row) => <Mark mark={markOf(row as unknown as BackupRecord, today as TodayMarks)} />,
      },
    ],
    [today],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: with the related records each row is read again
  const recordOf = useCallback((row: ListedRecord) => records.recordOf(row), [records, related]);
  const handleSort = useCallback((text: string) => void records.ask({ sort: parseSort(text) }), [records]);
  const isEmpty = status === 'ready' && items.length === 0 && !isArranging;
  return (
    <RecordTable
      collection={collection}
      columns={columns}
      context={context}
      pick={pick}
      extra={extra}
      sort={sort}
      onSort={handleSort}
      // The table gets only ids, and asks for the record of a row when it renders it.
      rows={items as unknown as readonly ListedRecord[]}
      recordOf={recordOf}
      isLoading={items.length === 0 && (status === 'loading' || isArranging)}
      isDimmed={status === 'loading'}
      isSelected={({ id }) => selected.has(id)}
      isOpen={({ id }) => id === openId}
      onRowOpen={({ id }) => onOpen(id)}
      onRowToggle={({ id }) => records.list.toggle(id)}
      hasBulkBar={selected.size > 0}
      after={
        isEmpty && (
          <EmptyState
            icon={SearchX}
            title={search || show !== 'all' ? 'No records found.' : 'No records in this backup.'}
            role="status"
          />
        )
      }
    />
  );
}

function Mark({ mark }: { mark: TodayMark | null }) {
  if (mark === null) return null;
  if (mark === 'same') return <span className="subtle">{markNames[mark]}</span>;
  return <Badge kind={mark === 'gone' ? 'danger' : 'warning'}>{markNames[mark]}</Badge>;
}
