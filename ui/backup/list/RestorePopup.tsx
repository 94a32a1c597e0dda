import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { reloadPage } from '../../base/pageAddress';
import { Button } from '../../kit/basics/Button';
import { CopyButton } from '../../kit/basics/CopyButton';
import { Spinner } from '../../kit/basics/Spinner';
import { Field } from '../../kit/form/Field';
import { TextInput } from '../../kit/form/TextInput';
import { Note } from '../../kit/layout/Note';
import css from '../../kit/layout/settingsLayout.module.css';
import { CloseButton } from '../../kit/overlay/CloseButton';
import { Popup } from '../../kit/overlay/Popup';
import type { Backup } from '../../model/backup';
import { createRestoreBackup, type RestoreBackup } from './restoreBackup';

interface Props {
  backup: Backup;
  onClose: () => void;
}

/** Explains the restore. It starts after the person has typed the name. */
export function RestorePopup({ backup, onClose }: Props) {
  const [restore] = useState(() => createRestoreBackup(backup, { reload: reloadPage }));
  const [typed, setTyped] = useState('');
  const { file, phase } = useSnapshot(restore.state);
  // With 'back', the page reloads. The popup can be closed then, because a dialog of the browser may have stopped
  // the reload.
  const isBusy = phase === 'restoring';
  const mayRestore = typed === backup.key && file !== 'bad' && file !== 'checking' && phase === 'idle';

  useEffect(() => void restore.check(), [restore]);

  return (
    <Popup
      title={`Restore ${backup.key}`}
      size="wide"
      isBusy={isBusy}
      onClose={onClose}
      onSubmit={() => {
        if (mayRestore) void restore.restore();
      }}
      footer={
        <>
          <CloseButton disabled={isBusy}>Cancel</CloseButton>
          <Button kind="danger" type="submit" writes disabled={!mayRestore && !isBusy} isBusy={isBusy}>
            Restore backup
          </Button>
        </>
      }
    >
      <div className={css.body}>
        <Note kind="danger">
          <p>Please proceed with caution, and restore only backups that you trust.</p>
          <p>This replaces all current data, including uploaded files.</p>
          <p>The application restarts, and everyone may have to sign in again.</p>
          <p>Nothing happens if the backup is invalid, for example if its database file is missing.</p>
          <p>Restoring is experimental and works only on UNIX-based systems.</p>
        </Note>
        <p>
          Type the backup name to continue: <code translate="no">{backup.key}</code>{' '}
          <CopyButton text={backup.key} label="Copy backup name" size="tiny" />
        </p>
        <Field label="Backup name" isRequired>
          {(control) => (
            <TextInput
              {...control}
              isMono
              autoFocus
              autoComplete="off"
              spellCheck={false}
              readOnly={isBusy}
              value={typed}
              onChange={setTyped}
            />
          )}
        </Field>
        <State restore={restore} />
      </div>
    </Popup>
  );
}

/** The result of the check, then the progress of the restore. */
function State({ restore }: { restore: RestoreBackup }) {
  const { file, fault, phase } = useSnapshot(restore.state);
  if (phase === 'restoring') {
    return (
      <p role="status">
        <Spinner /> Restoring the backup. Waiting for the server to come back...
      </p>
    );
  }
  if (phase === 'back') {
    return (
      <Note kind="success" role="status">
        The server is ready. Reloading the page...
      </Note>
    );
  }
  if (phase === 'away') {
    return (
      <Note kind="danger" role="alert">
        The server has not come back. Check it on its machine, then reload this page.
      </Note>
    );
  }
  if (file === 'bad') {
    return (
      <Note kind="danger" role="alert">
        {fault}
      </Note>
    );
  }
  if (file === 'unknown') {
    return (
      <Note
        kind="warning"
        role="status"
        actions={
          <Button size="small" onClick={() => void restore.check()}>
            Retry
          </Button>
        }
      >
        Could not check this backup.
      </Note>
    );
  }
  return (
    <p role="status" className={css.reason}>
      {file === 'checking' ? 'Checking the backup...' : 'Checked: this backup looks valid.'}
    </p>
  );
}
