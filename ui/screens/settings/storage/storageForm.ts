import { createS3Check } from '../s3/s3Check';
import { s3Errors, s3Labels } from '../s3/s3Rules';
import { createSettingsForm } from '../settingsForm';

/** A page that has just been drawn is not kept from answering by a slow storage. */
const testDelayMs = 100;

/** Where uploaded files lie, and whether the server reaches that place. */
export function createStorageForm() {
  const check = createS3Check('storage');
  let timer: ReturnType<typeof setTimeout> | undefined;

  const settings = createSettingsForm({
    part: 'storage',
    labels: s3Labels('s3', 'Use S3 storage'),
    savedText: 'Successfully saved files storage settings.',
    check: (values) => s3Errors(values, 's3'),
    maySend: async () => {
      stop();
      return true;
    },
    onLoaded: ({ s3 }) => {
      if (s3.enabled) timer = setTimeout(() => void check.run(), testDelayMs);
    },
    onSaved: ({ s3 }) => {
      if (s3.enabled) void check.run({ isAfterSave: true });
    },
  });

  function stop(): void {
    clearTimeout(timer);
    check.stop();
  }

  return { settings, check, stop };
}
