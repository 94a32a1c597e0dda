import { useCallback, useEffect, useRef } from 'react';
import { currentLocation, navigate, replaceQuery } from '../base/hash';
import { type Collection, collectionTypeOf } from '../model/collection';
import { closeAll, keepWhile, openPanel } from '../page/panels';
import type { RecordPlaces } from './editor/recordEditor';
import type { RecordList } from './recordList';

interface OpensRecords {
  openRecord: (recordId: string) => void;
  createRecord: () => void;
}

/**
 * Keeps the record of the address open in a panel: an editor, or a preview for a record of a view. A closed panel
 * removes the record from the address; a changed address closes the panel. If the editor shows another record, the
 * address follows.
 */
export function useOpenRecord(
  collection: Collection | undefined,
  recordId: string | undefined,
  records: RecordList,
): OpensRecords {
  // An object for each opening, because the same record may open again before its first panel has closed.
  const shown = useRef<{ collectionId: string; recordId: string | undefined } | null>(null);
  const collectionId = collection?.id ?? '';
  const isView = collection !== undefined && collectionTypeOf(collection) === 'view';

  const show = useCallback(
    async (id: string | undefined) => {
      const mine = { collectionId, recordId: id };
      shown.current = mine;
      const { query: opened } = currentLocation();
      const list: RecordPlaces = {
        state: records.list.state,
        onShow(next, outcome) {
          // If the person has left, the address is that of another screen, and must not change.
          if (shown.current === mine) {
            mine.recordId = next;
            keepWhile(() => replaceQuery({ recordId: next }));
          }
          if (outcome) void records.adopt(outcome);
        },
      };
      const outcome =
        isView && id !== undefined
          ? await openPanel('recordPreview', { collectionId, recordId: id })
          : await openPanel('recordEditor', { collectionId, recordId: id ?? null, list });
      if (shown.current === mine) {
        shown.current = null;
        // The back button may have opened another record.
        const { query } = currentLocation();
        const isStillNamed =
          query['collectionId'] === opened['collectionId'] && query['recordId'] === mine.recordId;
        if (isStillNamed && mine.recordId !== undefined) replaceQuery({ recordId: undefined });
      }
      if (outcome) await records.adopt(outcome);
    },
    [collectionId, isView, records],
  );

  useEffect(() => {
    const { current } = shown;
    if (current?.collectionId === collectionId && current.recordId === recordId) return;
    shown.current = null;
    if (collectionId && recordId) void show(recordId);
  }, [collectionId, recordId, show]);

  const openRecord = useCallback(
    (id: string) => {
      const { path, query } = currentLocation();
      if (query['recordId'] === id) {
        // Rows cannot be clicked under an open panel, so it is closing or not shown yet. The address stays.
        closeAll();
        void show(id);
      } else {
        // Add a history entry, so that the back button closes the record.
        navigate(path, { ...query, recordId: id });
      }
    },
    [show],
  );

  return { openRecord, createRecord: useCallback(() => void show(undefined), [show]) };
}
