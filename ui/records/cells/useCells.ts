import { type KeyboardEvent, useCallback, useState } from 'react';
import { hasModifier, isComposing } from '../../base/keys';
import type { TableCell } from '../../kit/table/useRowEvents';
import type { Collection } from '../../model/collection';
import type { ListedRecord } from '../../model/record';
import { loadPart } from '../../page/loadPart';
import { columnType, type RecordColumn } from '../display/recordColumns';
import type { LookedRow } from '../quick-look/lookedRow';
import { columnLook } from '../types/fieldLooks';
import type { Cells, EditedCell } from './cellEdit';

/** Keys with a meaning in the table, which do not start to type a value. */
const tableKeys: ReadonlySet<string> = new Set([' ', '/', '?']);

type CellAct = (collection: Collection, cell: TableCell<ListedRecord>) => unknown;

const loadToggle = async () => (await import('../../app/entries/desk')).toggleCell;
const loadClear = async () => (await import('../../app/entries/desk')).clearCell;

/**
 * Decides which keys edit a cell, or show its record in the quick look. The code for edits is loaded at the first
 * use of the table.
 */
export function useCells(
  collection: Collection,
  columns: readonly RecordColumn[],
  canEdit: boolean,
  look: LookedRow,
): Cells {
  const [edited, setEdited] = useState<EditedCell | null>(null);
  /** The id and the dates of the server cannot be edited. */
  const isEditable = ({ kind, field }: RecordColumn) =>
    canEdit && (field !== undefined || (kind !== 'id' && !columnType({ kind }).isMoment));
  const columnOf = (name: string) => columns.find((column) => column.name === name && isEditable(column));

  function edit(cell: TableCell<ListedRecord>, start: string | null = null): boolean {
    const column = columnOf(cell.column);
    if (!column) return false;
    if (columnType(column).isSwitch) return act(loadToggle, cell);
    setEdited({ ...cell, start });
    return true;
  }

  function act(load: () => Promise<CellAct>, cell: TableCell<ListedRecord>): true {
    void loadPart(load).then((run) => run?.(collection, cell));
    return true;
  }

  function handleKey(event: KeyboardEvent, cell: TableCell<ListedRecord>): boolean {
    const { key } = event;
    if (hasModifier(event) || isComposing(event)) return false;
    // While the code of the input loads, keep what is typed for it.
    if (edited && isSameCell(edited, cell)) {
      if (key === 'Escape') setEdited(null);
      else if (key.length === 1)
        setEdited((last) => last && { ...last, start: last.start && last.start + key });
      return true;
    }
    if (key === 'Escape') return look.close();
    if (key === ' ' && !event.shiftKey) {
      if (!event.repeat && !look.close()) look.open(collection, cell.row);
      return true;
    }
    // In a table without checkboxes, Shift+Space would open the record.
    if (!canEdit) return key === ' ';
    if (key === 'Enter' || key === 'F2') return edit(cell);
    const column = columnOf(cell.column);
    if (!column) return false;
    // With Shift+Delete, the browser cuts.
    if ((key === 'Delete' || key === 'Backspace') && !event.shiftKey) return act(loadClear, cell);
    const isTyped = key.length === 1 && !tableKeys.has(key);
    return isTyped && columnLook(column).isTyped === true && edit(cell, key);
  }

  const close = useCallback(() => setEdited(null), []);
  return {
    edited,
    handleKey,
    canEdit: isEditable,
    edit: (cell) => void edit(cell),
    close,
  };
}

const isSameCell = (one: TableCell<ListedRecord>, other: TableCell<ListedRecord>) =>
  one.row.id === other.row.id && one.column === other.column;
