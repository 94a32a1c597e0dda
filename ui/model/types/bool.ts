import type { FieldType } from './fieldType';
import { asFault, asValue } from './textReading';

export const printBool = (value: boolean): string => (value ? 'True' : 'False');

/** Also as German and French spreadsheets write them. */
const yes = ['true', '1', 'yes', 'on', 'ja', 'wahr', 'oui', 'vrai'];
const no = ['false', '0', 'no', 'off', 'nein', 'falsch', 'non', 'faux'];

export const bool: FieldType = {
  label: 'Bool',
  isShort: true,
  width: 80,
  isSwitch: true,
  empty: () => false,
  fromStored: (value) => value === true,
  isEmpty: (value) => value === false,
  print: (value) => printBool(value === true),
  write: (value) => String(value === true),
  reading: {
    choices: () => [{ label: 'True or false, yes or no, 1 or 0', reading: { kind: 'bool' } }],
    read({ text }) {
      const word = (text ?? '').trim().toLowerCase();
      if (yes.includes(word)) return asValue(true);
      return no.includes(word) ? asValue(false) : asFault('Must be true or false.');
    },
  },
  operators: () => ['is', 'isNot'],
  operand: (value) => (value === 'true' || value === 'false' ? value : null),
  presence: (name) => ({ filled: `${name} = true`, empty: `${name} = false` }),
  conditionValues: (value) => [String(value === true)],
  example: ({ name }) => `${name} = true`,
  sample: () => true,
  valueType: 'Boolean',
  about: () => [{ code: 'true' }, ' or ', { code: 'false' }, '.'],
  options: {},
  required: { word: 'Nonfalsey', refused: 'false' },
};
