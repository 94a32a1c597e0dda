import CloudOff from 'lucide-react/icons/cloud-off';
import Database from 'lucide-react/icons/database';
import FolderX from 'lucide-react/icons/folder-x';
import { useSnapshot } from 'valtio';
import { Button } from '../../components/basics/Button';
import { EmptyState } from '../../components/page/EmptyState';
import * as collections from '../../state/collections';

/** Why there is no collection to show the records of. */
export function CollectionsState() {
  const { all, isLoading, isLoaded, loadError } = useSnapshot(collections.state);
  if (loadError && !isLoaded) {
    return (
      <EmptyState icon={CloudOff} title="The collections could not be loaded." reason={loadError.message}>
        <Button isBusy={isLoading} onClick={() => void collections.load()}>
          Retry
        </Button>
      </EmptyState>
    );
  }
  // With collections there will be an active one in a moment.
  if (!isLoaded || all.length > 0)
    return <EmptyState icon={Database} title="Loading collections..." role="status" />;
  return <EmptyState icon={FolderX} title="You don't have any collections yet." />;
}
