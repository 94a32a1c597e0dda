import type { LucideIcon } from 'lucide-react';
import FileUp from 'lucide-react/icons/file-up';
import FolderX from 'lucide-react/icons/folder-x';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import Undo2 from 'lucide-react/icons/undo-2';
import { useMemo, useRef } from 'react';
import { localDateTime, utcDay, utcTime } from '../../base/dates';
import { toggledKeys } from '../../base/toggledKeys';
import { Badge } from '../../kit/basics/Badge';
import { Button } from '../../kit/basics/Button';
import { FileSize } from '../../kit/basics/FileSize';
import { Icon } from '../../kit/basics/Icon';
import { Missing } from '../../kit/basics/Missing';
import { Checkbox } from '../../kit/form/Checkbox';
import { useNarrow } from '../../kit/layout/useNarrow';
import { Table } from '../../kit/table/Table';
import type { TableColumn } from '../../kit/table/TableRow';
import css from './HistoryTable.module.css';
import type { HistoryRow } from './historyRows';

interface Props {
  rows: readonly HistoryRow[];
  isLoading: boolean;
  /** The entry whose panel is open; '' for none. */
  openId: string;
  selected: ReadonlySet<string>;
  onSelect: (ids: ReadonlySet<string>) => void;
  onOpen: (row: HistoryRow) => void;
  onUndo: (row: HistoryRow) => void;
}

const narrowRowHeight = 76;

export const actIcons: Readonly<Record<HistoryRow['kind'], LucideIcon>> = {
  delete: Trash2,
  collection: FolderX,
  save: Pencil,
  bulk: Pencil,
  import: FileUp,
  restore: Undo2,
  undo: Undo2,
  undone: Undo2,
};

export function HistoryTable({ rows, isLoading, openId, selected, onSelect, onOpen, onUndo }: Props) {
  const isNarrow = useNarrow();
  const lastToggled = useRef<string | null>(null);

  const columns = useMemo((): TableColumn<HistoryRow>[] => {
    const ids = rows.map(({ id }) => id);
    const toggle = (id: string, isRange: boolean) => {
      const from = isRange && selected.size > 0 ? lastToggled.current : null;
      onSelect(toggledKeys(selected, id, { keys: ids, from }));
      lastToggled.current = id;
    };
    const pick: TableColumn<HistoryRow> = {
      key: 'pick',
      head: (
        <Checkbox
          aria-label="Select all"
          isChecked={ids.length > 0 && ids.every((id) => selected.has(id))}
          isPartial={selected.size > 0 && !ids.every((id) => selected.has(id))}
          onChange={() => onSelect(new Set(selected.size > 0 ? [] : ids))}
        />
      ),
      width: 40,
      isSticky: true,
      isPick: true,
      cell: ({ id, title }) => (
        <Checkbox
          aria-label={`Select ${title}`}
          tabIndex={-1}
          isChecked={selected.has(id)}
          onChange={(_, hasShift) => toggle(id, hasShift)}
        />
      ),
    };
    const act: TableColumn<HistoryRow> = {
      key: 'act',
      head: <span className="visuallyHidden">Actions</span>,
      width: 96,
      cell: (row) => <UndoButton row={row} onUndo={onUndo} />,
    };
    if (isNarrow) {
      return [
        pick,
        { key: 'entry', head: 'Item', width: 200, isFlexible: true, cell: (row) => <Entry row={row} /> },
        act,
      ];
    }
    return [
      pick,
      { key: 'kind', head: 'Action', width: 164, cell: (row) => <Kind row={row} /> },
      {
        key: 'title',
        head: 'Item',
        width: 170,
        isFlexible: true,
        tooltip: ({ title }) => title,
        cell: ({ title }) => title,
      },
      { key: 'collection', head: 'Collection', width: 130, cell: ({ collectionName }) => collectionName },
      { key: 'kept', head: 'Includes', width: 210, cell: (row) => <Kept row={row} /> },
      {
        key: 'size',
        head: 'Size',
        width: 92,
        align: 'end',
        cell: ({ bytes }) => (bytes === null ? <Missing /> : <FileSize bytes={bytes} />),
      },
      {
        key: 'when',
        head: (
          <>
            When <span className={css.quiet}>UTC</span>
          </>
        ),
        width: 172,
        tooltip: ({ at }) => localDateTime(at),
        cell: (row) => <When row={row} />,
      },
      act,
    ];
  }, [rows, selected, onSelect, onUndo, isNarrow]);

  return (
    <Table
      label="History"
      columns={columns}
      rows={rows}
      rowHeight={isNarrow ? narrowRowHeight : undefined}
      isLoading={isLoading}
      isSelected={({ id }) => selected.has(id)}
      isOpen={({ id }) => id === openId}
      onRowOpen={onOpen}
      hasBulkBar={selected.size > 0}
    />
  );
}

function Kind({ row: { kind, label } }: { row: HistoryRow }) {
  return (
    <span className={`row ${css.kind}`} data-kind={kind}>
      <Icon of={actIcons[kind]} size="small" />
      <span className="ellipsis">{label}</span>
    </span>
  );
}

function Kept({ row: { kept, isIncomplete } }: { row: HistoryRow }) {
  if (kept === '') return <Missing />;
  return (
    <span className="row">
      <span className="ellipsis">{kept}</span>
      {isIncomplete && <Badge kind="warning">Incomplete</Badge>}
    </span>
  );
}

function When({ row: { at } }: { row: HistoryRow }) {
  return (
    <>
      {utcDay(at)} <span className={css.quiet}>{utcTime(at)}</span>
    </>
  );
}

function UndoButton({ row, onUndo }: Pick<Props, 'onUndo'> & { row: HistoryRow }) {
  if (row.kind === 'undone') return null;
  return (
    <Button
      kind="link"
      size="small"
      writes
      tabIndex={-1}
      aria-label={`Undo ${row.title}`}
      onClick={() => onUndo(row)}
    >
      Undo
    </Button>
  );
}

function Entry({ row }: { row: HistoryRow }) {
  return (
    <div className={css.three}>
      <b className="ellipsis">{row.title}</b>
      <span className="row">
        <Kind row={row} /> <span className={`ellipsis ${css.quiet}`}>{row.collectionName}</span>
      </span>
      <span className="row">
        <When row={row} /> {row.kept && <span className={`ellipsis ${css.quiet}`}>{row.kept}</span>}
      </span>
    </div>
  );
}
