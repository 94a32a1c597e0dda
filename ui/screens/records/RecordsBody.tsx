import CloudOff from 'lucide-react/icons/cloud-off';
import FileX from 'lucide-react/icons/file-x';
import Lock from 'lucide-react/icons/lock';
import Plus from 'lucide-react/icons/plus';
import SearchX from 'lucide-react/icons/search-x';
import { useSnapshot } from 'valtio';
import { Button } from '../../components/basics/Button';
import { EmptyState } from '../../components/page/EmptyState';
import type { Collection } from '../../model/collection';
import { cut } from '../../platform/text';
import { FilterReason } from './lazyParts';
import css from './RecordsBody.module.css';
import { RecordTable } from './RecordTable';
import type { RecordColumn } from './recordColumns';
import type { RecordList } from './recordList';

interface Props {
  collection: Collection;
  columns: readonly RecordColumn[];
  records: RecordList;
  canSelect: boolean;
  search: string;
  onSort: (sort: string) => void;
  onOpen: (recordId: string) => void;
  /** Absent where there can be no new record. */
  onNew: (() => void) | undefined;
  onClear: () => void;
}

/** The records, or the picture of why there are none: loading, failed, denied and empty differ. */
export function RecordsBody({ search, onNew, onClear, ...table }: Props) {
  const { records } = table;
  const { items, isLoading, isLoaded, loadError } = useSnapshot(records.list.state);
  const { searchError } = useSnapshot(records.state);
  const clear = <Button onClick={onClear}>Clear filters</Button>;
  if (loadError && search !== '' && (loadError.status === 400 || searchError !== null)) {
    return (
      <RecordTable {...table}>
        <EmptyState
          icon={SearchX}
          title="This filter cannot be run."
          reason={searchError ?? <FilterReason collection={table.collection} search={search} />}
        >
          {clear}
        </EmptyState>
      </RecordTable>
    );
  }
  if (loadError) {
    const isDenied = loadError.status === 403;
    return (
      <EmptyState
        role="alert"
        icon={isDenied ? Lock : CloudOff}
        title={isDenied ? 'You are not allowed to view these records.' : 'The records could not be loaded.'}
        reason={loadError.message}
      >
        <Button isBusy={isLoading} onClick={() => void records.refresh()}>
          Retry
        </Button>
      </EmptyState>
    );
  }
  if (!isLoaded || items.length > 0) return <RecordTable {...table} />;
  if (search === '') {
    return (
      <EmptyState icon={FileX} title="No records found." role="status">
        {onNew && (
          <Button kind="primary" icon={Plus} onClick={onNew}>
            New record
          </Button>
        )}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={SearchX}
      title="No records found."
      reason={
        <>
          Nothing matches{' '}
          <code className={css.search} translate="no">
            {cut(search, 100)}
          </code>
          .
        </>
      }
      role="status"
    >
      {clear}
    </EmptyState>
  );
}
