import type { FieldType } from './fieldType';
import { text, textual } from './text';

/** The server stores a hash and sends no value, so a form only writes it. */
export const password: FieldType = {
  ...textual,
  label: 'Password',
  isShort: true,
  isSecret: true,
  isNewerOnly: true,
  fromStored: () => '',
  print: () => '',
  write: () => '',
  reading: undefined,
  operators: () => [],
  conditionValues: () => [],
  sample: text.sample,
  about: () => ['A password, which no response contains.'],
  options: {},
};
