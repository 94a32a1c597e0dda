import CloudOff from 'lucide-react/icons/cloud-off';
import FileX from 'lucide-react/icons/file-x';
import Lock from 'lucide-react/icons/lock';
import { useSnapshot } from 'valtio';
import { Button } from '../../components/basics/Button';
import { EmptyState } from '../../components/page/EmptyState';
import type { Collection } from '../../model/collection';
import { RecordTable } from './RecordTable';
import type { RecordList } from './recordList';

interface Props {
  collection: Collection;
  list: RecordList;
  onSort: (sort: string) => void;
}

/** The records, or the picture of why there are none: loading, failed, denied and empty differ. */
export function RecordsBody({ collection, list, onSort }: Props) {
  const { items, isLoading, isLoaded, loadError } = useSnapshot(list.rows);
  if (loadError) {
    const isDenied = loadError.status === 403;
    return (
      <EmptyState
        role="alert"
        icon={isDenied ? Lock : CloudOff}
        title={isDenied ? 'You may not see these records.' : 'The records could not be loaded.'}
        reason={loadError.message}
      >
        <Button isBusy={isLoading} onClick={() => void list.refresh()}>
          Retry
        </Button>
      </EmptyState>
    );
  }
  if (isLoaded && items.length === 0)
    return <EmptyState icon={FileX} title="No records found." role="status" />;
  return <RecordTable collection={collection} list={list} onSort={onSort} />;
}
