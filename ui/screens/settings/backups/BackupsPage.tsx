import FolderOpen from 'lucide-react/icons/folder-open';
import Upload from 'lucide-react/icons/upload';
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { FileSize } from '../../../components/basics/FileSize';
import { RefreshButton } from '../../../components/basics/RefreshButton';
import { FileButton } from '../../../components/form/FileButton';
import { FormSection } from '../../../components/page/FormSection';
import { navigate } from '../../../platform/hash';
import { countOf } from '../../../platform/text';
import { keepChosen } from '../../../state/backups';
import { useLoading } from '../../../state/useLoading';
import { SettingsPage } from '../SettingsPage';
import css from '../settingsLayout.module.css';
import { BackupOptionsForm } from './BackupOptionsForm';
import { BackupRows } from './BackupRows';
import { createBackupList } from './backupList';
import * as backupUpload from './backupUpload';

/** Shows the backups of the server, and their schedule. */
export function BackupsPage() {
  const [backups] = useState(createBackupList);
  const { items, isLoaded, isLoading } = useSnapshot(backups.state);

  useLoading(backups);
  useEffect(() => backups.watch(), [backups]);

  return (
    <SettingsPage
      title="Backups"
      headerStart={<RefreshButton onClick={() => void backups.load()} />}
      actions={
        <>
          <OpenFileButton />
          <UploadButton />
        </>
      }
      isLoading={isLoading}
      footer={
        isLoaded && (
          <span role="status">
            {countOf(items.length, 'backup')},{' '}
            <FileSize bytes={items.reduce((total, { size }) => total + size, 0)} />
          </span>
        )
      }
    >
      <div className={css.form}>
        <FormSection
          title="Backup and restore your data"
          reason="A backup contains the database and the uploaded files, except files on S3. Restoring replaces all data and restarts the application."
        >
          <BackupRows backups={backups} />
        </FormSection>
        <FormSection title="Automatic backups" reason="The server creates these on a schedule (UTC).">
          <BackupOptionsForm onSaved={() => void backups.load()} />
        </FormSection>
      </div>
    </SettingsPage>
  );
}

/** Opens a backup of this computer. The file is not uploaded. */
function OpenFileButton() {
  return (
    <FileButton
      icon={FolderOpen}
      text="Open"
      wideText="a file..."
      label="Backup to open"
      accept=".zip,application/zip"
      onFile={(file) => {
        keepChosen(file);
        navigate('/backup');
      }}
    />
  );
}

/** Uploads a backup. The upload continues when the person leaves the page. */
function UploadButton() {
  const { share } = useSnapshot(backupUpload.state);
  return (
    <FileButton
      icon={Upload}
      writes
      text={share === null ? 'Upload' : `Uploading ${Math.round(share * 100)}%`}
      wideText={share === null ? 'backup' : undefined}
      label="Backup to upload"
      accept=".zip,application/zip"
      isBusy={share !== null}
      onFile={(file) => void backupUpload.upload(file)}
    />
  );
}
