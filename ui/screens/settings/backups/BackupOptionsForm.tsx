import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../../components/basics/Button';
import { Toggle } from '../../../components/form/Toggle';
import { UnsavedCount } from '../../../components/form/UnsavedCount';
import { ConflictPopup } from '../../../components/overlay/ConflictPopup';
import { LoadFailure } from '../../../components/page/LoadFailure';
import { useSettingsForm } from '../../../state/settings/useSettingsForm';
import { LoadingFields } from '../LoadingFields';
import { TextSetting } from '../SettingField';
import { SettingsRow } from '../SettingsPage';
import { S3Fields, S3Status } from '../s3/S3Fields';
import css from '../settingsLayout.module.css';
import { type BackupOptions, createBackupOptions } from './backupOptions';
import { CronSetting } from './CronSetting';

/** Edits the schedule and the storage of backups; collapsed at first. */
export function BackupOptionsForm({ onSaved }: { onSaved: () => void }) {
  const [options] = useState(() => createBackupOptions({ onSaved }));
  const form = useRef<HTMLFormElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const { settings, check, reset } = options;
  const { status, loadError, stored } = useSnapshot(settings.state);
  const { isSaving, isChanged, unsavedCounts, handleSubmit } = useSettingsForm(settings, form);

  useEffect(() => check.stop, [check]);

  return (
    <>
      <div className={css.footerStart}>
        <Button
          iconAtEnd={isOpen ? ChevronUp : ChevronDown}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          Backups options
        </Button>
        {stored && !isOpen && (
          <span className={css.reason}>
            {stored.backups.cron === ''
              ? 'No automatic backups'
              : `Automatic backups: ${stored.backups.cron}`}
          </span>
        )}
      </div>
      {isOpen && status === 'failed' && (
        <LoadFailure
          title="Options could not be loaded"
          reason={loadError?.message}
          onRetry={() => void settings.load()}
        />
      )}
      {isOpen && status === 'loading' && <LoadingFields />}
      {isOpen && status === 'ready' && (
        <form ref={form} className={css.body} noValidate onSubmit={handleSubmit}>
          <AutoBackups options={options} />
          <S3Fields settings={settings} prefix="backups.s3" />
          {stored?.backups.s3.enabled && !isChanged && !isSaving && <S3Status check={check} />}
          <div className={css.acts}>
            {isChanged && <UnsavedCount {...unsavedCounts} />}
            <Button kind="quiet" disabled={!isChanged || isSaving} onClick={reset}>
              Reset
            </Button>
            <Button kind="primary" type="submit" writes isBusy={isSaving} disabled={!isChanged}>
              Save changes
            </Button>
          </div>
        </form>
      )}
      <ConflictPopup title="Someone else changed these settings" form={settings} />
    </>
  );
}

function AutoBackups({ options: { settings, auto, setAuto } }: { options: BackupOptions }) {
  const { isOn } = useSnapshot(auto);
  const { isSaving } = useSnapshot(settings.state);
  return (
    <>
      <Toggle label="Enable auto backups" isOn={isOn} isDisabled={isSaving} onChange={setAuto} />
      {isOn && (
        <SettingsRow>
          <CronSetting settings={settings} />
          <TextSetting settings={settings} path="backups.cronMaxKeep" type="number" isRequired />
        </SettingsRow>
      )}
    </>
  );
}
