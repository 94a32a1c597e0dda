import FileX from 'lucide-react/icons/file-x';
import Plus from 'lucide-react/icons/plus';
import SearchX from 'lucide-react/icons/search-x';
import { useSnapshot } from 'valtio';
import { Button } from '../../components/basics/Button';
import { ClearFilters } from '../../components/data/ClearFilters';
import { EmptyState } from '../../components/page/EmptyState';
import { ListBody } from '../../components/page/ListBody';
import type { RecordColumn } from '../../components/record-table/recordColumns';
import type { Collection } from '../../model/collection';
import { navigate } from '../../platform/hash';
import { cut } from '../../platform/text';
import { RecordFilterReason } from './chunks';
import { RecordListTable } from './RecordListTable';
import css from './RecordsBody.module.css';
import type { RecordList } from './recordList';
import type { SeenTable } from './see-as/seenTable';

interface Props {
  collection: Collection;
  columns: readonly RecordColumn[];
  records: RecordList;
  canSelect: boolean;
  search: string;
  onSort: (sort: string) => void;
  onOpen: (recordId: string) => void;
  seen: SeenTable | null;
  /** Absent if no record can be created. */
  onNew: (() => void) | undefined;
  onClear: () => void;
}

/** Shows the records, or the reason why there are none. */
export function RecordsBody({ onNew, onClear, ...table }: Props) {
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
    </>
  );
  return (
    <ListBody
      list={list}
      isEmpty={list.items.length === 0}
      isRefused={list.refusedSearch !== null || (search !== '' && searchError !== null)}
      refusal={
        // The header of the table stays.
        <RecordListTable {...table}>
          <EmptyState
            icon={SearchX}
            title="This filter cannot be run."
            reason={
              searchError ?? (
                <RecordFilterReason
                  collection={collection}
                  search={list.refusedSearch ?? search}
                  message={list.loadError?.message}
                />
              )
            }
          >
            {clear}
          </EmptyState>
        </RecordListTable>
      }
      failedTitle="The records could not be loaded."
      deniedTitle="You are not allowed to view these records."
      emptyIcon={search === '' ? FileX : SearchX}
      emptyTitle="No records found."
      emptyReason={
        search !== '' && (
          <>
            Nothing matches{' '}
            <code className={css.search} translate="no">
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
