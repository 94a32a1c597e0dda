import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { FormSection } from '../kit/layout/FormSection';
import { Note } from '../kit/layout/Note';
import { SettingsFormPage } from './SettingsFormPage';
import { S3Fields, S3Status } from './s3/S3Fields';
import type { SettingsForm } from './settingsForm';
import { createStorageForm } from './storageForm';
import { useSettingsDraft } from './useSettingsForm';

export function StoragePage() {
  const [{ settings, check }] = useState(createStorageForm);
  useEffect(() => check.stop, [check]);
  return (
    <SettingsFormPage title="Files storage" settings={settings} resetLabel="Reset">
      <FormSection
        title="Uploaded files"
        reason="Stored on the server's disk by default. Use S3 storage when disk space is limited."
      >
        <S3Fields settings={settings} prefix="s3">
          <MigrationNote settings={settings} />
        </S3Fields>
        <Status settings={settings} check={check} />
      </FormSection>
    </SettingsFormPage>
  );
}

function MigrationNote({ settings }: { settings: SettingsForm<'storage'> }) {
  const { stored } = useSnapshot(settings.state);
  useSettingsDraft(settings);
  const isOn = settings.valueAt('s3.enabled') === true;
  if (!stored || isOn === stored.s3.enabled) return null;
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

/** Shows the test of the saved settings; hidden while the form has unsaved changes. */
function Status({ settings, check }: Pick<ReturnType<typeof createStorageForm>, 'settings' | 'check'>) {
  const { stored } = useSnapshot(settings.state);
  const { isSaving } = useSettingsDraft(settings);
  if (!stored?.s3.enabled || settings.isChanged() || isSaving) return null;
  return <S3Status check={check} />;
}
