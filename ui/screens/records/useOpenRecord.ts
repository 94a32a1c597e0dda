import { useEffect, useRef } from 'react';
import { type Collection, collectionTypeOf } from '../../model/collection';
import { currentLocation, replaceQuery } from '../../platform/hash';
import { openPanel } from '../../state/panels';
import type { RecordList } from './recordList';

/**
 * The record that the address names is open in its panel: an editor, or a preview for a view, whose records
 * cannot be saved. When the panel closes the address forgets it; when the address does, the shell closes the panel.
 */
export function useOpenRecord(
  collection: Collection | undefined,
  recordId: string | undefined,
  records: RecordList,
): void {
  const shown = useRef('');
  const collectionId = collection?.id ?? '';
  const isView = collection !== undefined && collectionTypeOf(collection) === 'view';

  useEffect(() => {
    const wanted = collectionId && recordId ? `${collectionId} ${recordId}` : '';
    if (wanted === shown.current) return;
    shown.current = wanted;
    if (!recordId || wanted === '') return;
    const { query } = currentLocation();
    const show = async () => {
      const takes = { collectionId, recordId };
      const outcome = isView
        ? await openPanel('recordPreview', takes)
        : await openPanel('recordEditor', takes);
      if (shown.current === wanted) {
        shown.current = '';
        // The back button may have led on to another one.
        const now = currentLocation().query;
        const isStillNamed = now['collectionId'] === query['collectionId'] && now['recordId'] === recordId;
        if (isStillNamed) replaceQuery({ recordId: undefined });
      }
      if (outcome) await records.adopt(outcome);
    };
    void show();
  }, [collectionId, isView, recordId, records]);
}
