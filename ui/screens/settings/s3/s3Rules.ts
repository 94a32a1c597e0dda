import type { FieldErrors } from '../../../model/fieldErrors';
import { valueAt } from '../settingsChanges';
import { requiredErrors } from '../settingsRules';

/** By path below `prefix`, the group that holds the storage: how its inputs are called. */
export function s3Labels(prefix: string, enabledLabel: string): Record<string, string> {
  return {
    [`${prefix}.enabled`]: enabledLabel,
    [`${prefix}.endpoint`]: 'Endpoint',
    [`${prefix}.bucket`]: 'Bucket',
    [`${prefix}.region`]: 'Region',
    [`${prefix}.accessKey`]: 'Access key',
    [`${prefix}.secret`]: 'Secret',
    [`${prefix}.forcePathStyle`]: 'Force path-style addressing',
  };
}

/** A storage that is used needs all of them. */
export function s3Errors(values: object, prefix: string): FieldErrors {
  if (valueAt(values, `${prefix}.enabled`) !== true) return {};
  const keys = ['endpoint', 'bucket', 'region', 'accessKey', 'secret'];
  return requiredErrors(
    values,
    keys.map((key) => `${prefix}.${key}`),
  );
}
