import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { countOf } from '../base/text';
import { Button } from '../kit/basics/Button';
import { LiveSign } from '../kit/basics/LiveButton';
import { useNarrow } from '../kit/layout/useNarrow';
import { createLiveChanges } from './liveChanges';
import type { RecordList } from './recordList';

interface Props {
  collectionId: string;
  records: RecordList;
}

/**
 * Listens while it is mounted, and shows how many rows have changed. On narrow screens, where the switch is in a
 * menu, it also shows that live mode is on.
 */
export function LiveRows({ collectionId, records }: Props) {
  const [live] = useState(() => createLiveChanges(records));
  const { stream, changed } = useSnapshot(live.state);
  const isNarrow = useNarrow();

  useEffect(() => live.follow(collectionId), [live, collectionId]);

  return (
    <span role="status">
      {isNarrow && stream === 'open' && <LiveSign />}
      {stream === 'lost' && 'Reconnecting...'}
      {stream === 'denied' && 'Live updates stopped: access was refused.'}
      {changed > 0 && (
        <Button size="small" onClick={() => void records.reload()}>
          {countOf(changed, 'row')} changed
        </Button>
      )}
    </span>
  );
}
