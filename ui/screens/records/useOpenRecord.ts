import { useCallback, useEffect, useRef } from 'react';
import { type Collection, collectionTypeOf } from '../../model/collection';
import { currentLocation, navigate, replaceQuery } from '../../platform/hash';
import { closeAll, openPanel } from '../../state/panels';
import type { RecordList } from './recordList';

/**
 * The record that the address names is open in its panel: an editor, or a preview for a view, whose records
 * cannot be saved. When the panel closes the address forgets it; when the address does, the shell closes the panel.
 * Gives what a click on a row calls.
 */
export function useOpenRecord(
  collection: Collection | undefined,
  recordId: string | undefined,
  records: RecordList,
): (recordId: string) => void {
  // Compared as an object: the same record may be opened again before its first opening has ended.
  const shown = useRef<{ collectionId: string; recordId: string } | null>(null);
  const collectionId = collection?.id ?? '';
  const isView = collection !== undefined && collectionTypeOf(collection) === 'view';

  const show = useCallback(
    async (id: string) => {
      const takes = { collectionId, recordId: id };
      shown.current = takes;
      const { query } = currentLocation();
      const outcome = isView
        ? await openPanel('recordPreview', takes)
        : await openPanel('recordEditor', takes);
      if (shown.current === takes) {
        shown.current = null;
        // The back button may have led on to another one.
        const now = currentLocation().query;
        const isStillNamed = now['collectionId'] === query['collectionId'] && now['recordId'] === id;
        if (isStillNamed) replaceQuery({ recordId: undefined });
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

  return useCallback(
    (id) => {
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
}
