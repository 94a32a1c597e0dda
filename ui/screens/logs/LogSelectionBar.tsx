import Download from 'lucide-react/icons/download';
import { useSnapshot } from 'valtio';
import { Button } from '../../components/basics/Button';
import { BulkBar, useFocusAfterBulkBar } from '../../components/data/BulkBar';
import { downloadLogs } from './logExport';
import type { LogList } from './logList';

/** The actions for the selected logs. */
export function LogSelectionBar({ logs }: { logs: LogList }) {
  const { list } = logs;
  const { selected } = useSnapshot(list.state);
  const isShown = selected.size > 0;

  useFocusAfterBulkBar(isShown);

  function handleDownload() {
    downloadLogs(list.state.items.filter(({ id }) => list.state.selected.has(id)));
  }

  if (!isShown) return null;
  return (
    <BulkBar
      actions={
        <>
          <Button kind="quiet" onClick={list.clearSelection}>
            Reset
          </Button>
          <Button kind="quiet" icon={Download} onClick={handleDownload}>
            Download as JSON
          </Button>
        </>
      }
    >
      Selected <b>{selected.size}</b> log(s)
    </BulkBar>
  );
}
