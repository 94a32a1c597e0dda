import { useStagedRecords } from '../staged/useStagedRecords';

/** Returns why the changed value of a cell cannot be saved; null if it can. */
export function useCellError(collectionId: string, recordId: string, key: string): string | null {
  const changed = useStagedRecords(collectionId);
  return changed?.get(recordId)?.cells.get(key)?.error ?? null;
}
