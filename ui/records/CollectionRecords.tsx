import FileX from 'lucide-react/icons/file-x';
import Plus from 'lucide-react/icons/plus';
import SearchX from 'lucide-react/icons/search-x';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { isEqual } from '../base/equal';
import { navigate, type Query, replaceQuery } from '../base/hash';
import { cut } from '../base/text';
import { Button } from '../kit/basics/Button';
import { EmptyState } from '../kit/layout/EmptyState';
import { ListBody } from '../kit/layout/ListBody';
import { ClearFilters } from '../kit/search/ClearFilters';
import { SearchBar } from '../kit/search/SearchBar';
import { type Collection, collectionTypeOf } from '../model/collection';
import { noLayout } from '../model/columnLayout';
import { isHidden } from '../model/field';
import * as collections from '../page/collections';
import * as preferences from '../page/preferences';
import { type SeenTable, seeAsKey } from '../rules/see-as/seenTable';
import css from './CollectionRecords.module.css';
import { columnsOf, emptyColumns, fittedColumns, withLayout } from './display/recordColumns';
import { searchHint } from './filter/searchHint';
import { findRecords, RecordFilterRefusal, SeeAs, SelectionBar, ViewReader } from './lazyParts';
import { RecordListTable, type RecordListTableProps } from './RecordListTable';
import { areLocked } from './RulesSign';
import type { RecordList } from './recordList';
import { onRecordsChanged } from './recordsChanged';
import { SearchButtons } from './SearchButtons';
import type { AddressedView } from './views/viewActs';

interface Props {
  collection: Collection;
  records: RecordList;
  query: Query;
  onOpen: (recordId: string) => void;
  onNew: (() => void) | undefined;
  /** Opens the rules of the collection; undefined if the settings hide the collection controls. */
  onRules: (() => void) | undefined;
}

export function CollectionRecords({ collection, records, query, onOpen, onNew, onRules }: Props) {
  const { sort, filter: search = '', as = '' } = query;
  const isOnly = as !== '' && query['asOnly'] === '1';
  const { id } = collection;
  const { items, isLoaded, selected, refusedSearch, loadError } = useSnapshot(records.list.state);
  const [hasSelected, setHasSelected] = useState(false);
  const [seen, setSeen] = useState<SeenTable | null>(null);
  // The rows to show if only those of a person are wanted (View as). Undefined while they are unknown: until then, no
  // other rows may be shown.
  const only = !isOnly ? null : seen?.question === seeAsKey(as, id, search) ? seen.only : undefined;
  const { searchError, searchNote } = useSnapshot(records.state);
  const { columns: own } = useSnapshot(preferences.state);
  const { all } = useSnapshot(collections.state);
  const words = useMemo(() => ({ collection, collections: all, findRecords }), [collection, all]);
  const hasView = Boolean(query['view'] || query['columns']);
  const [viewed, setViewed] = useState<AddressedView | null>(null);
  const layout = viewed?.layout ?? (own.collectionId === id ? own.layout : noLayout);
  const firstRecord = items[0];
  const isEmpty = search === '' && isLoaded && items.length === 0 && loadError === null;
  const columns = useMemo(() => {
    const all = columnsOf(collection, firstRecord);
    if (isEmpty) return emptyColumns(all);
    const first = records.firstRows(id);
    return first.length > 0 ? fittedColumns(all, first) : all;
  }, [collection, id, records, firstRecord, isEmpty]);
  // In View as, fields that the server sends to admins alone are left out.
  const shown = useMemo(
    () => withLayout(columns, layout).filter(({ field }) => !as || !field || !isHidden(field)),
    [columns, layout, as],
  );
  const canSelect = collectionTypeOf(collection) !== 'view';

  useEffect(() => preferences.openColumns(id), [id]);
  useEffect(() => onRecordsChanged(() => void records.reload()), [records]);

  // Keep the bar mounted, so that a running bulk action survives an empty selection.
  useEffect(() => {
    if (selected.size === 0) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Paint the selected row first, then load the code of the bar.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setHasSelected(true));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [selected]);

  useEffect(() => {
    // Rows that the person of View as does not get must not stay on the screen.
    if (only === undefined || only === 'none') {
      records.close();
      records.list.reset();
      return;
    }
    // Waits for the layout, because its hidden columns decide which related records are read.
    if (layout === noLayout || (hasView && viewed?.collection !== collection)) return;
    void records.open({ collection, sort, search, hidden: layout.hidden, only });
  }, [collection, sort, search, layout, only, records, hasView, viewed]);

  const handleSort = useCallback((next: string) => replaceQuery({ collectionId: id, sort: next }), [id]);
  const handleSearch = (text: string) => replaceQuery({ collectionId: id, filter: text });

  return (
    <>
      <SearchBar
        applied={search}
        placeholder={searchHint(collection)}
        error={
          searchError ??
          (refusedSearch === search ? (
            <RecordFilterRefusal
              collection={collection}
              search={search}
              message={loadError?.message}
              onApply={handleSearch}
            />
          ) : undefined)
        }
        note={searchNote ?? viewed?.note ?? undefined}
        words={words}
        onApply={handleSearch}
      >
        <SearchButtons
          collection={collection}
          search={search}
          onApply={handleSearch}
          as={as}
          view={query['view'] ?? ''}
          columns={columns}
          layout={layout}
          isPlain={search === '' && !sort && !hasView && isEqual(layout, noLayout)}
          isEmpty={isEmpty}
        />
      </SearchBar>
      {hasView && <ViewReader collection={collection} query={query} onRead={setViewed} />}
      {as && (
        <SeeAs
          as={as}
          isOnly={isOnly}
          collection={collection}
          records={records}
          search={search}
          onChange={setSeen}
        />
      )}
      {only === 'none' ? (
        <EmptyState icon={SearchX} title="No records are shown." reason="The bar above says why." />
      ) : (
        <RecordsBody
          collection={collection}
          columns={shown}
          records={records}
          canSelect={canSelect}
          search={search}
          onSort={handleSort}
          onOpen={onOpen}
          seen={seen}
          onNew={onNew}
          onRules={onRules}
          onClear={() => handleSearch('')}
        />
      )}
      {canSelect && hasSelected && <SelectionBar collection={collection} records={records} />}
    </>
  );
}

interface RecordsBodyProps extends Omit<RecordListTableProps, 'children'> {
  /** Undefined if no record can be created. */
  onNew: (() => void) | undefined;
  onRules: (() => void) | undefined;
  onClear: () => void;
}

function RecordsBody({ onNew, onRules, onClear, ...table }: RecordsBodyProps) {
  const { collection, records, search } = table;
  const list = useSnapshot(records.list.state);
  const { searchError } = useSnapshot(records.state);
  const clear = <ClearFilters onClear={onClear} />;
  const create = onNew && (
    <>
      <Button onClick={() => navigate('/collections/import', { collectionId: collection.id })}>
        Import records
      </Button>
      <Button kind="primary" icon={Plus} writes onClick={onNew}>
        New record
      </Button>
      {onRules && areLocked(collection) && (
        <p className={css.rules}>
          Only admins have access.{' '}
          <Button kind="link" data-opens="rules" onClick={onRules}>
            Set rules
          </Button>
        </p>
      )}
    </>
  );
  return (
    <ListBody
      list={list}
      isRefused={list.refusedSearch !== null || (search !== '' && searchError !== null)}
      frame={(empty) => <RecordListTable {...table}>{empty}</RecordListTable>}
      failedTitle="The records could not be loaded."
      deniedTitle="You are not allowed to view these records."
      emptyIcon={search === '' ? FileX : SearchX}
      emptyTitle="No records found."
      emptyReason={
        search !== '' && (
          <>
            Nothing matches{' '}
            <code className="anywhere" translate="no">
              {cut(search, 100)}
            </code>
            .
          </>
        )
      }
      emptyActions={search === '' ? create : clear}
      onRetry={() => void records.refresh()}
    >
      <RecordListTable {...table} />
    </ListBody>
  );
}
