import { useSnapshot } from 'valtio';
import { LiveButton } from '../../components/basics/LiveButton';
import { useNarrow } from '../../components/page/useNarrow';
import { collectionTypeOf } from '../../model/collection';
import * as collections from '../../state/collections';
import * as preferences from '../../state/preferences';
import { LiveRows } from './lazyParts';
import type { RecordList } from './recordList';

interface Props {
  collectionId: string;
  records: RecordList;
}

/** Switches live mode, which is remembered; on narrow screens the menu of the header does. */
export function LiveToggle({ collectionId, records }: Props) {
  const { isLive } = useSnapshot(preferences.state);
  const isNarrow = useNarrow();
  const collection = collections.find(collectionId);
  // The server tells of no row of a view.
  if (collection && collectionTypeOf(collection) === 'view') return null;
  return (
    <>
      {!isNarrow && (
        <LiveButton
          isOn={isLive}
          tooltip={isLive ? 'Stop listening for changes' : 'Listen for changes'}
          onClick={() => preferences.setLive(!isLive)}
        />
      )}
      {isLive && <LiveRows collectionId={collectionId} records={records} />}
    </>
  );
}
