import { useSnapshot } from 'valtio';
import * as staged from '../../../state/staged/staged';

/** Returns why the changed value of a cell cannot be saved; null if it can. */
export function useCellError(collectionId: string, recordId: string, key: string): string | null {
  const changed = useSnapshot(staged.state).byCollection[collectionId];
  return changed?.get(recordId)?.cells.get(key)?.error ?? null;
}
