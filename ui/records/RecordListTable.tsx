import { type ReactNode, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { printHash } from '../base/hash';
import { announce } from '../kit/basics/announce';
import { useNarrow } from '../kit/layout/useNarrow';
import { LoadMoreButton } from '../kit/table/LoadMoreButton';
import { pickColumn } from '../kit/table/SelectAll';
import type { Collection } from '../model/collection';
import type { ListedRecord } from '../model/record';
import * as collections from '../page/collections';
import { areOld } from '../page/pagedList';
import { openPanel } from '../page/panels';
import * as preferences from '../page/preferences';
import type { SeenTable } from '../rules/see-as/seenTable';
import { useCells } from './cells/useCells';
import { RecordTable } from './display/RecordTable';
import type { RecordColumn } from './display/recordColumns';
import * as editedRows from './editedRows';
import { CellBlocks, CellEditor, QuickLook, TableTools } from './lazyParts';
import type { CellMenuPlace } from './menus/CellMenu';
import css from './RecordListTable.module.css';
import type { RecordList } from './recordList';
import type { RecordValueContext } from './types/fieldLook';

export interface RecordListTableProps {
  collection: Collection;
  columns: readonly RecordColumn[];
  records: RecordList;
  /** False for views, because their rows have no actions. */
  canSelect: boolean;
  search: string;
  onSort: (sort: string) => void;
  onOpen: (recordId: string) => void;
  /** The column and the faint rows of View as; null if it is off. */
  seen: SeenTable | null;
  /** Shown instead of rows. */
  children?: ReactNode;
}

export function RecordListTable({
  collection,
  columns,
  records,
  canSelect,
  search,
  onSort,
  onOpen,
  seen,
  children,
}: RecordListTableProps) {
  const { list, files, look, state } = records;
  const shown = useSnapshot(list.state);
  const { items, isLoaded, isLoadingMore, isLoadingAll, hasMore, selected } = shown;
  const { total } = useSnapshot(records.count.state);
  const { sort } = useSnapshot(state);
  const { fileToken } = useSnapshot(files.state);
  const { clickOpens } = useSnapshot(preferences.state);

  const staged = useSnapshot(editedRows.state).byCollection[collection.id] as
    | editedRows.EditedRows
    | undefined;
  const rows = useMemo(() => editedRows.withEdits(items, staged), [items, staged]);
  const cells = useCells(collection, columns, canSelect, look);
  const looked = useSnapshot(look.state);
  // Most code of the table is loaded at the first pointer or focus in it.
  const [isUsed, setIsUsed] = useState(false);
  const [menu, setMenu] = useState<CellMenuPlace | null>(null);
  // Set by the code that the first use of the table loads. Before that, nothing scrolls sideways.
  const [pinnedCount, setPinnedCount] = useState(0);
  const isNarrow = useNarrow();
  // On a phone, a tap opens the record, because there is no other way.
  const opensOnClick = isNarrow || clickOpens;

  const pick = useMemo(
    () => (canSelect ? pickColumn<ListedRecord>(list, { isInGrid: true }) : undefined),
    [list, canSelect],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: URLs contain the token, so a new one needs new cells
  const context = useMemo(
    (): RecordValueContext => ({
      collection,
      collectionById: collections.find,
      files,
      onFileOpen: (record, name) =>
        void openPanel('filePreview', { collectionId: record.collectionId ?? collection.id, record, name }),
      link: {
        hash: (recordId) => printHash('/collections', { collectionId: collection.id, recordId }),
        onOpen,
      },
    }),
    [collection, files, fileToken, onOpen],
  );

  return (
    <div className={css.root}>
      <RecordTable
        collection={collection}
        columns={columns}
        context={context}
        pick={pick}
        extra={seen?.columns}
        pinnedCount={pinnedCount}
        isFaint={seen?.isFaint}
        sort={sort}
        onSort={onSort}
        rows={rows}
        isLoading={!isLoaded}
        isDimmed={areOld(shown)}
        stops="cells"
        onCellKey={cells.handleKey}
        onCellDoubleClick={opensOnClick ? undefined : cells.edit}
        onCellMenu={(cell, at) => setMenu((last) => ({ key: (last?.key ?? 0) + 1, cell, at }))}
        opensOnClick={opensOnClick}
        marksOf={staged && (({ id }) => staged.get(id)?.marks)}
        onUse={() => setIsUsed(true)}
        overlay={
          <>
            {isUsed && (
              <CellBlocks
                collection={collection}
                columns={columns}
                rows={rows}
                canEdit={canSelect}
                extra={seen?.columns}
              />
            )}
            {cells.edited && (
              <CellEditor
                key={`${cells.edited.row.id} ${cells.edited.column}`}
                collection={collection}
                edited={cells.edited}
                onClose={cells.close}
              />
            )}
            {(isUsed || isNarrow) && (
              <TableTools
                collection={collection}
                columns={columns}
                rows={rows}
                search={search}
                onSort={onSort}
                records={records}
                cells={cells}
                cellMenu={menu}
                onOpen={onOpen}
                onPinned={setPinnedCount}
              />
            )}
          </>
        }
        isReadOnly={!canSelect}
        isOpen={looked.isOpen ? ({ id }) => id === looked.recordId : undefined}
        isCovered={looked.isOpen}
        onLost={announceLost}
        isSelected={({ id }) => selected.has(id)}
        opens="desk"
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
      {looked.isOpen && <QuickLook collection={collection} records={records} onOpen={onOpen} />}
    </div>
  );
}

const announceLost = () => announce('Record no longer in the list');
