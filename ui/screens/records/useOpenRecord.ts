import { useCallback, useEffect, useRef } from 'react';
import { type Collection, collectionTypeOf } from '../../model/collection';
import { currentLocation, navigate, replaceQuery } from '../../platform/hash';
import { closeAll, keepWhile, openPanel, type RecordPlaces } from '../../state/panels';
import type { RecordList } from './recordList';

interface OpensRecords {
  /** What a click on a row calls. */
  openRecord: (recordId: string) => void;
  createRecord: () => void;
}

/**
 * The record that the address names is open in its panel: an editor, or a preview for a view, whose records
 * cannot be saved. When the panel closes the address forgets it; when the address does, the shell closes the panel.
 * The address follows an editor that goes on to another record, or has created one.
 */
export function useOpenRecord(
  collection: Collection | undefined,
  recordId: string | undefined,
  records: RecordList,
): OpensRecords {
  // Compared as an object: the same record may be opened again before its first opening has ended.
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
          mine.recordId = next;
          shown.current = mine;
          keepWhile(() => replaceQuery({ recordId: next }));
          if (outcome) void records.adopt(outcome);
        },
      };
      const outcome =
        isView && id !== undefined
          ? await openPanel('recordPreview', { collectionId, recordId: id })
          : await openPanel('recordEditor', { collectionId, recordId: id ?? null, list });
      if (shown.current === mine) {
        shown.current = null;
        // The back button may have led on to another one.
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
        // An open panel covers the rows, so this one is closing, or not drawn yet: the address will not change.
        closeAll();
        void show(id);
      } else {
        // A step of its own: the back button closes the record.
        navigate(path, { ...query, recordId: id });
      }
    },
    [show],
  );

  return { openRecord, createRecord: useCallback(() => void show(undefined), [show]) };
}
