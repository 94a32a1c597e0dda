import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { Badge } from '../../components/basics/Badge';
import { LoadMoreButton } from '../../components/data/LoadMoreButton';
import { Table } from '../../components/data/Table';
import type { TableColumn } from '../../components/data/TableRow';
import { Checkbox } from '../../components/form/Checkbox';
import { useNarrow } from '../../components/page/useNarrow';
import type { Log } from '../../model/log';
import { localDateTime, utcDay, utcTimeWithMs } from '../../platform/dates';
import { cut } from '../../platform/text';
import { LevelBadge } from './LevelBadge';
import css from './LogTable.module.css';
import type { LogList } from './logList';
import { failureOf, isRequest, type LogTag, statusKind, tagsOf } from './logTags';

interface Props {
  logs: LogList;
  /** The log whose neighbours are shown; '' for none. */
  markedId: string;
  onOpen: (logId: string) => void;
  /** A value of a row is to be asked for, or left out. */
  onPick: (key: string, value: unknown, isExcluded: boolean) => void;
}

export const tableName = 'Logs';
const narrowRowHeight = 44;
const longestMessage = 150;

/** The logs, one line each. */
export function LogTable({ logs, markedId, onOpen, onPick }: Props) {
  const { list } = logs;
  const { items, isLoading, isLoaded, isLoadingMore, hasMore, selected } = useSnapshot(list.state);
  const { refreshKey } = useSnapshot(logs.state);
  const isNarrow = useNarrow();

  const columns = useMemo((): TableColumn<Log>[] => {
    const message = {
      key: 'message',
      head: 'message',
      isFlexible: true,
      tooltip: messageTooltip,
    };
    const start: TableColumn<Log>[] = [
      {
        key: 'pick',
        head: <SelectAll list={list} />,
        width: 40,
        isSticky: true,
        isPick: true,
        cell: ({ id }, isSelected) => (
          <Checkbox
            aria-label={`Select ${id}`}
            tabIndex={-1}
            isChecked={isSelected}
            onChange={(_, hasShift) => list.toggle(id, { isRange: hasShift })}
          />
        ),
      },
      { key: 'level', head: 'level', width: 88, cell: ({ level }) => <LevelBadge level={level} /> },
    ];
    if (isNarrow) {
      const cell = (log: Log) => <NarrowCell log={log} isMarked={log.id === markedId} />;
      return [...start, { ...message, width: 200, cell }];
    }
    return [
      ...start,
      { ...message, width: 240, cell: (log) => <MessageCell log={log} isMarked={log.id === markedId} /> },
      {
        key: 'data',
        head: <span className="visuallyHidden">data</span>,
        width: 500,
        cell: (log) => <Tags log={log} onPick={onPick} />,
      },
      {
        key: 'created',
        head: (
          <>
            created <span className={css.time}>UTC</span>
          </>
        ),
        width: 200,
        tooltip: ({ created }) => localDateTime(created),
        cell: ({ created }) => (
          <>
            {utcDay(created)} <span className={css.time}>{utcTimeWithMs(created)}</span>
          </>
        ),
      },
    ];
  }, [list, isNarrow, markedId, onPick]);

  return (
    <Table
      label={tableName}
      columns={columns}
      rows={items as readonly Log[]}
      keyOf={idOf}
      rowHeight={isNarrow ? narrowRowHeight : undefined}
      isLoading={!isLoaded}
      isDimmed={isLoaded && isLoading}
      isSelected={({ id }) => selected.has(id)}
      onRowOpen={({ id }) => onOpen(id)}
      onRowToggle={({ id }) => list.toggle(id)}
      hasBulkBar={selected.size > 0}
      resetScrollKey={String(refreshKey)}
      after={hasMore && <LoadMoreButton isBusy={isLoadingMore} onLoad={logs.loadMore} />}
    />
  );
}

/** Follows the selection by itself: new columns would draw every row again. */
function SelectAll({ list }: { list: LogList['list'] }) {
  const { items, selected } = useSnapshot(list.state);
  return (
    <Checkbox
      aria-label="Select all"
      isChecked={selected.size > 0 && selected.size === items.length}
      isPartial={selected.size > 0 && selected.size < items.length}
      onChange={list.toggleAll}
    />
  );
}

const idOf = ({ id }: Log) => id;

interface CellProps {
  log: Log;
  isMarked: boolean;
}

function MessageCell({ log, isMarked }: CellProps) {
  const { error, details } = failureOf(log);
  return (
    <div className={css.line}>
      {isMarked && <Badge kind="accent">this log</Badge>}
      <code translate="no">{cut(log.message, longestMessage) || 'N/A'}</code>
      {error && <span className={css.danger}>{error}</span>}
      {details && <span className={css.warning}>{details}</span>}
    </div>
  );
}

/** The message, and below it what of the rest has room. */
function NarrowCell({ log, isMarked }: CellProps) {
  const { error } = failureOf(log);
  const [status] = tagsOf(log);
  return (
    <div className={css.two}>
      <MessageCell log={{ ...log, data: null }} isMarked={isMarked} />
      <div className={css.line}>
        <span className={css.time}>
          {status?.key === 'status' && (
            <>
              status <b className={css[statusKind(status.value) ?? 'value']}>{status.text}</b>{' '}
            </>
          )}
          {utcTimeWithMs(log.created)} UTC {error && <span className={css.danger}>{error}</span>}
        </span>
      </div>
    </div>
  );
}

interface TagsProps {
  log: Log;
  onPick: Props['onPick'];
}

function Tags({ log, onPick }: TagsProps) {
  const tags = tagsOf(log);
  return (
    <div className={isRequest(log) ? css.slots : css.line}>
      {tags.map((tag, place) =>
        tag ? <Tag key={tag.key} tag={tag} onPick={onPick} /> : <i key={String(place)} />,
      )}
    </div>
  );
}

/** By keys the same is done in the panel of the log: here it would be four stops in every row. */
function Tag({ tag: { key, text, value }, onPick }: { tag: LogTag; onPick: Props['onPick'] }) {
  const kind = key === 'status' && statusKind(value);
  return (
    <button
      type="button"
      tabIndex={-1}
      className={kind ? `${css.value} ${css[kind]}` : css.value}
      data-tooltip={`Only ${key} ${text}\nWith Shift: all others`}
      onClick={(event) => onPick(`data.${key}`, value, event.shiftKey)}
    >
      <span className={css.time}>{key}</span> {text}
    </button>
  );
}

function messageTooltip(log: Log): string {
  const { error, details } = failureOf(log);
  return [cut(log.message, 500), error, details].filter(Boolean).join('\n');
}
