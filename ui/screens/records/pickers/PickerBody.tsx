import CloudOff from 'lucide-react/icons/cloud-off';
import FileX from 'lucide-react/icons/file-x';
import Lock from 'lucide-react/icons/lock';
import SearchX from 'lucide-react/icons/search-x';
import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../../components/basics/Button';
import { EmptyState } from '../../../components/page/EmptyState';
import css from './PickerBody.module.css';
import type { PickerList } from './pickerList';

interface Props {
  source: PickerList;
  /** Nothing that could be chosen came. */
  isEmpty: boolean;
  emptyTitle: string;
  clearLabel: string;
  onClear: () => void;
  children: ReactNode;
}

/** What can be chosen, or the picture of why there is nothing: loading, failed, denied and empty differ. */
export function PickerBody({ source, isEmpty, emptyTitle, clearLabel, onClear, children }: Props) {
  const { isLoading, isLoaded, hasMore, loadError } = useSnapshot(source.list.state);
  const { search } = useSnapshot(source.state);
  const isBadFilter = loadError?.status === 400 && search !== '';

  if (!isLoaded) return <Bones />;
  if (loadError && !isBadFilter) {
    const isDenied = loadError.status === 403;
    return (
      <EmptyState
        role="alert"
        icon={isDenied ? Lock : CloudOff}
        title={isDenied ? 'You are not allowed to view these records.' : 'The records could not be loaded.'}
        reason={loadError.message}
      >
        <Button isBusy={isLoading} onClick={() => void source.retry()}>
          Retry
        </Button>
      </EmptyState>
    );
  }
  if (!isEmpty || hasMore) return children;
  return (
    <EmptyState
      icon={search === '' ? FileX : SearchX}
      title={isBadFilter ? 'This filter cannot be run.' : emptyTitle}
      role="status"
    >
      {search !== '' && <Button onClick={onClear}>{clearLabel}</Button>}
    </EmptyState>
  );
}

const boneCount = 10;

/** Seen only when the first load takes over 150 ms. */
function Bones() {
  return (
    <div className={css.bones} role="status" aria-label="Loading...">
      {Array.from({ length: boneCount }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have no other
        <div key={row} className={css.row} aria-hidden>
          <span className={css.bone} style={{ width: `${35 + ((row * 7) % 5) * 10}%` }} />
        </div>
      ))}
    </div>
  );
}
