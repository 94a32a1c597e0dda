import FileUp from 'lucide-react/icons/file-up';
import FolderX from 'lucide-react/icons/folder-x';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import Undo2 from 'lucide-react/icons/undo-2';
import { useMemo, useRef } from 'react';
import { Badge } from '../../../components/basics/Badge';
import { Button } from '../../../components/basics/Button';
import { FileSize } from '../../../components/basics/FileSize';
import { Icon } from '../../../components/basics/Icon';
import { Missing } from '../../../components/basics/Missing';
import { Table } from '../../../components/data/Table';
import type { TableColumn } from '../../../components/data/TableRow';
import { Checkbox } from '../../../components/form/Checkbox';
import { useNarrow } from '../../../components/page/useNarrow';
import { localDateTime, utcDay, utcTime } from '../../../platform/dates';
import { toggledKeys } from '../../../platform/toggledKeys';
import css from './BinTable.module.css';
import { type BinRow, binActLabels } from './binRows';

interface Props {
  rows: readonly BinRow[];
  isLoading: boolean;
  /** The entry whose panel is open; '' for none. */
  openId: string;
  selected: ReadonlySet<string>;
  onSelect: (ids: ReadonlySet<string>) => void;
  onOpen: (row: BinRow) => void;
  /** The import that is being taken back; no other one can be meanwhile. */
  takingBackId: string | null;
  /** Puts an entry back, or takes an import back. */
  onAct: (row: BinRow) => void;
}

const narrowRowHeight = 76;

export const actIcons = {
  deleted: Trash2,
  changed: Pencil,
  collection: FolderX,
  back: Undo2,
  import: FileUp,
};
const canSelect = ({ kind }: BinRow) => kind !== 'import';

/** The entries of the bin, one line each; three lines on a phone. */
export function BinTable({
  rows,
  isLoading,
  openId,
  selected,
  onSelect,
  onOpen,
  takingBackId,
  onAct,
}: Props) {
  const isNarrow = useNarrow();
  const lastToggled = useRef<string | null>(null);

  const columns = useMemo((): TableColumn<BinRow>[] => {
    const ids = rows.filter(canSelect).map(({ id }) => id);
    const toggle = (id: string, isRange: boolean) => {
      const from = isRange && selected.size > 0 ? lastToggled.current : null;
      onSelect(toggledKeys(selected, id, { keys: ids, from }));
      lastToggled.current = id;
    };
    const pick: TableColumn<BinRow> = {
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
      cell: (row) =>
        canSelect(row) && (
          <Checkbox
            aria-label={`Select ${row.title}`}
            tabIndex={-1}
            isChecked={selected.has(row.id)}
            onChange={(_, hasShift) => toggle(row.id, hasShift)}
          />
        ),
    };
    const act: TableColumn<BinRow> = {
      key: 'act',
      head: <span className="visuallyHidden">Actions</span>,
      width: 128,
      cell: (row) => <Act row={row} takingBackId={takingBackId} onAct={onAct} />,
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
      { key: 'kept', head: 'Kept here', width: 210, cell: (row) => <Kept row={row} /> },
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
        tooltip: ({ savedAt }) => localDateTime(savedAt),
        cell: (row) => <When row={row} />,
      },
      act,
    ];
  }, [rows, selected, onSelect, takingBackId, onAct, isNarrow]);

  return (
    <Table
      label="Bin"
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

function Kind({ row: { kind } }: { row: BinRow }) {
  return (
    <span className={css.kind} data-kind={kind}>
      <Icon of={actIcons[kind]} size="small" />
      {binActLabels[kind]}
    </span>
  );
}

function Kept({ row: { kept, isIncomplete } }: { row: BinRow }) {
  if (kept === '') return <Missing />;
  return (
    <span className={css.line}>
      <span className="ellipsis">{kept}</span>
      {isIncomplete && <Badge kind="warning">Incomplete</Badge>}
    </span>
  );
}

function When({ row: { savedAt } }: { row: BinRow }) {
  return (
    <>
      {utcDay(savedAt)} <span className={css.quiet}>{utcTime(savedAt)}</span>
    </>
  );
}

function Act({ row, takingBackId, onAct }: Pick<Props, 'takingBackId' | 'onAct'> & { row: BinRow }) {
  if (row.kind === 'back') return null;
  const isImport = row.kind === 'import';
  const text = isImport ? 'Take back' : 'Put back';
  return (
    <Button
      kind="link"
      size="small"
      writes
      tabIndex={-1}
      isBusy={row.id === takingBackId}
      disabled={isImport && takingBackId !== null && row.id !== takingBackId}
      aria-label={`${text} ${row.title}`}
      onClick={() => onAct(row)}
    >
      {text}
    </Button>
  );
}

/** An entry on a phone. */
function Entry({ row }: { row: BinRow }) {
  return (
    <div className={css.three}>
      <b className="ellipsis">{row.title}</b>
      <span className={css.line}>
        <Kind row={row} /> <span className={`ellipsis ${css.quiet}`}>{row.collectionName}</span>
      </span>
      <span className={css.line}>
        <When row={row} /> {row.kept && <span className={`ellipsis ${css.quiet}`}>{row.kept}</span>}
      </span>
    </div>
  );
}
