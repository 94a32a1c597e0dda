import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Note } from '../../../components/page/Note';
import { SettingsFormPage } from '../SettingsFormPage';
import { SettingsSection } from '../SettingsSection';
import { S3Fields } from '../s3/S3Fields';
import { S3Status } from '../s3/S3Status';
import type { SettingsForm } from '../settingsForm';
import { useTypedSettings } from '../useTypedSettings';
import { createStorageForm } from './storageForm';

/** Where the server keeps uploaded files. */
export function StoragePage() {
  const [{ settings, check }] = useState(createStorageForm);
  useEffect(() => check.stop, [check]);
  return (
    <SettingsFormPage title="Files storage" settings={settings} resetLabel="Reset">
      <SettingsSection
        title="Uploaded files"
        reason="Stored on the server's disk by default. Use S3 storage when disk space is limited."
      >
        <S3Fields settings={settings} prefix="s3">
          <MigrationNote settings={settings} />
        </S3Fields>
        <Status settings={settings} check={check} />
      </SettingsSection>
    </SettingsFormPage>
  );
}

/** The server moves no file by itself. */
function MigrationNote({ settings }: { settings: SettingsForm<'storage'> }) {
  const { saved } = useSnapshot(settings.state);
  useTypedSettings(settings);
  const isOn = settings.valueAt('s3.enabled') === true;
  if (!saved || isOn === saved.s3.enabled) return null;
  const places = ['the local file system', 'the S3 storage'];
  const [from, to] = isOn ? places : places.reverse();
  return (
    <Note kind="warning" role="status">
      Existing files are not moved. Move them by hand from <strong>{from}</strong> to <strong>{to}</strong>,
      with a command line tool such as{' '}
      <a href="https://github.com/rclone/rclone" target="_blank" rel="noopener noreferrer">
        rclone
      </a>{' '}
      or{' '}
      <a href="https://github.com/peak/s5cmd" target="_blank" rel="noopener noreferrer">
        s5cmd
      </a>
      .
    </Note>
  );
}

/** What was tested is what is saved: while something else is typed it says nothing. */
function Status({ settings, check }: Pick<ReturnType<typeof createStorageForm>, 'settings' | 'check'>) {
  const { saved } = useSnapshot(settings.state);
  const { isSaving } = useTypedSettings(settings);
  if (!saved?.s3.enabled || settings.isChanged() || isSaving) return null;
  return <S3Status check={check} />;
}
