import CloudOff from 'lucide-react/icons/cloud-off';
import FileX from 'lucide-react/icons/file-x';
import Lock from 'lucide-react/icons/lock';
import { useSnapshot } from 'valtio';
import { Button } from '../../components/basics/Button';
import { EmptyState } from '../../components/page/EmptyState';
import type { Log } from '../../model/log';
import { LogTable } from './LogTable';
import type { LogList } from './logList';

interface Props {
  logs: LogList;
  markedId: string;
  openId: string;
  onOpen: (logId: string) => void;
  onShowAround: (logId: string) => void;
  onPick: (key: string, value: unknown, isExcluded: boolean) => void;
  /** Absent where nothing narrows the list. */
  onClear: (() => void) | undefined;
}

/** The logs, or the picture of why there are none: loading, failed, denied and empty differ. */
export function LogsBody({ onClear, ...table }: Props) {
  const { logs, markedId } = table;
  const { items, isLoading, isLoaded, loadError } = useSnapshot(logs.list.state);
  const { refusedSearch } = useSnapshot(logs.state);
  // What was refused is told at the search, also until the next answer is there.
  if (loadError && refusedSearch === null) {
    const isDenied = loadError.status === 403;
    return (
      <EmptyState
        role="alert"
        icon={isDenied ? Lock : CloudOff}
        title={isDenied ? 'You may not see the logs.' : 'The logs could not be loaded.'}
        reason={loadError.message}
      >
        <Button isBusy={isLoading} onClick={() => void logs.refresh()}>
          Retry
        </Button>
      </EmptyState>
    );
  }
  if (!isLoaded || (items as readonly Log[]).length > 0) return <LogTable {...table} />;
  return (
    <EmptyState
      icon={FileX}
      title={refusedSearch === null ? 'No logs found.' : 'This filter cannot be run.'}
      reason={markedId && `The log ${markedId} no longer exists.`}
      role="status"
    >
      {onClear && <Button onClick={onClear}>Clear filters</Button>}
    </EmptyState>
  );
}
