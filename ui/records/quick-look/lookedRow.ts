import { proxy } from 'valtio/vanilla';
import { announce } from '../../kit/basics/announce';
import type { Collection } from '../../model/collection';
import type { ListedRecord } from '../../model/record';
import { displayText } from '../../model/recordName';
import { storedRow } from '../editedRows';

/** Whether the quick look is open, and at which row. The code that shows the record comes with the first opening. */
export interface LookedRow {
  state: {
    isOpen: boolean;
    /** The row with the cursor; '' before the cursor is in the table. */
    recordId: string;
  };
  open(collection: Collection, row: ListedRecord): void;
  /** Forgets the row when the table is left. The quick look stays open for the next one. */
  leave(): void;
  /** Returns false if it was closed already. */
  close(): boolean;
}

export function createLookedRow(): LookedRow {
  const state = proxy({ isOpen: false, recordId: '' });
  return {
    state,
    open(collection, row) {
      if (!state.isOpen) announce(`Quick look: ${displayText(storedRow(row), collection)}`);
      Object.assign(state, { isOpen: true, recordId: row.id });
    },
    leave() {
      state.recordId = '';
    },
    close() {
      const wasOpen = state.isOpen;
      Object.assign(state, { isOpen: false, recordId: '' });
      return wasOpen;
    },
  };
}
