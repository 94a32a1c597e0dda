import Database from 'lucide-react/icons/database';
import FolderX from 'lucide-react/icons/folder-x';
import { useSnapshot } from 'valtio';
import { EmptyState } from '../../components/page/EmptyState';
import { LoadFailure } from '../../components/page/LoadFailure';
import * as collections from '../../state/collections';

/** Why there is no collection to show the records of. */
export function CollectionsState() {
  const { all, isLoading, isLoaded, loadError } = useSnapshot(collections.state);
  if (loadError && !isLoaded) {
    return (
      <LoadFailure
        title="The collections could not be loaded."
        reason={loadError.message}
        isBusy={isLoading}
        onRetry={() => void collections.load()}
      />
    );
  }
  // With collections there will be an active one in a moment.
  if (!isLoaded || all.length > 0)
    return <EmptyState icon={Database} title="Loading collections..." role="status" />;
  return <EmptyState icon={FolderX} title="You don't have any collections yet." />;
}
