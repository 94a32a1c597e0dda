import { type KeyboardEvent, useCallback, useState } from 'react';
import type { TableCell } from '../../../components/data/useRowEvents';
import type { RecordColumn } from '../../../components/record-table/recordColumns';
import type { Collection } from '../../../model/collection';
import type { ListedRecord } from '../../../model/record';
import { hasModifier, isComposing } from '../../../platform/keys';
import { loadPart } from '../../../state/loadPart';
import type { LookedRow } from '../quick-look/lookedRow';
import type { Cells, EditedCell } from './cellEdit';
import { arrowAfter, pressOn } from './endKeys';

type CellsChunk = typeof import('../../../chunks/cells');

/**
 * A letter or digit begins a new value of these kinds. It is only a text, so it can be typed before its input has
 * loaded.
 */
const typedKinds: ReadonlySet<string> = new Set(['text', 'number', 'email', 'url', 'date']);
/** Keys of the table, which begin no value. */
const tableKeys: ReadonlySet<string> = new Set([' ', '/', '?']);

/**
 * Decides which keys edit a cell of the records, or show its record in the quick look. The code that edits comes with
 * the first use of the table.
 */
export function useCells(
  collection: Collection,
  columns: readonly RecordColumn[],
  canEdit: boolean,
  look: LookedRow,
): Cells {
  const [edited, setEdited] = useState<EditedCell | null>(null);
  /** Ids and dates of the server are not edited in cells. */
  const isEditable = ({ kind, field }: RecordColumn) =>
    canEdit && (field !== undefined || (kind !== 'id' && kind !== 'date'));
  const columnOf = (name: string) => columns.find((column) => column.name === name && isEditable(column));

  function edit(cell: TableCell<ListedRecord>, start: string | null = null): boolean {
    const column = columnOf(cell.column);
    if (!column) return false;
    if (column.kind === 'bool') return act(({ toggleCell }) => toggleCell(collection, cell));
    setEdited({ ...cell, start, ahead: '', arrow: '' });
    return true;
  }

  const kindOf = ({ column }: EditedCell) => columnOf(column)?.kind ?? '';

  /** Text typed before the input has loaded belongs to its cell, until a key ends it. */
  function typeAhead(now: EditedCell, { key, shiftKey }: KeyboardEvent): true {
    const arrow = arrowAfter(key, shiftKey);
    if (key === 'Escape') setEdited(null);
    else if (arrow !== '' && typedKinds.has(kindOf(now))) {
      keepTyped(now);
      pressOn(now.element, arrow);
    } else {
      setEdited((last) => {
        if (last?.arrow !== '') return last;
        if (key === 'Backspace')
          return last.ahead === ''
            ? { ...last, start: last.start?.slice(0, -1) ?? null }
            : { ...last, ahead: last.ahead.slice(0, -1) };
        if (key.length === 1) return { ...last, ahead: last.ahead + key };
        if (key === 'Enter' && kindOf(last) === 'text') return { ...last, ahead: `${last.ahead}\n` };
        return { ...last, arrow };
      });
    }
    return true;
  }

  /**
   * Ends an edit whose input has not loaded. The value is staged when the code has loaded, in the order of the keys.
   */
  function keepTyped(now: EditedCell): void {
    setEdited(null);
    if (typedKinds.has(kindOf(now)) && (now.start !== null || now.ahead !== ''))
      act(
        (chunk) => chunk.keepTyped(collection, now),
        `Not entered: "${now.start ?? ''}${now.ahead}". Check the connection and type it again.`,
      );
  }

  function handleKey(event: KeyboardEvent, cell: TableCell<ListedRecord>): boolean {
    const { key } = event;
    if (hasModifier(event) || isComposing(event)) return false;
    if (edited && isSameCell(edited, cell)) return typeAhead(edited, event);
    // The person has moved on to another cell.
    if (edited) keepTyped(edited);
    if (key === 'Escape') return look.close();
    if (key === ' ' && !event.shiftKey) {
      if (!event.repeat && !look.close()) look.open(collection, cell.row);
      return true;
    }
    // Without ticks Shift+Space would open the record.
    if (!canEdit) return key === ' ';
    if (key === 'Enter' || key === 'F2') return edit(cell);
    const column = columnOf(cell.column);
    if (!column) return false;
    // With Shift the browser cuts.
    if ((key === 'Delete' || key === 'Backspace') && !event.shiftKey)
      return act(({ clearCell }) => clearCell(collection, cell));
    const isTyped = key.length === 1 && !tableKeys.has(key);
    return isTyped && typedKinds.has(column.kind) && edit(cell, key);
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

/** Runs a function of the chunk `cells`, or shows `message` if it cannot load. Returns true: the key is handled. */
function act(run: (chunk: CellsChunk) => void, message?: string): true {
  void loadPart(() => import('../../../chunks/cells'), message).then((chunk) => chunk && run(chunk));
  return true;
}
