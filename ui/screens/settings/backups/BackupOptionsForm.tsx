import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../../components/basics/Button';
import { Toggle } from '../../../components/form/Toggle';
import { UnsavedCount } from '../../../components/form/UnsavedCount';
import { LoadFailure } from '../../../components/page/LoadFailure';
import { LoadingFields } from '../LoadingFields';
import { SettingsConflicts } from '../SettingsConflicts';
import { SettingsRow } from '../SettingsSection';
import css from '../SettingsSection.module.css';
import { S3Fields } from '../s3/S3Fields';
import { S3Status } from '../s3/S3Status';
import { TextSetting } from '../TextSetting';
import { useSettingsForm } from '../useSettingsForm';
import { type BackupOptions, createBackupOptions } from './backupOptions';
import { CronSetting } from './CronSetting';

/** When backups are made by themselves and where they lie; closed until it is wanted. */
export function BackupOptionsForm({ onSaved }: { onSaved: () => void }) {
  const [options] = useState(() => createBackupOptions({ onSaved }));
  const form = useRef<HTMLFormElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const { settings, check, reset } = options;
  const { status, loadError, saved } = useSnapshot(settings.state);
  const { isSaving, isChanged, unsavedCounts, handleSubmit, handleKeyDown } = useSettingsForm(settings, form);

  useEffect(() => check.stop, [check]);

  return (
    <>
      <div>
        <Button
          iconAtEnd={isOpen ? ChevronUp : ChevronDown}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          Backups options
        </Button>{' '}
        {saved && !isOpen && (
          <span className={css.reason}>
            {saved.backups.cron === '' ? 'No automatic backups' : `Automatic backups: ${saved.backups.cron}`}
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
        <form ref={form} className={css.body} noValidate onSubmit={handleSubmit} onKeyDown={handleKeyDown}>
          <AutoBackups options={options} />
          <S3Fields settings={settings} prefix="backups.s3" />
          {saved?.backups.s3.enabled && !isChanged && !isSaving && <S3Status check={check} />}
          <div className={css.acts}>
            {isChanged && <UnsavedCount {...unsavedCounts} />}
            <Button kind="quiet" disabled={!isChanged || isSaving} onClick={reset}>
              Reset
            </Button>
            <Button kind="primary" type="submit" isBusy={isSaving} disabled={!isChanged}>
              Save changes
            </Button>
          </div>
        </form>
      )}
      <SettingsConflicts settings={settings} />
    </>
  );
}

function AutoBackups({ options: { settings, auto, setAuto } }: { options: BackupOptions }) {
  const { isOn } = useSnapshot(auto);
  const { isSaving } = useSnapshot(settings.form.state);
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
