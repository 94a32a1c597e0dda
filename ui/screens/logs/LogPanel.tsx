import Download from 'lucide-react/icons/download';
import ZoomIn from 'lucide-react/icons/zoom-in';
import ZoomOut from 'lucide-react/icons/zoom-out';
import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../components/basics/Button';
import { CodeBlock } from '../../components/basics/CodeBlock';
import { CopyButton } from '../../components/basics/CopyButton';
import { IconButton } from '../../components/basics/IconButton';
import { ValueRow, ValueTable } from '../../components/data/ValueTable';
import { NeighbourButtons, type Neighbours } from '../../components/overlay/NeighbourButtons';
import { Panel } from '../../components/overlay/Panel';
import type { OverlayHandle } from '../../components/overlay/useOverlay';
import { LoadFailure } from '../../components/page/LoadFailure';
import { Loading } from '../../components/page/Loading';
import type { Log } from '../../model/log';
import { register } from '../../state/commands';
import { neighbourCommands } from '../../state/forms/formCommands';
import { LevelBadge } from './LevelBadge';
import css from './LogPanel.module.css';
import { conditionOf } from './logConditions';
import { createLogDetail } from './logDetail';
import { downloadLog } from './logExport';
import { type LogRow, logRows } from './logRows';

interface Props {
  logId: string;
  neighbours: Neighbours;
  onOpen: (logId: string) => void;
  /** Called with a condition that finds, or excludes, logs with a value of this one. */
  onFilter: (condition: string) => void;
  onShowAround: (log: Log) => void;
  onClose: () => void;
}

/** A panel with all values of a log. */
export function LogPanel({ logId, neighbours, onOpen, onFilter, onShowAround, onClose }: Props) {
  const [detail] = useState(createLogDetail);
  const overlay = useRef<OverlayHandle>(null);
  const above = useRef<HTMLButtonElement>(null);
  const { status, loadError, isGone } = useSnapshot(detail.state);
  const log = useSnapshot(detail.state).log as Log | null;

  useEffect(() => {
    void detail.open(logId);
  }, [detail, logId]);

  useEffect(() => detail.close, [detail]);

  useEffect(() =>
    register(...neighbourCommands({ noun: 'log', ...neighbours, at: () => above.current, onOpen })),
  );

  useEffect(() => {
    if (isGone) overlay.current?.close({ isDone: true });
  }, [isGone]);

  // The previous log stays visible until the next one is loaded, but its buttons are disabled.
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
      actions={<NeighbourButtons noun="log" {...neighbours} above={above} onOpen={onOpen} />}
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
      {status === 'failed' && !isGone ? (
        <LoadFailure
          title="The log could not be loaded."
          reason={loadError?.message}
          onRetry={() => void detail.open(logId)}
        />
      ) : log ? (
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
        status === 'loading' && <Loading />
      )}
    </Panel>
  );
}

interface LogActionsProps {
  row: LogRow;
  onFilter: (condition: string) => void;
}

/** Buttons that show only the logs with this value, or all others. */
function LogActions({ row: { key, value }, onFilter }: LogActionsProps) {
  const handleClick = (isExcluded: boolean) => onFilter(conditionOf(key, value, isExcluded));

  return (
    <>
      <IconButton
        icon={ZoomIn}
        size="small"
        label={`Add to filter: ${key}`}
        onClick={() => handleClick(false)}
      />
      <IconButton icon={ZoomOut} size="small" label={`Exclude: ${key}`} onClick={() => handleClick(true)} />
    </>
  );
}

interface ValueProps {
  row: LogRow;
  onShowAround: () => void;
}

/** One value of a log, always shown as text. */
function LogValue({ row: { key, value, kind, text, tooltip }, onShowAround }: ValueProps) {
  switch (kind) {
    case 'id':
      return (
        <code translate="no">
          {text}
          <CopyButton text={text} size="tiny" />
        </code>
      );
    case 'level':
      return <LevelBadge level={Number(value)} text={text} />;
    case 'json':
      return <CodeBlock code={text} language="json" label={key} />;
    case 'date':
      return (
        <>
          <span data-tooltip={tooltip}>{text}</span>{' '}
          <Button kind="link" onClick={onShowAround}>
            Show around this
          </Button>
        </>
      );
    case 'mono':
      return (
        <code translate="no" className={css.text}>
          {text}
        </code>
      );
    default:
      return <span className={css[kind]}>{text}</span>;
  }
}
