import Download from 'lucide-react/icons/download';
import { useLayoutEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../components/basics/Button';
import { BulkBar } from '../../components/data/BulkBar';
import { downloadLogs } from './logExport';
import type { LogList } from './logList';

/** What can be done with the selected logs. */
export function LogSelectionBar({ logs }: { logs: LogList }) {
  const { list } = logs;
  const { selected } = useSnapshot(list.state);
  const [isBusy, setIsBusy] = useState(false);
  const isShown = selected.size > 0;

  // Whoever pressed one of its buttons by a key goes on from the page.
  useLayoutEffect(() => {
    if (isShown || document.activeElement !== document.body) return;
    document.getElementById('content')?.focus({ preventScroll: true });
  }, [isShown]);

  async function handleDownload() {
    setIsBusy(true);
    await downloadLogs(list.state.items.filter(({ id }) => list.state.selected.has(id)));
    setIsBusy(false);
  }

  if (!isShown) return null;
  return (
    <BulkBar
      actions={
        <>
          <Button kind="quiet" onClick={list.clearSelection}>
            Reset
          </Button>
          <Button kind="quiet" icon={Download} isBusy={isBusy} onClick={() => void handleDownload()}>
            Download as JSON
          </Button>
        </>
      }
    >
      Selected <b>{selected.size}</b> log(s)
    </BulkBar>
  );
}
