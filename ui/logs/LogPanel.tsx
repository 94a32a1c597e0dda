import Download from 'lucide-react/icons/download';
import ZoomIn from 'lucide-react/icons/zoom-in';
import ZoomOut from 'lucide-react/icons/zoom-out';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { printHash } from '../base/hash';
import { Button } from '../kit/basics/Button';
import { CodeBlock } from '../kit/basics/CodeBlock';
import { CopyButton } from '../kit/basics/CopyButton';
import { IconButton } from '../kit/basics/IconButton';
import { LoadFailure } from '../kit/layout/LoadFailure';
import { Loading } from '../kit/layout/Loading';
import { CloseButton } from '../kit/overlay/CloseButton';
import { NeighbourButtons, type Neighbours } from '../kit/overlay/NeighbourButtons';
import { Panel } from '../kit/overlay/Panel';
import type { OverlayHandle } from '../kit/overlay/useOverlay';
import { ValueRow, ValueTable } from '../kit/table/ValueTable';
import { ruleOf } from '../model/collection';
import type { Log } from '../model/log';
import * as collections from '../page/collections';
import { register } from '../page/commands';
import { neighbourCommands } from '../page/forms/formCommands';
import * as app from '../page/pageTitle';
import { openPanel } from '../page/panels';
import { RuleText } from '../rules/RuleText';
import { LevelBadge } from './LevelBadge';
import css from './LogPanel.module.css';
import { conditionOf } from './logConditions';
import { createLogDetail } from './logDetail';
import { downloadLog } from './logExport';
import { type LogRow, logRows, refusedRequest } from './panelRows';

interface Props {
  logId: string;
  /** The log as its list has it, if it is there. */
  row: Log | undefined;
  neighbours: Neighbours;
  onOpen: (logId: string) => void;
  /** Called with a condition that finds, or excludes, logs with a value of this one. */
  onFilter: (condition: string) => void;
  onShowAround: (log: Log) => void;
  onClose: () => void;
}

export function LogPanel({ logId, row, neighbours, onOpen, onFilter, onShowAround, onClose }: Props) {
  const [detail] = useState(createLogDetail);
  const overlay = useRef<OverlayHandle>(null);
  const above = useRef<HTMLButtonElement>(null);
  const { status, loadError, isGone } = useSnapshot(detail.state);
  const log = useSnapshot(detail.state).log;

  const latestRow = useRef(row);
  latestRow.current = row;

  // Before the first paint, so that the panel never shows another log.
  useLayoutEffect(() => {
    void detail.open(logId, latestRow.current);
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
          <CloseButton>Close</CloseButton>
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
        <>
          <Refusal log={log} />
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
        </>
      ) : (
        status === 'loading' && <Loading />
      )}
    </Panel>
  );
}

/** Says which rule refused the request, and what it is today. */
function Refusal({ log }: { log: Log }) {
  const all = useSnapshot(collections.state).all;
  const { hidesControls } = useSnapshot(app.state);
  const refused = refusedRequest(log);
  const collection =
    refused && all.find(({ id, name }) => id === refused.collection || name === refused.collection);
  if (!collection) return null;
  const { method, rule, recordId } = refused;
  const { id: collectionId, name } = collection;
  const today = ruleOf(collection, rule);
  const words = `${rule.replace('Rule', '')} rule`;
  const open = () => void openPanel('collectionEditor', { collectionId, at: rule });
  return (
    <p className={css.refusal}>
      <b translate="no">
        403 {method} {name}
      </b>
      . Today's{' '}
      {hidesControls ? (
        words
      ) : (
        <Button kind="link" onClick={open}>
          {words}
        </Button>
      )}
      : {today === null ? 'Admins only' : today === '' ? 'Everyone' : <RuleText rule={today} />}
      {recordId && (
        <>
          {'. '}
          <Button kind="link" href={printHash('/collections', { collectionId, recordId })}>
            Open the record
          </Button>
        </>
      )}
    </p>
  );
}

interface LogActionsProps {
  row: LogRow;
  onFilter: (condition: string) => void;
}

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
            Show logs around this one
          </Button>
        </>
      );
    case 'mono':
      return (
        <code translate="no" className={css.text}>
          {text}
        </code>
      );
    case 'empty':
      return <span className="subtle">{text}</span>;
    case 'warning':
    case 'danger':
      return <span className={kind}>{text}</span>;
    default:
      return <span className={css[kind]}>{text}</span>;
  }
}
