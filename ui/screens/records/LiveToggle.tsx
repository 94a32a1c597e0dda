import { useSnapshot } from 'valtio';
import { LiveButton } from '../../components/basics/LiveButton';
import { useNarrow } from '../../components/page/useNarrow';
import { collectionTypeOf } from '../../model/collection';
import * as collections from '../../state/collections';
import * as preferences from '../../state/preferences';
import { LiveRows } from './chunks';
import type { RecordList } from './recordList';

export const toggleLive = () => preferences.setLive(!preferences.state.isLive);

interface LiveToggleProps {
  collectionId: string;
  records: RecordList;
}

/** Switches live mode and stores the choice. On narrow screens the switch is in the header menu. */
export function LiveToggle({ collectionId, records }: LiveToggleProps) {
  const { isLive } = useSnapshot(preferences.state);
  const isNarrow = useNarrow();
  const collection = collections.find(collectionId);
  // The realtime API of the server sends no events for views.
  if (collection && collectionTypeOf(collection) === 'view') return null;
  return (
    <>
      {!isNarrow && (
        <LiveButton
          isOn={isLive}
          tooltip={isLive ? 'Stop listening for changes' : 'Listen for changes'}
          onClick={toggleLive}
        />
      )}
      {isLive && <LiveRows collectionId={collectionId} records={records} />}
    </>
  );
}
