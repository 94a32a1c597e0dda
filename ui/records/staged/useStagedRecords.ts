import { useSnapshot } from 'valtio';
import type { StagedRecords } from './staged';
import * as stagedRows from './stagedRows';

/** Returns the changed records of a collection; undefined if there are none. */
export const useStagedRecords = (collectionId: string) =>
  useSnapshot(stagedRows.state).byCollection[collectionId] as StagedRecords | undefined;

/** Returns why the changed value of a cell cannot be saved; null if it can. */
export function useCellError(collectionId: string, recordId: string, key: string): string | null {
  const changed = useStagedRecords(collectionId);
  return changed?.get(recordId)?.cells.get(key)?.error ?? null;
}
