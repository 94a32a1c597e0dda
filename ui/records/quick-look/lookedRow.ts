import { proxy } from 'valtio/vanilla';
import { announce } from '../../kit/basics/announce';
import type { Collection } from '../../model/collection';
import type { ListedRecord } from '../../model/record';
import { displayText } from '../../model/recordName';
import { storedRow } from '../editedRows';

/** If the quick look is open, and at which row. The code that shows the record is loaded at the first opening. */
export interface LookedRow {
  state: {
    isOpen: boolean;
    /** The row with the cursor; '' before there is one. */
    recordId: string;
  };
  open(collection: Collection, row: ListedRecord): void;
  /** The table is left, so the row is no longer known. The quick look stays open for the next table. */
  leave(): void;
  /** Returns false if it was closed. */
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
