import Undo2 from 'lucide-react/icons/undo-2';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../components/basics/Button';
import { type Collection, viewQuery } from '../../model/collection';
import * as collections from '../../state/collections';
import { BackupFrame, type BackupFrameProps } from './BackupFrame';
import css from './BackupPage.module.css';
import { createBackupRecords } from './backupRecords';

/** A view in the backup: its query. */
export function FormerView({ frame, collection }: { frame: BackupFrameProps; collection: Collection }) {
  const [records] = useState(() => createBackupRecords(frame.backup, collection));
  const { all, isLoaded } = useSnapshot(collections.state);
  const isGone = isLoaded && all.every(({ id }) => id !== collection.id);
  return (
    <BackupFrame
      {...frame}
      actions={
        isGone && (
          <Button kind="primary" icon={Undo2} writes onClick={() => void records.putBack([])}>
            Put back<span className="onlyWide"> the collection</span>
          </Button>
        )
      }
    >
      <div className={css.view}>
        <p>A view has no rows of its own. Its query then:</p>
        <pre className={css.query} translate="no">
          {viewQuery(collection)}
        </pre>
      </div>
    </BackupFrame>
  );
}
