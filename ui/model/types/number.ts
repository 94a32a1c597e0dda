import { limitOf, optionOf, type SchemaField } from '../field';
import type { FieldError } from '../fieldErrors';
import { withoutExponent } from '../filter/filterTexts';
import { aboutLimits, type FieldType, limitWords, wrong } from './fieldType';
import { asFault, asValue, type Reading } from './textReading';

// Reads numbers as people and programs write them: `1284.5`, `1,284.50`, `1.284,5`, `1 284,5`, `1'284.5`.

export const number: FieldType = {
  label: 'Number',
  isShort: true,
  width: 96,
  fit: { least: 64, most: 160, unit: 8.2, rest: 20 },
  isAtEnd: true,
  isAmount: true,
  isKey: true,
  empty: () => '',
  fromStored: (value) => (typeof value === 'number' ? String(value) : ''),
  toSent(text) {
    const value = numberOf(text);
    return Number.isNaN(value) ? undefined : value;
  },
  toRow(text) {
    const value = numberOf(text) ?? 0;
    return Number.isNaN(value) ? text : value;
  },
  toJson: jsonNumberOf,
  isSame: (one, other) => (numberOf(one) ?? 0) === (numberOf(other) ?? 0),
  isEmpty: (value) => value === '' || numberOf(String(value)) === 0,
  check: wrongNumber,
  print: (value) => (typeof value === 'number' || typeof value === 'string' ? String(value) : ''),
  write: (value) => (typeof value === 'number' || typeof value === 'string' ? String(value) : ''),
  reading: {
    choices: () => [
      { label: 'Number like 1,234.5', reading: { kind: 'number', decimal: '.' } },
      { label: 'Number like 1.234,5', reading: { kind: 'number', decimal: ',' } },
    ],
    // A JSON number is never ambiguous, but a JSON text with a number may be.
    guess: (_, __, typed) => ({ kind: 'number', decimal: guessDecimal(typed) }),
    read({ text, isPlainNumber }, reading) {
      const decimal = isPlainNumber ? '.' : decimalOf(reading);
      if (decimal === null && isOpenNumber(text ?? '')) return asFault('May be two numbers.');
      const value = readNumber(text ?? '', decimal);
      return value === null ? asFault('Must be a number.') : asValue(value);
    },
    question: (reading) =>
      decimalOf(reading) === null ? 'is the comma in 1,234 between thousands or before decimals?' : null,
  },
  operators: () => ['is', 'isNot', 'anyOf', 'atLeast', 'atMost', 'before', 'after'],
  operand: (value) => (/^-?\d+(\.\d+)?$/.test(value.trim()) ? value.trim() : null),
  wrongOperand: 'This is not a number.',
  presence: (name) => ({ filled: `${name} != 0`, empty: `${name} = 0` }),
  conditionValues: (value) => (typeof value === 'number' ? [withoutExponent(String(value))] : []),
  example: ({ name }) => `${name} > 0`,
  sample(field) {
    const [min, max] = [limitOf(field, 'min') ?? -Infinity, limitOf(field, 'max') ?? Infinity];
    return Math.min(Math.max(123, min), Math.max(min, max));
  },
  valueType: 'Number',
  about: (field) => [
    `Number${optionOf(field, 'noDecimal') === true ? ' without decimals' : ''}.${aboutLimits(field)}`,
  ],
  options: {
    min: { kind: 'number', input: { label: 'Min', placeholder: 'No min limit' } },
    max: { kind: 'number', input: { label: 'Max', placeholder: 'No max limit' } },
    noDecimal: {
      kind: 'flag',
      input: { label: 'No decimals', tip: 'Existing decimal numbers are not affected.' },
    },
  },
  summary: (field) =>
    [...limitWords(field), ...(optionOf(field, 'noDecimal') ? ['no decimals'] : [])].join(', '),
  checkOptions(field) {
    const [min, max] = [limitOf(field, 'min'), limitOf(field, 'max')];
    return min !== null && max !== null && max < min ? [['max', `Must be at least ${min}.`]] : [];
  },
  required: { word: 'Nonzero', refused: '0' },
};

const numberPattern = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** Returns null for an empty text, NaN for an invalid or too large number. */
export function numberOf(text: string): number | null {
  const typed = text.trim();
  if (typed === '') return null;
  const value = numberPattern.test(typed) ? Number(typed) : Number.NaN;
  return Number.isFinite(value) ? value : Number.NaN;
}

/** Returns a number as JSON with all digits that were typed; null for an invalid one. */
export function jsonNumberOf(text: string): string | null {
  const value = numberOf(text);
  if (value === null) return 'null';
  if (Number.isNaN(value)) return null;
  return text
    .trim()
    .replace(/^\+/, '')
    .replace(/^(-?)0+(?=\d)/, '$1')
    .replace(/^-?(?=\.)/, '$&0')
    .replace(/\.(?!\d)/, '');
}

function wrongNumber(field: SchemaField, typed: unknown): FieldError | null {
  const text = String(typed);
  const value = numberOf(text) ?? 0;
  if (Number.isNaN(value)) return wrong('invalid_number', 'Must be a number.');
  if (isRounded(text, value)) return roundedNumber(value);
  if (optionOf(field, 'noDecimal') === true && !Number.isInteger(value)) {
    return wrong('validation_no_decimal_constraint', 'Decimal numbers are not allowed.');
  }
  const [min, max] = [limitOf(field, 'min'), limitOf(field, 'max')];
  if (min !== null && value < min) {
    return wrong('validation_min_number_constraint', `Must be larger than ${min}.`);
  }
  if (max !== null && value > max) {
    return wrong('validation_max_number_constraint', `Must be less than ${max}.`);
  }
  return null;
}

export const roundedNumber = (value: number): FieldError =>
  wrong('rounded_number', `Too long: the server would store ${value}.`);

/** True if a whole number would lose its last digits. A number that the server has printed does not. */
function isRounded(text: string, value: number): boolean {
  const digits = text
    .trim()
    .replace(/^\+/, '')
    .replace(/^(-?)0+(?=\d)/, '$1');
  return /^-?\d+$/.test(digits) && BigInt(digits) !== BigInt(value) && digits !== String(value);
}

type Decimal = '.' | ',';

const decimalOf = (reading: Reading) => (reading.kind === 'number' ? reading.decimal : '.');

const patterns: Readonly<Record<Decimal, RegExp>> = { '.': patternOf('.', ','), ',': patternOf(',', '.') };

/** Groups have three digits, and one sign separates them all. The first group does not begin with a zero. */
function patternOf(decimal: Decimal, other: Decimal): RegExp {
  const gap = `[${other} \\u00a0\\u2009\\u202f'\u2019]`;
  const grouped = `[1-9]\\d{0,2}(?<gap>${gap})\\d{3}(?:\\k<gap>\\d{3})*(?!.*e)`;
  const whole = `(?<whole>${grouped}|\\d*)`;
  return new RegExp(`^(?<sign>[+\u2212-]?)${whole}(?:[${decimal}](?<part>\\d*))?(?<power>e[+-]?\\d+)?$`, 'i');
}

/** Returns the number as the editor takes it, with all its digits; null for another text. */
export function readNumber(text: string, decimal: Decimal | null): string | null {
  if (decimal === null) return readNumber(text, '.') ?? readNumber(text, ',');
  const { sign = '', whole = '', part = '', power = '' } = patterns[decimal].exec(text.trim())?.groups ?? {};
  if (whole === '' && part === '') return null;
  const digits = whole.replace(/\D/g, '') || '0';
  const number = `${sign === '' || sign === '+' ? '' : '-'}${digits}${part === '' ? '' : `.${part}`}${power}`;
  return Number.isNaN(numberOf(number)) ? null : number;
}

/** True if the text is another number for another reader: `1,234`. */
export function isOpenNumber(text: string): boolean {
  const [one, other] = [readNumber(text, '.'), readNumber(text, ',')];
  return one !== null && other !== null && one !== other;
}

/** Returns the sign before the decimals; null if the texts leave it open. */
export function guessDecimal(texts: readonly string[]): Decimal | null {
  // A whole number without separators is never ambiguous, and most numbers of a large file are such.
  const open = texts.filter((text) => !/^-?\d+$/.test(text));
  const readable = (decimal: Decimal) => open.filter((text) => readNumber(text, decimal) !== null).length;
  const [points, commas] = [readable('.'), readable(',')];
  if (points !== commas) return points > commas ? '.' : ',';
  return open.every((text) => readNumber(text, '.') === readNumber(text, ',')) ? '.' : null;
}
