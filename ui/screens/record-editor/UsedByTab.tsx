import { useState } from 'react';
import { UsedByList } from '../../components/record/UsedByList';
import { follow } from '../../state/panelLinks';
import { createUsedBy } from '../../state/records/usedBy';

interface Props {
  collectionId: string;
  recordId: string;
}

/** Shows which records name this one. Counts only while the tab is open. */
export function UsedByTab({ collectionId, recordId }: Props) {
  const [used] = useState(() => createUsedBy(collectionId, recordId));
  return <UsedByList used={used} onFollow={follow} />;
}
