import type { KeyboardEvent } from 'react';
import { proxy, ref } from 'valtio/vanilla';
import * as records from '../../backend/records';
import { isEqual } from '../../base/equal';
import type { TableCell } from '../../kit/table/useRowEvents';
import type { Collection } from '../../model/collection';
import type { FormValue } from '../../model/field';
import type { ListedRecord } from '../../model/record';
import { isReadInFull } from '../../model/types/fieldTypes';
import { createLoading, type LoadingState } from '../../page/loading';
import type { RecordColumn } from '../display/recordColumns';
import * as edits from '../edits';
import type { CellField } from '../values/cellField';
import { type Change, changeFrom, type SeenValue, seenIn } from '../values/change';

export interface EditedCell extends TableCell<ListedRecord> {
  /** The typed text that replaces the value; null to begin with the value. */
  start: string | null;
}

/** How keys and menus change the cells of a table. */
export interface Cells {
  edited: EditedCell | null;
  /** Returns true if the key was handled. */
  handleKey: (event: KeyboardEvent, cell: TableCell<ListedRecord>) => boolean;
  canEdit: (column: RecordColumn) => boolean;
  edit: (cell: TableCell<ListedRecord>) => void;
  close: () => void;
}

/** Ends an edit. With a `key`, the cell gets the focus; an arrow key also moves the cursor. */
export type EndEdit = (end: 'keep' | 'cancel', key?: string) => void;

export interface CellEditState extends LoadingState {
  value: FormValue;
}

export type CellEdit = ReturnType<typeof createCellEdit>;

/**
 * The edit of one cell. Each change is staged at once, so that nothing typed is lost; `cancel` restores the cell.
 * Rows hold rich text and json only in part, so these are read first.
 */
export function createCellEdit(collection: Collection, listed: ListedRecord, cell: CellField) {
  const from = edits.changeAt(collection.id, listed.id, cell.key);
  const needsReading = isReadInFull(cell.field) && from === null;
  let base: SeenValue = from ?? edits.seenInRow(listed, cell);
  const savedBefore = edits.savedAs(collection.id, listed.id);
  let isOver = false;
  const state = proxy<CellEditState>({
    status: needsReading ? 'loading' : 'ready',
    loadError: null,
    value: inProxy(from ? from.mine : needsReading ? '' : base.before),
  });

  const loading = createLoading(
    state,
    (signal) => records.get(collection, listed.id, { signal }),
    (answer) => {
      base = seenIn(cell, answer);
      state.value = inProxy(base.before);
    },
  );

  /** The stored value after a save during the edit; null without one. */
  function savedSince(): SeenValue | null {
    const now = edits.savedAs(collection.id, listed.id);
    return now && now !== savedBefore ? seenIn(cell, now.answer) : null;
  }

  /** The change from before the edit; null if a save during the edit has stored it. */
  function formerChange(): Change | null {
    const now = savedSince();
    const sent = now && edits.savedAs(collection.id, listed.id)?.sent.get(cell.key);
    if (!from || !sent) return from;
    // If the save has sent a value that was typed in this edit, the change from before is still unsaved.
    return isEqual(sent.mine, from.mine) ? null : changeFrom(collection, cell, now, from.mine);
  }

  function rememberSince(before: Change | null): void {
    const to = edits.changeAt(collection.id, listed.id, cell.key);
    edits.remember(collection.id, [{ id: listed.id, key: cell.key, from: before, to }]);
  }

  return {
    state,
    async open() {
      if (needsReading) await loading.load();
    },
    /** `isAnswer` is true for a picker, which may answer after the end of the edit. */
    set(value: FormValue, isAnswer = false) {
      // An input may complete its text when it loses the focus, which is after the end of the edit.
      if (isOver && !isAnswer) return;
      const before = edits.changeAt(collection.id, listed.id, cell.key);
      state.value = inProxy(value);
      const change = { row: listed, cell, mine: value, base: savedSince() ?? base };
      edits.set(collection, [change], { isTyping: true });
      if (isOver) rememberSince(before);
    },
    isChanged: () => !isEqual(edits.changeAt(collection.id, listed.id, cell.key)?.mine, from?.mine),
    keep() {
      isOver = true;
      rememberSince(from);
    },
    cancel() {
      isOver = true;
      edits.putBack(collection, listed.id, cell.key, formerChange());
    },
    close: loading.cancel,
  };
}

/** `ref` keeps the list of the caller out of the proxy. */
const inProxy = (value: FormValue): FormValue => (typeof value === 'object' ? ref([...value]) : value);
