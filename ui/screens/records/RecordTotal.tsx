import { useSnapshot } from 'valtio';
import type { RecordList } from './recordList';

interface Props {
  list: RecordList;
}

/** How many records there are; dots while that is being counted. */
export function RecordTotal({ list }: Props) {
  const { total, hasCountFailed } = useSnapshot(list.state);
  const { loadError } = useSnapshot(list.rows);
  if (loadError) return null;
  return (
    <span role="status">
      {hasCountFailed
        ? 'The records could not be counted.'
        : `Total found: ${total?.toLocaleString('en-US') ?? '...'}`}
    </span>
  );
}
