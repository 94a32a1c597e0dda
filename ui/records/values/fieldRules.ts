import { checkJson, numbersIn } from '../../base/jsonText';
import { fieldTypeOf, isMultiple, optionOf, type SchemaField } from '../../model/field';
import type { FieldError } from '../../model/fieldErrors';
import type { FileChange, NewFile } from './fileChange';
import type { FormValue } from './recordValues';
import { dateOf, jsonOf, numberOf } from './typedValues';

/**
 * Validates the value of one field; the messages are those of the server. Refuses only what the server
 * refuses or would change silently: it stores a garbled date as none. A stored value came from the server, so
 * its numbers are not checked.
 */
export function wrongValue(field: SchemaField, value: FormValue, isStored = false): FieldError | null {
  const type = fieldTypeOf(field);
  if (type === 'json') return wrongJson(field, String(value), isStored);
  if (isMissing(value) || (type === 'number' && numberOf(String(value)) === 0)) {
    return field.required ? missing : null;
  }
  if (typeof value !== 'string') return typeof value === 'boolean' ? null : wrongList(field, value);
  switch (type) {
    case 'text':
      return wrongLength(field, value);
    case 'number':
      return wrongNumber(field, value);
    case 'email':
      return wrongEmail(value);
    case 'url':
      return wrongUrl(value);
    case 'date':
      return dateOf(value) === null ? { code: 'invalid_date', message: 'Must be a valid date.' } : null;
    case 'select':
    case 'relation':
      return wrongList(field, [value]);
    default:
      return null;
  }
}

export const missing: FieldError = { code: 'validation_required', message: 'Missing required value.' };

const isMissing = (value: FormValue) => value === false || (typeof value !== 'boolean' && value.length === 0);

type AnyFiles = Omit<FileChange, 'added'> & { readonly added: readonly NewFile[] };

export function wrongFiles(field: SchemaField, { names, added }: AnyFiles): FieldError | null {
  const count = names.length + added.length;
  if (count === 0) return field.required ? missing : null;
  const maxSize = limit(field, 'maxSize');
  const large = added.find(({ size }) => maxSize !== null && size > maxSize);
  if (large) {
    const message = `Failed to upload "${large.name}" - the maximum allowed file size is ${maxSize} bytes.`;
    return { code: 'validation_file_size_limit', message };
  }
  return wrongCount(field, count);
}

/** Checks less strictly than the server: an address refused here is refused there. */
export function isLikelyEmail(text: string): boolean {
  return /^[^\s@].*@.*[^\s@]$/s.test(text);
}

function wrongEmail(text: string): FieldError | null {
  if (isLikelyEmail(text)) return null;
  return { code: 'validation_invalid_email', message: 'Must be a valid email.' };
}

function wrongUrl(text: string): FieldError | null {
  const isLikely = bytesOf(text) > 3 && !/\s/.test(text) && /[.:@]|localhost/i.test(text);
  return isLikely ? null : { code: 'validation_invalid_url', message: 'Must be a valid url.' };
}

/** The server counts characters by code points, so this does too. */
function wrongLength(field: SchemaField, text: string): FieldError | null {
  const [min, max] = [limit(field, 'min'), limit(field, 'max')];
  const length = min === null && max === null ? 0 : Array.from(text).length;
  if (min !== null && length < min) {
    return { code: 'validation_min_text_constraint', message: `Must be at least ${min} character(s).` };
  }
  if (max !== null && length > max) {
    return { code: 'validation_max_text_constraint', message: `Must be less than ${max} character(s).` };
  }
  return null;
}

function wrongNumber(field: SchemaField, text: string): FieldError | null {
  const value = numberOf(text) ?? 0;
  if (Number.isNaN(value)) return { code: 'invalid_number', message: 'Must be a number.' };
  if (isRounded(text, value)) return tooLong(value);
  if (optionOf(field, 'noDecimal') === true && !Number.isInteger(value)) {
    return { code: 'validation_no_decimal_constraint', message: 'Decimal numbers are not allowed.' };
  }
  const [min, max] = [limit(field, 'min'), limit(field, 'max')];
  if (min !== null && value < min) {
    return { code: 'validation_min_number_constraint', message: `Must be larger than ${min}.` };
  }
  if (max !== null && value > max) {
    return { code: 'validation_max_number_constraint', message: `Must be less than ${max}.` };
  }
  return null;
}

const tooLong = (value: number): FieldError => ({
  code: 'rounded_number',
  message: `Too long: the server would store ${value}.`,
});

/** True if a whole number would lose its last digits. A number that the server has printed does not. */
function isRounded(text: string, value: number): boolean {
  const digits = text
    .trim()
    .replace(/^\+/, '')
    .replace(/^(-?)0+(?=\d)/, '$1');
  return /^-?\d+$/.test(digits) && BigInt(digits) !== BigInt(value) && digits !== String(value);
}

function wrongList(field: SchemaField, items: readonly string[]): FieldError | null {
  const min = limit(field, 'minSelect');
  if (min !== null && items.length < min) {
    return { code: 'validation_not_enough_values', message: `Select at least ${min}.` };
  }
  const choices = optionOf(field, 'values');
  const unknown = Array.isArray(choices) ? items.find((item) => !choices.includes(item)) : undefined;
  const wrong = wrongCount(field, items.length);
  if (wrong || unknown === undefined) return wrong;
  return { code: 'validation_invalid_value', message: `Invalid value ${unknown}.` };
}

/** Returns an error if the field has too many values. */
export function wrongCount(field: SchemaField, count: number): FieldError | null {
  const max = isMultiple(field) ? limit(field, 'maxSelect') : 1;
  if (max === null || count <= max) return null;
  return { code: 'validation_too_many_values', message: `Select no more than ${max}.` };
}

function wrongJson(field: SchemaField, text: string, isStored: boolean): FieldError | null {
  const typed = text.trim();
  const parserSays = typed === '' ? null : checkJson(typed);
  if (parserSays !== null) return { code: 'invalid_json', message: parserSays };
  if (field.required && /^(null|""|\[\s*\]|\{\s*\})?$/.test(typed)) return missing;
  const wrong = typed === '' || isStored ? null : wrongNumberIn(typed);
  if (wrong) return wrong;
  const maxSize = limit(field, 'maxSize');
  if (maxSize === null || bytesOf(typed) <= maxSize || bytesOf(jsonOf(typed) ?? '') <= maxSize) return null;
  return {
    code: 'validation_json_size_limit',
    message: `The maximum allowed JSON size is ${maxSize} bytes.`,
  };
}

/**
 * Refuses numbers that the server would change. It keeps the digits inside an object or array, but rounds a
 * bare number.
 */
function wrongNumberIn(json: string): FieldError | null {
  const numbers = numbersIn(json);
  // The server stores such a bare number as the text "+Inf". Inside a value it keeps the number, and can no
  // longer list the collection.
  if (numbers.some((number) => !Number.isFinite(Number(number)))) {
    return { code: 'invalid_json', message: 'The number is too large.' };
  }
  const isAlone = numbers[0] === json;
  return isAlone && digitsOf(json) !== digitsOf(String(Number(json))) ? tooLong(Number(json)) : null;
}

/** Normalizes a number: `1.50`, `15e-1` and `1.5` give the same text. */
function digitsOf(number: string): string {
  const [, sign = '', whole = '', part = '', power = '0'] =
    /^(-?)(\d+)\.?(\d*)(?:e\+?(-?\d+))?$/i.exec(number) ?? [];
  const digits = (whole + part).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  return `${sign}${significant}e${Number(power) - part.length + digits.length - significant.length}`;
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Returns the limit; null if the field has none. */
function limit(field: SchemaField, name: string): number | null {
  const value = optionOf(field, name);
  return typeof value === 'number' ? value : null;
}
