import Download from 'lucide-react/icons/download';
import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../components/basics/Button';
import { ValueRow, ValueTable } from '../../components/data/ValueTable';
import { NeighbourButtons, type Neighbours } from '../../components/overlay/NeighbourButtons';
import { Panel } from '../../components/overlay/Panel';
import type { OverlayHandle } from '../../components/overlay/useOverlay';
import type { Log } from '../../model/log';
import { LogActions } from './LogActions';
import { LogValue } from './LogValue';
import { createLogDetail } from './logDetail';
import { downloadLog } from './logExport';
import { logRows } from './logRows';

interface Props {
  logId: string;
  neighbours: Neighbours;
  onOpen: (logId: string) => void;
  /** A condition that finds, or leaves out, the logs with a value of this one. */
  onFilter: (condition: string) => void;
  onShowAround: (log: Log) => void;
  onClose: () => void;
}

/** All that a log holds. */
export function LogPanel({ logId, neighbours, onOpen, onFilter, onShowAround, onClose }: Props) {
  const [detail] = useState(createLogDetail);
  const overlay = useRef<OverlayHandle>(null);
  const { isLoading, isGone } = useSnapshot(detail.state);
  const log = useSnapshot(detail.state).log as Log | null;

  useEffect(() => {
    void detail.open(logId);
  }, [detail, logId]);

  useEffect(() => detail.close, [detail]);

  useEffect(() => {
    if (isGone) overlay.current?.close({ isDone: true });
  }, [isGone]);

  // The one before stays until the next is there, only to be looked at.
  const isCurrent = log?.id === logId;

  function handleFilter(condition: string) {
    onFilter(condition);
    overlay.current?.close();
  }

  function handleShowAround(shown: Log) {
    onShowAround(shown);
    overlay.current?.close();
  }

  return (
    <Panel
      handle={overlay}
      width="wide"
      title="Request log"
      onClose={onClose}
      actions={<NeighbourButtons noun="log" {...neighbours} onOpen={onOpen} />}
      footer={
        <>
          <Button kind="quiet" onClick={() => overlay.current?.close()}>
            Close
          </Button>
          <Button icon={Download} disabled={!isCurrent} onClick={() => log && downloadLog(log)}>
            Download as JSON
          </Button>
        </>
      }
    >
      {log ? (
        <ValueTable>
          {logRows(log).map((row) => (
            <ValueRow
              key={row.key}
              name={row.key}
              actions={isCurrent && <LogActions row={row} onFilter={handleFilter} />}
            >
              <LogValue row={row} onShowAround={() => isCurrent && handleShowAround(log)} />
            </ValueRow>
          ))}
        </ValueTable>
      ) : (
        isLoading && <p role="status">Loading...</p>
      )}
    </Panel>
  );
}
