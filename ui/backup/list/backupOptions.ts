import { proxy } from 'valtio/vanilla';
import { createS3Check, s3Errors, s3Labels } from '../../settings/s3/s3Settings';
import { valueAt } from '../../settings/settingsChanges';
import { createSettingsForm } from '../../settings/settingsForm';
import { allErrors, faults, wholeNumberErrors } from '../../settings/settingsRules';
import { cronFault } from './cronText';

const cronPath = 'backups.cron';
const keepPath = 'backups.cronMaxKeep';
/** No one needs more. */
const mostKept = 10_000;

/** The schedule of backups, the number to keep, and their storage. */
export function createBackupOptions({ onSaved }: { onSaved: () => void }) {
  /** The switch of automatic backups; stays on while the expression is empty. */
  const auto = proxy({ isOn: false });
  /** The expression before the switch was turned off, for turning it on again. */
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
      // The input is hidden now, so an invalid number could not be corrected.
      settings.set(keepPath, String(valueAt(settings.state.stored, keepPath) ?? ''));
    },

    reset() {
      settings.discard();
      auto.isOn = settings.valueAt(cronPath) !== '';
    },
  };
}

export type BackupOptions = ReturnType<typeof createBackupOptions>;

/** Checks the automatic backups before the save. */
export function autoErrors(values: object, saved: object, isOn: boolean) {
  if (!isOn) return {};
  const cron = String(valueAt(values, cronPath) ?? '');
  // The server has accepted this expression; it allows some forms that `cronFault` refuses.
  const isKept = cron !== '' && cron === valueAt(saved, cronPath);
  const keptNow = Number(valueAt(saved, keepPath)) || 0;
  const fault = isKept ? null : cron.trim() === '' ? faults.required.message : cronFault(cron);
  return {
    ...wholeNumberErrors(values, [keepPath], { least: 1, most: Math.max(mostKept, keptNow) }),
    ...(fault && { [cronPath]: { code: 'validation_invalid_cron', message: fault } }),
  };
}
