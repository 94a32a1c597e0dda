import { proxy } from 'valtio/vanilla';
import { createS3Check } from '../s3/s3Check';
import { s3Errors, s3Labels } from '../s3/s3Rules';
import { valueAt } from '../settingsChanges';
import { createSettingsForm } from '../settingsForm';
import { allErrors, faults, wholeNumberErrors } from '../settingsRules';
import { cronFault } from './cronText';

const cronPath = 'backups.cron';
const keepPath = 'backups.cronMaxKeep';
/** More than any disk holds. */
const mostKept = 10_000;

/** When backups are made by themselves, how many of them are kept, and where all of them lie. */
export function createBackupOptions({ onSaved }: { onSaved: () => void }) {
  /** Whether backups are wanted, also while no time is typed yet. */
  const auto = proxy({ isOn: false });
  /** What was typed when they were switched off, for who switches them on again. */
  let typedCron = '';
  const check = createS3Check('backups');

  const settings = createSettingsForm({
    part: 'backups',
    labels: {
      [cronPath]: 'Cron expression',
      [keepPath]: 'Max @auto backups to keep',
      ...s3Labels('backups.s3', 'Store backups in S3 storage'),
    },
    savedText: 'Successfully saved application settings.',
    check: (values, saved) => allErrors(autoErrors(values, saved, auto.isOn), s3Errors(values, 'backups.s3')),
    maySend: async () => {
      check.stop();
      return true;
    },
    onLoaded: ({ backups }) => {
      auto.isOn = backups.cron !== '';
      if (backups.s3.enabled) check.runSoon();
    },
    onSaved: ({ backups }, _, savedToast) => {
      auto.isOn = backups.cron !== '';
      if (backups.s3.enabled) void check.run({ savedToast });
      onSaved();
    },
  });

  return {
    settings,
    check,
    auto,

    setAuto(isOn: boolean) {
      auto.isOn = isOn;
      if (isOn) {
        settings.set(cronPath, typedCron);
        return;
      }
      typedCron = String(settings.valueAt(cronPath) ?? '');
      settings.set(cronPath, '');
      // It has no input then, in which a fault could be mended.
      settings.set(keepPath, String(valueAt(settings.state.saved, keepPath) ?? ''));
    },

    reset() {
      settings.reset();
      auto.isOn = settings.valueAt(cronPath) !== '';
    },
  };
}

export type BackupOptions = ReturnType<typeof createBackupOptions>;

/** What is wrong with the automatic backups before sending. */
export function autoErrors(values: object, saved: object, isOn: boolean) {
  if (!isOn) return {};
  const cron = String(valueAt(values, cronPath) ?? '');
  // What the server holds it has taken: it knows some odd forms more.
  const isKept = cron !== '' && cron === valueAt(saved, cronPath);
  const keptNow = Number(valueAt(saved, keepPath)) || 0;
  const fault = isKept ? null : cron.trim() === '' ? faults.required.message : cronFault(cron);
  return {
    ...wholeNumberErrors(values, [keepPath], { least: 1, most: Math.max(mostKept, keptNow) }),
    ...(fault && { [cronPath]: { code: 'validation_invalid_cron', message: fault } }),
  };
}
