import SearchX from 'lucide-react/icons/search-x';
import { useSnapshot } from 'valtio';
import { Button } from '../../../components/basics/Button';
import { EmptyState } from '../../../components/page/EmptyState';
import { LoadFailure } from '../../../components/page/LoadFailure';
import { AdminTable, type AdminTableProps } from './AdminTable';

interface Props extends AdminTableProps {
  /** Absent where nothing narrows the list. */
  onClear: (() => void) | undefined;
}

/** The admins, or the picture of why there are none: loading, failed and empty differ. */
export function AdminsBody({ onClear, ...table }: Props) {
  const { admins } = table;
  const { items, isLoading, isLoaded, loadError, refusedSearch } = useSnapshot(admins.state);
  // What was refused is told at the search, also until the next answer is there.
  if (loadError && refusedSearch === null) {
    return (
      <LoadFailure
        title="The admins could not be loaded."
        reason={loadError.message}
        isBusy={isLoading}
        onRetry={() => void admins.refresh()}
      />
    );
  }
  if (!isLoaded || items.length > 0) return <AdminTable {...table} />;
  return (
    <EmptyState
      icon={SearchX}
      title={refusedSearch === null ? 'No admins found.' : 'This filter cannot be run.'}
      role="status"
    >
      {onClear && <Button onClick={onClear}>Clear filters</Button>}
    </EmptyState>
  );
}
