import FileUp from 'lucide-react/icons/file-up';
import FolderPlus from 'lucide-react/icons/folder-plus';
import FolderX from 'lucide-react/icons/folder-x';
import Plus from 'lucide-react/icons/plus';
import { useSnapshot } from 'valtio';
import { printHash } from '../base/hash';
import { Button } from '../kit/basics/Button';
import { EmptyState } from '../kit/layout/EmptyState';
import * as app from '../page/pageTitle';
import { editCollection, fromFile } from './editCollection';

export function NoCollections() {
  const { hidesControls } = useSnapshot(app.state);
  if (hidesControls) return <EmptyState icon={FolderX} title="You don't have any collections yet." />;
  return (
    <EmptyState icon={FolderPlus} title="Create your first collection to add records!">
      <Button kind="primary" icon={Plus} onClick={() => void editCollection(null)}>
        New collection
      </Button>
      <Button icon={FileUp} href={printHash(fromFile)}>
        From CSV or JSON
      </Button>
    </EmptyState>
  );
}
