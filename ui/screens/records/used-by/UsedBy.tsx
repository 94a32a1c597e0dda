import { useState } from 'react';
import { UsedByList } from '../../../components/record/UsedByList';
import { createUsedBy } from '../../../state/records/usedBy';

interface Props {
  collectionId: string;
  recordId: string;
}

/** Shows which records name this one. Counts only while it is shown. Give it a `key`: it keeps its record. */
export function UsedBy({ collectionId, recordId }: Props) {
  const [used] = useState(() => createUsedBy(collectionId, recordId));
  return <UsedByList used={used} />;
}
