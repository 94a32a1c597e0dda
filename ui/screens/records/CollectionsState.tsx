import Database from 'lucide-react/icons/database';
import FolderPlus from 'lucide-react/icons/folder-plus';
import FolderX from 'lucide-react/icons/folder-x';
import Plus from 'lucide-react/icons/plus';
import { useSnapshot } from 'valtio';
import { Button } from '../../components/basics/Button';
import { EmptyState } from '../../components/page/EmptyState';
import { LoadFailure } from '../../components/page/LoadFailure';
import * as app from '../../state/app';
import * as collections from '../../state/collections';
import { editCollection } from './editCollection';

/** Why there is no collection to show the records of. */
export function CollectionsState() {
  const { all, isLoading, isLoaded, loadError } = useSnapshot(collections.state);
  const { hidesControls } = useSnapshot(app.state);
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
  if (hidesControls) return <EmptyState icon={FolderX} title="You don't have any collections yet." />;
  return (
    <EmptyState icon={FolderPlus} title="Create your first collection to add records!">
      <Button kind="primary" icon={Plus} onClick={() => void editCollection(null)}>
        New collection
      </Button>
    </EmptyState>
  );
}
