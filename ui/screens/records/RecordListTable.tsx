import { type ReactNode, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { LoadMoreButton } from '../../components/data/LoadMoreButton';
import { pickColumn } from '../../components/data/SelectAll';
import { RecordTable } from '../../components/record-table/RecordTable';
import type { RecordValueContext } from '../../components/record-table/RecordValue';
import type { RecordColumn } from '../../components/record-table/recordColumns';
import type { Collection } from '../../model/collection';
import type { ListedRecord } from '../../model/record';
import { printHash } from '../../platform/hash';
import * as collections from '../../state/collections';
import { openPanel } from '../../state/panels';
import type { RecordList } from './recordList';
import type { SeenTable } from './see-as/seenTable';

interface Props {
  collection: Collection;
  columns: readonly RecordColumn[];
  records: RecordList;
  /** False for views, because their rows have no actions. */
  canSelect: boolean;
  onSort: (sort: string) => void;
  onOpen: (recordId: string) => void;
  /** What the rows are for somebody else. */
  seen: SeenTable | null;
  /** Shown instead of rows. */
  children?: ReactNode;
}

/** Draws the rows of a list, with its selection, files and pages. */
export function RecordListTable({
  collection,
  columns,
  records,
  canSelect,
  onSort,
  onOpen,
  seen,
  children,
}: Props) {
  const { list, files, state } = records;
  const { items, isLoading, isLoaded, isLoadingMore, isLoadingAll, hasMore, selected } = useSnapshot(
    list.state,
  );
  const { total } = useSnapshot(records.count.state);
  const { sort } = useSnapshot(state);
  const { fileToken } = useSnapshot(files.state);

  const pick = useMemo(() => (canSelect ? pickColumn<ListedRecord>(list) : undefined), [list, canSelect]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: URLs contain the token, so a new one needs new cells
  const context = useMemo(
    (): RecordValueContext => ({
      collection,
      collectionById: collections.find,
      files,
      onFileOpen: ({ id: recordId, collectionId = collection.id }, name) =>
        void openPanel('filePreview', { collectionId, recordId, name }),
      link: {
        hash: (recordId) => printHash('/collections', { collectionId: collection.id, recordId }),
        onOpen,
      },
    }),
    [collection, files, fileToken, onOpen],
  );

  return (
    <RecordTable
      collection={collection}
      columns={columns}
      context={context}
      pick={pick}
      extra={seen?.columns}
      isFaint={seen?.isFaint}
      sort={sort}
      onSort={onSort}
      rows={items as readonly ListedRecord[]}
      isLoading={!isLoaded}
      isDimmed={isLoaded && isLoading}
      isSelected={({ id }) => selected.has(id)}
      opens={canSelect ? 'recordEditor' : 'recordPreview'}
      onRowOpen={({ id }) => onOpen(id)}
      onRowToggle={canSelect ? ({ id }) => list.toggle(id) : undefined}
      hasBulkBar={selected.size > 0}
      after={
        children ??
        (hasMore && (
          <LoadMoreButton
            isBusy={isLoadingMore}
            onLoad={records.loadMore}
            all={{
              isLoading: isLoadingAll,
              onLoad: records.loadAll,
              onStop: list.stopLoadingAll,
              total,
              loaded: items.length,
            }}
          />
        ))
      }
      onEnd={() => void records.loadMore()}
    />
  );
}
