import { useSnapshot } from 'valtio';
import * as editedRows from './editedRows';
import type { Edits } from './edits';

/** Returns the unsaved changes of a collection; undefined if there are none. */
export const useEdits = (collectionId: string) =>
  useSnapshot(editedRows.state).byCollection[collectionId] as Edits | undefined;

/** Returns why the changed value cannot be saved; null if it can. */
export function useCellError(collectionId: string, recordId: string, key: string): string | null {
  const changed = useEdits(collectionId);
  return changed?.get(recordId)?.changes.get(key)?.error ?? null;
}
