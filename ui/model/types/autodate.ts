import { date } from './date';
import type { FieldType } from './fieldType';

/** A date that the server sets when a record is created or changed. */
export const autodate: FieldType = {
  ...date,
  label: 'Autodate',
  isReadOnly: true,
  isNewerOnly: true,
  reading: undefined,
  about: () => ['A date that the server sets.'],
  options: {},
  summary: undefined,
  checkOptions: undefined,
};
