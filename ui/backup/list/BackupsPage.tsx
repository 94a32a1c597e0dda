import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import FolderOpen from 'lucide-react/icons/folder-open';
import Upload from 'lucide-react/icons/upload';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { localDateTime, printDate } from '../../base/dates';
import { navigate } from '../../base/hash';
import { countOf } from '../../base/text';
import { Button } from '../../kit/basics/Button';
import { FileSize } from '../../kit/basics/FileSize';
import { RefreshButton } from '../../kit/basics/RefreshButton';
import { FileButton } from '../../kit/form/FileButton';
import { TextInput } from '../../kit/form/TextInput';
import { Toggle } from '../../kit/form/Toggle';
import { UnsavedCount } from '../../kit/form/UnsavedCount';
import { FormSection } from '../../kit/layout/FormSection';
import { LoadFailure } from '../../kit/layout/LoadFailure';
import { LoadingFields } from '../../kit/layout/Loading';
import { SettingsPage } from '../../kit/layout/SettingsPage';
import css from '../../kit/layout/settingsLayout.module.css';
import { ConflictPopup } from '../../kit/overlay/ConflictPopup';
import { Dropdown, DropdownItem } from '../../kit/overlay/Dropdown';
import { keepChosen } from '../../page/backups';
import { useRetryOnReturn } from '../../page/useLoading';
import { SettingField, TextSetting } from '../../settings/SettingField';
import { S3Fields, S3Status } from '../../settings/s3/S3Fields';
import type { SettingsForm } from '../../settings/settingsForm';
import { useFocusAfterEnd, useSettingsDraft, useSettingsForm } from '../../settings/useSettingsForm';
import { BackupRows } from './BackupRows';
import classes from './BackupsPage.module.css';
import { createBackupList } from './backupList';
import { type BackupOptions, createBackupOptions } from './backupOptions';
import * as backupUpload from './backupUpload';
import { cronFault, cronMacros, cronPresets, nextRuns } from './cronText';

export function BackupsPage() {
  const [backups] = useState(createBackupList);
  const { items, isLoaded, isLoading, loadError } = useSnapshot(backups.state);

  useRetryOnReturn(backups.state, backups.load);
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
        isLoaded &&
        !loadError && (
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

/** Opens a backup from this computer, without uploading it. */
function OpenFileButton() {
  return (
    <FileButton
      icon={FolderOpen}
      text="Open"
      wideText="backup file..."
      label="Backup to open"
      accept=".zip,application/zip"
      onFile={(file) => {
        keepChosen(file);
        navigate('/backup');
      }}
    />
  );
}

/** The upload continues when the person leaves the page. */
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

/** The schedule and the storage of backups, collapsed at first. */
function BackupOptionsForm({ onSaved }: { onSaved: () => void }) {
  const [options] = useState(() => createBackupOptions({ onSaved }));
  const form = useRef<HTMLFormElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const { settings, check, reset } = options;
  const { status, loadError, stored } = useSnapshot(settings.state);
  const { isSaving, isChanged, unsavedCounts, handleSubmit } = useSettingsForm(settings, form);
  useFocusAfterEnd(isChanged);

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
        <div className="twoColumns">
          <CronSetting settings={settings} />
          <TextSetting settings={settings} path="backups.cronMaxKeep" type="number" isRequired />
        </div>
      )}
    </>
  );
}

const path = 'backups.cron';
const shownRuns = 3;

/** The schedule of backups, and its next runs. */
function CronSetting({ settings }: { settings: SettingsForm<'backups'> }) {
  useSettingsDraft(settings);
  const typed = settings.valueAt(path);
  const cron = String(typed ?? '').trim();

  function trim() {
    if (typed !== cron) settings.set(path, cron);
  }

  return (
    <SettingField
      settings={settings}
      path={path}
      isRequired
      help={
        <>
          Supports numeric lists, steps, ranges and{' '}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: its tooltip is for the keyboard, too */}
          <span tabIndex={0} data-tooltip={cronMacros.join('\n')}>
            <u>macros</u>
            <span className="visuallyHidden"> ({cronMacros.join(', ')})</span>
          </span>
          . The timezone is UTC.
          <NextRuns cron={cron} />
        </>
      }
    >
      {(control, value) => (
        <TextInput
          {...control}
          isMono
          placeholder="* * * * *"
          autoComplete="off"
          spellCheck={false}
          autoFocus={cron === ''}
          value={String(value ?? '')}
          onChange={(text) => settings.set(path, text)}
          onBlur={trim}
          onKeyDown={({ key }) => {
            // Trims at once, because Enter and Ctrl+S save before the input loses the focus.
            if (key === 'Enter' || key === 's') trim();
          }}
          end={
            <Dropdown
              label="Presets"
              placement="bottom-end"
              trigger={(props) => (
                <Button {...props} kind="quiet" size="small" disabled={control.readOnly}>
                  Presets
                </Button>
              )}
            >
              {cronPresets.map((preset) => (
                <DropdownItem key={preset.cron} onSelect={() => settings.set(path, preset.cron)}>
                  {preset.text}
                </DropdownItem>
              ))}
            </Dropdown>
          }
        />
      )}
    </SettingField>
  );
}

/** Returns the time in UTC, and the local time if it differs. */
function bothTimes(date: string): string {
  const [utc, local] = [date.slice(0, 16), localDateTime(date).slice(0, 16)];
  return utc === local ? `${utc} UTC` : `${utc} UTC (${local} local time)`;
}

function NextRuns({ cron }: { cron: string }) {
  const runs = useMemo(
    () => (cron === '' || cronFault(cron) ? null : nextRuns(cron, shownRuns, new Date())),
    [cron],
  );
  if (!runs) return null;
  if (runs.length === 0) return <p role="status">This schedule never runs.</p>;
  return (
    <>
      <p className={classes.runs}>Next runs:</p>
      <ul aria-label="Next runs">
        {runs.map((run) => (
          <li key={run.getTime()}>{bothTimes(printDate(run))}</li>
        ))}
      </ul>
    </>
  );
}
