import { useSnapshot } from 'valtio';
import type { StagedRecords } from '../../../state/staged/staged';
import * as stagedRows from '../../../state/staged/stagedRows';

/** Returns the changed records of a collection; undefined if there are none. */
export const useStagedRecords = (collectionId: string) =>
  useSnapshot(stagedRows.state).byCollection[collectionId] as StagedRecords | undefined;
