import Crosshair from 'lucide-react/icons/crosshair';
import PanelRightOpen from 'lucide-react/icons/panel-right-open';
import ZoomIn from 'lucide-react/icons/zoom-in';
import ZoomOut from 'lucide-react/icons/zoom-out';
import { type ReactNode, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { localDateTime, utcDay, utcTimeWithMs } from '../base/dates';
import { cut } from '../base/text';
import { Badge } from '../kit/basics/Badge';
import { Missing } from '../kit/basics/Missing';
import { useMedium, useNarrow } from '../kit/layout/useNarrow';
import { ContextMenu, type ContextMenuProps } from '../kit/overlay/ContextMenu';
import { DropdownItem, DropdownSeparator } from '../kit/overlay/Dropdown';
import { LoadMoreButton } from '../kit/table/LoadMoreButton';
import { pickColumn } from '../kit/table/SelectAll';
import { Table } from '../kit/table/Table';
import type { TableColumn } from '../kit/table/TableRow';
import type { Log } from '../model/log';
import { areOld } from '../page/pagedList';
import { LevelBadge } from './LevelBadge';
import css from './LogTable.module.css';
import type { LogList } from './logList';
import {
  failureOf,
  filterTags,
  isRequest,
  type LogTag,
  reasonOf,
  requestKeys,
  statusKind,
  tagsOf,
} from './rowTags';

interface Props {
  logs: LogList;
  /** The log around which the list is shown; '' for none. */
  markedId: string;
  /** The log that is open beside the list; '' for none. */
  openId: string;
  onOpen: (logId: string) => void;
  onShowAround: (logId: string) => void;
  /** Called to filter by a value of a row, or to exclude it. */
  onPick: (key: string, value: unknown, isExcluded: boolean) => void;
}

export const tableName = 'Logs';
export const narrowRowHeight = 56;
const longestMessage = 150;

export function LogTable({ logs, markedId, openId, onOpen, onShowAround, onPick }: Props) {
  const { list } = logs;
  const shown = useSnapshot(list.state);
  const { items, isLoaded, isLoadingMore, hasMore, selected } = shown;
  const { refreshKey } = useSnapshot(logs.state);
  const isNarrow = useNarrow();
  const isMedium = useMedium();
  const [menu, setMenu] = useState<(Pick<LogMenuProps, 'log' | 'owner' | 'at'> & { key: number }) | null>(
    null,
  );

  const columns = useMemo((): TableColumn<Log>[] => {
    const message = {
      key: 'message',
      head: 'message',
      isFlexible: true,
      tooltip: messageTooltip,
    };
    const start: TableColumn<Log>[] = [
      pickColumn(list),
      {
        key: 'level',
        head: 'level',
        width: 108,
        narrowWidth: 76,
        cell: ({ level }) => <LevelBadge level={level} />,
      },
    ];
    if (isNarrow) {
      const cell = (log: Log) => <NarrowCell log={log} isMarked={log.id === markedId} />;
      return [...start, { ...message, width: 200, cell }];
    }
    const cell = (log: Log) => <MessageCell log={log} isMarked={log.id === markedId} />;
    return [
      ...start,
      { ...message, width: 240, cell },
      {
        key: 'data',
        head: (
          <Slots isShort={isMedium}>
            {requestKeys.map((key) => (
              <span key={key}>{key}</span>
            ))}
          </Slots>
        ),
        width: isMedium ? 152 : 400,
        cell: (log) => <Tags log={log} isShort={isMedium} />,
      },
      {
        key: 'created',
        head: (
          <>
            created <span className="subtle">UTC</span>
          </>
        ),
        width: 200,
        tooltip: ({ created }) => localDateTime(created),
        cell: ({ created }) => <Moment created={created} />,
      },
    ];
  }, [list, isNarrow, isMedium, markedId]);

  const table = (
    <Table
      label={tableName}
      columns={columns}
      rows={items}
      rowHeight={isNarrow ? narrowRowHeight : undefined}
      isLoading={!isLoaded}
      isDimmed={areOld(shown)}
      isSelected={({ id }) => selected.has(id)}
      onRowOpen={({ id }) => onOpen(id)}
      onRowToggle={({ id }) => list.toggle(id)}
      onRowMenu={(log, owner, at) => setMenu((last) => ({ key: (last?.key ?? 0) + 1, log, owner, at }))}
      isOpen={({ id }) => id === openId}
      startsGroup={({ created }, above) => utcDay(created) !== utcDay(above.created)}
      hasBulkBar={selected.size > 0}
      resetScrollKey={String(refreshKey)}
      after={hasMore && <LoadMoreButton isBusy={isLoadingMore} onLoad={logs.loadMore} />}
    />
  );
  return (
    <>
      {table}
      {menu && (
        <LogMenu
          key={menu.key}
          log={menu.log}
          owner={menu.owner}
          at={menu.at}
          onOpen={onOpen}
          onShowAround={onShowAround}
          onPick={onPick}
        />
      )}
    </>
  );
}

interface CellProps {
  log: Log;
  isMarked: boolean;
}

/** The message, then the reason of a failed request. With little room, the message is cut first. */
function MessageCell({ log, isMarked }: CellProps) {
  const reason = reasonOf(log);
  return (
    <div className={reason ? css.failed : css.line} translate="no">
      {isMarked && <Badge kind="accent">this log</Badge>}
      {log.message ? <code translate="no">{cut(log.message, longestMessage)}</code> : <Missing />}
      {reason && <span className="danger">{reason}</span>}
    </div>
  );
}

/** The message, and below it the status and the time. A reason has a line between them, of the whole width. */
function NarrowCell({ log, isMarked }: CellProps) {
  const reason = reasonOf(log);
  const [status] = isRequest(log) ? tagsOf(log) : [];
  return (
    <div className={reason ? css.three : css.two}>
      <MessageCell log={{ ...log, data: null }} isMarked={isMarked} />
      {reason && (
        <div className="ellipsis danger" translate="no">
          {reason}
        </div>
      )}
      <div className={css.line} translate="no">
        {status && <Tag tag={status} isShort />}
        <span>
          <Moment created={log.created} /> <span className="subtle">UTC</span>
        </span>
      </div>
    </div>
  );
}

/** The time of a log. The day is dimmed, because most logs of a list are of one day. */
function Moment({ created }: { created: string }) {
  return (
    <>
      <span className={css.day}>{utcDay(created)}</span> {utcTimeWithMs(created)}
    </>
  );
}

/** The values of a request stand below their names in the head; any other log names them itself. */
function Tags({ log, isShort }: { log: Log; isShort: boolean }) {
  const tags = tagsOf(log);
  if (isRequest(log)) {
    return (
      <Slots isShort={isShort}>
        {tags.map((tag, place) =>
          tag ? <Tag key={tag.key} tag={tag} isShort /> : <i key={String(place)} />,
        )}
      </Slots>
    );
  }
  return (
    <div className={isShort ? css.line : css.tags} translate="no">
      {tags.map((tag) => tag && <Tag key={tag.key} tag={tag} />)}
    </div>
  );
}

/** The places of a request's values. A narrow column has room for the first two. */
function Slots({ isShort, children }: { isShort: boolean; children: readonly ReactNode[] }) {
  return (
    <div className={isShort ? css.short : css.slots} translate="no">
      {isShort ? children.slice(0, 2) : children}
    </div>
  );
}

function Tag({ tag: { key, text, value }, isShort = false }: { tag: LogTag; isShort?: boolean }) {
  const kind = key === 'status' ? statusKind(value) : undefined;
  return (
    <span className={kind}>
      <span className={isShort ? 'visuallyHidden' : 'subtle'}>{key}</span> {text}
    </span>
  );
}

function messageTooltip(log: Log): string {
  const { error, details } = failureOf(log);
  return [cut(log.message, 500), error, details].filter(Boolean).join('\n');
}

interface LogMenuProps extends Pick<ContextMenuProps, 'owner' | 'at'> {
  log: Log;
  onOpen: (logId: string) => void;
  onShowAround: (logId: string) => void;
  onPick: (key: string, value: unknown, isExcluded: boolean) => void;
}

function LogMenu({ log, owner, at, onOpen, onShowAround, onPick }: LogMenuProps) {
  const tags = filterTags(log);
  return (
    <ContextMenu owner={owner} at={at} label="Log">
      <DropdownItem icon={PanelRightOpen} onSelect={() => onOpen(log.id)}>
        Open
      </DropdownItem>
      <DropdownItem icon={Crosshair} onSelect={() => onShowAround(log.id)}>
        Show logs around this one
      </DropdownItem>
      {[false, true].map((isExcluded) => [
        <DropdownSeparator key={String(isExcluded)} />,
        ...tags.map(({ key, text, value }) => (
          <DropdownItem
            key={`${key} ${isExcluded}`}
            icon={isExcluded ? ZoomOut : ZoomIn}
            onSelect={() => onPick(key, value, isExcluded)}
          >
            {isExcluded ? 'Hide' : 'Show only'} <span translate="no">{`${key} ${text}`}</span>
          </DropdownItem>
        )),
      ])}
    </ContextMenu>
  );
}
