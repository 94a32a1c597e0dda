import { limitOf, optionOf, type SchemaField } from '../field';
import type { FieldError } from '../fieldErrors';
import { textOperators } from './conditionForms';
import { aboutLimits, type FieldType, limitWords, textOf, wrong } from './fieldType';
import { plainReading } from './textReading';

export const textual = {
  width: 188,
  fit: { least: 96, most: 240, unit: 7.7, rest: 32 },
  isTextual: true,
  empty: () => '',
  fromStored: textOf,
  isEmpty: (value) => value === '',
  print: (value) => String(value ?? ''),
  write: (value) => (typeof value === 'number' ? String(value) : textOf(value)),
  reading: plainReading,
  isGuarded: true,
  operators: () => textOperators,
  conditionValues: (value) => (value ? [String(value)] : []),
  required: { word: 'Nonempty', refused: '""' },
} satisfies Partial<FieldType>;

const longestSample = 200;

export const text: FieldType = {
  ...textual,
  label: 'Plain text',
  isKey: true,
  isPlainText: true,
  check: wrongLength,
  sample: sampleText,
  about(field) {
    const pattern = optionOf(field, 'pattern');
    return [
      `Plain text.${aboutLimits(field, ' characters')}`,
      ...(typeof pattern === 'string' && pattern !== '' ? [' Must match ', { code: pattern }, '.'] : []),
    ];
  },
  options: {
    min: { kind: 'limit', input: { label: 'Min length', placeholder: 'No min limit' } },
    max: { kind: 'limit', input: { label: 'Max length', placeholder: 'No max limit' } },
    pattern: {
      kind: 'text',
      input: { label: 'Regex pattern', placeholder: 'eg. ^[a-z0-9]+$', help: 'Go regular expression.' },
    },
  },
  summary(field) {
    const pattern = optionOf(field, 'pattern');
    return [...limitWords(field), ...(pattern ? [`matches ${String(pattern)}`] : [])].join(', ');
  },
  checkOptions(field) {
    const [min, max] = [limitOf(field, 'min'), limitOf(field, 'max')];
    const isCount = (value: number) => Number.isInteger(value) && value >= 0;
    // The server refuses every text if the maximum is 0.
    const least = Math.max(min ?? 0, 1);
    return [
      ...(min !== null && !isCount(min) ? [['min', 'Must be a whole number from 0.'] as const] : []),
      ...(max !== null && (!isCount(max) || max < least)
        ? [['max', `Must be a whole number from ${least}. Leave it empty for no limit.`] as const]
        : []),
    ];
  },
};

/** The server counts characters by code points, so this does too. */
function wrongLength(field: SchemaField, value: unknown): FieldError | null {
  const [min, max] = [limitOf(field, 'min'), limitOf(field, 'max')];
  const length = min === null && max === null ? 0 : Array.from(String(value)).length;
  if (min !== null && length < min) {
    return wrong('validation_min_text_constraint', `Must be at least ${min} character(s).`);
  }
  if (max !== null && length > max) {
    return wrong('validation_max_text_constraint', `Must be less than ${max} character(s).`);
  }
  return null;
}

function sampleText(field: SchemaField): string {
  const [min, max] = [limitOf(field, 'min') ?? 0, limitOf(field, 'max')];
  const sample = 'test'.padEnd(Math.min(min, longestSample), 'test');
  return max ? sample.slice(0, max) : sample;
}
