import type { FieldErrors } from '../../model/fieldErrors';
import type { SettingsOf } from '../../model/settings';
import { valueAt } from '../settingsChanges';
import { requiredErrors } from '../settingsRules';

/** Returns the labels of the storage inputs, by path. `prefix` is the group of the storage. */
export function s3Labels(prefix: string, enabledLabel: string): Record<string, string> {
  const labels: Record<keyof SettingsOf<'storage'>['s3'], string> = {
    enabled: enabledLabel,
    endpoint: 'Endpoint',
    bucket: 'Bucket',
    region: 'Region',
    accessKey: 'Access key',
    secret: 'Secret',
    forcePathStyle: 'Force path-style addressing',
  };
  return Object.fromEntries(Object.entries(labels).map(([key, label]) => [`${prefix}.${key}`, label]));
}

/** Requires all values if the storage is on. */
export function s3Errors(values: object, prefix: string): FieldErrors {
  if (valueAt(values, `${prefix}.enabled`) !== true) return {};
  const keys = ['endpoint', 'bucket', 'region', 'accessKey', 'secret'];
  return requiredErrors(
    values,
    keys.map((key) => `${prefix}.${key}`),
  );
}
