import { createS3Check, s3Errors, s3Labels } from './s3/s3Settings';
import { createSettingsForm } from './settingsForm';

/** The settings of the file storage, and the test whether the server reaches it. */
export function createStorageForm() {
  const check = createS3Check('storage');

  const settings = createSettingsForm({
    part: 'storage',
    labels: s3Labels('s3', 'Use S3 storage'),
    savedText: 'Successfully saved files storage settings.',
    check: (values) => s3Errors(values, 's3'),
    maySend: async () => {
      check.stop();
      return true;
    },
    onLoaded: ({ s3 }) => {
      if (s3.enabled) check.runSoon();
    },
    onSaved: ({ s3 }, _, savedToast) => {
      if (s3.enabled) void check.run({ savedToast });
    },
  });

  return { settings, check };
}
