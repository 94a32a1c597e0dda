import { checkJson, goJson, indentJson, numbersIn } from '../../base/jsonText';
import { byteSize } from '../../base/text';
import { type FieldOptions, limitOf, optionOf, type SchemaField } from '../field';
import type { FieldError } from '../fieldErrors';
import { withoutExponent } from '../filter/filterTexts';
import { quoted, searchForms, searchOperators, withEach } from './conditionForms';
import { atLeast, byteLength, type FieldType, wrong } from './fieldType';
import { roundedNumber } from './number';
import { asFault, asValue } from './textReading';

export const json: FieldType = {
  label: 'JSON',
  width: 136,
  fit: { least: 96, most: 136, unit: 7.2, rest: 22 },
  hasSource: true,
  isJsonColumn: true,
  empty: () => '',
  fromStored: (_, source) => shownJson(source),
  toSent: (text) => jsonOf(text) ?? undefined,
  toRow(text) {
    const source = jsonOf(text);
    return source === null ? text : JSON.parse(source);
  },
  toJson: jsonOf,
  isSame(one, other, field) {
    const [mine, theirs] = [jsonOf(one), jsonOf(other)];
    if (mine === null || theirs === null || mine === theirs) return mine !== null && mine === theirs;
    return isRewritten(field) && plainJson(mine) === plainJson(theirs);
  },
  isEmpty: (value) => /^(null|""|\[\s*\]|\{\s*\})?$/.test(String(value).trim()),
  check: wrongJson,
  print: printJson,
  printTyped: (value) => (value === 'null' ? '' : String(value).replace(/\s+/g, ' ')),
  write: (value) => (value === undefined || value === null ? '' : JSON.stringify(value)),
  reading: {
    choices: () => [{ label: 'JSON', reading: { kind: 'json' } }],
    /** Keeps the text but for the escapes of a server's response, which the form of a record does not show either. */
    read({ cell }) {
      // One message for all rows, which are shown together.
      if (checkJson(cell) !== null) return asFault('Must be valid JSON.');
      return asValue(/\\u(?:003[ce]|0026|202[89])/.test(cell) ? shownJson(cell) : cell);
    },
  },
  operators: () => ['is', 'isNot', ...searchOperators],
  operand: jsonOperand,
  wrongOperand: 'This is not JSON. A text needs quotes: "text".',
  forms({ name }, operator, value) {
    if (operator !== 'containsNot') return undefined;
    const forms = searchForms(name, operator, value);
    // A json null matches neither `~` nor `!~`.
    return [...forms.map((form) => withEach(form, (text) => `(${text} || ${name} = null)`)), ...forms];
  },
  // Empty texts, lists and objects count as empty, as in the server's check of a required field.
  presence: (name) => ({
    filled: empties.map((empty) => `${name} != ${empty}`).join(' && '),
    empty: empties.map((empty) => `${name} = ${empty}`).join(' || '),
  }),
  conditionValues: (value) => (isExact(value) ? [JSON.stringify(value)] : []),
  sample: () => ({ key: 'value' }),
  valueType: 'JSON',
  about: () => ['Any JSON value.'],
  options: {
    maxSize: { kind: 'count', initial: 2_000_000, input: { label: 'Max size', isSize: true } },
  },
  summary(field) {
    const size = limitOf(field, 'maxSize');
    return size === null ? '' : `max ${byteSize(size)}`;
  },
  checkOptions: (field) => atLeast(field, 'maxSize', 1),
  required: { word: 'Nonempty', refused: 'null, "", [], {}' },
};

const empties = ['null', '""', '"[]"', '"{}"'];

function printJson(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = JSON.stringify(value);
  return value === '' ? text : text.replace(/^"([\s\S]*)"$/, '$1');
}

/** `5` and `"5"` are different values. A list or an object is compared as the server stores it. */
function jsonOperand(source: string, field?: FieldOptions): string | null {
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch {
    return null;
  }
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'object' && value !== null) {
    const stored = goJson(value);
    return quoted(field && isRewritten(field) ? withoutEscapes(stored) : stored);
  }
  if (typeof value !== 'number' || /^-?\d+(\.\d+)?$/.test(source.trim())) return source.trim();
  return Number.isFinite(value) ? withoutExponent(String(value)) : null;
}

/** False if the value holds a number that the browser may have rounded. */
function isExact(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isInteger(value) || Number.isSafeInteger(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(isExact);
}

function wrongJson(field: SchemaField, value: unknown, isStored: boolean): FieldError | null {
  const typed = String(value).trim();
  const parserSays = typed === '' ? null : checkJson(typed);
  if (parserSays !== null) return wrong('invalid_json', parserSays);
  const wrongOne = typed === '' || isStored ? null : wrongNumberIn(typed);
  if (wrongOne) return wrongOne;
  const refused = typed === '' || isStored || !isRewritten(field) ? null : wrongOnceRewritten(typed);
  if (refused !== null) return wrong('invalid_json', refused);
  const maxSize = limitOf(field, 'maxSize');
  if (maxSize === null || byteLength(typed) <= maxSize || byteLength(jsonOf(typed) ?? '') <= maxSize)
    return null;
  return wrong('validation_json_size_limit', `The maximum allowed JSON size is ${maxSize} bytes.`);
}

/**
 * Refuses numbers that the server would change. It keeps the digits inside an object or array, but rounds a
 * bare number.
 */
function wrongNumberIn(json: string): FieldError | null {
  const numbers = numbersIn(json);
  // The server stores such a bare number as the text "+Inf". Inside an object or array it keeps the number, and can
  // then no longer list the records of the collection.
  if (numbers.some((number) => !Number.isFinite(Number(number)))) {
    return wrong('invalid_json', 'The number is too large.');
  }
  const isAlone = numbers[0] === json;
  return isAlone && digitsOf(json) !== digitsOf(String(Number(json))) ? roundedNumber(Number(json)) : null;
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

/**
 * Returns the JSON without white space, as the server counts and stores it. An empty text gives `null`;
 * invalid JSON gives null.
 */
export function jsonOf(text: string): string | null {
  const typed = text.trim();
  if (typed === '') return 'null';
  if (checkJson(typed) !== null) return null;
  // Without indent, line breaks occur only between tokens, and a space only after the colon of a key.
  const lines = indentJson(typed, 0).split('\n');
  return lines.map((line) => line.replace(/^("(?:[^"\\]|\\.)*"): /, '$1:')).join('');
}

/** Servers that rewrite the texts in JSON (0.40) give each field a help text, and so do some before them. */
const isRewritten = (field: FieldOptions): boolean => optionOf(field, 'help') !== undefined;

const textsIn = /"(?:[^"\\]|\\.)*"/g;

/** Returns JSON without white space in which every text has its shortest notation. */
const plainJson = (json: string): string =>
  json.replace(textsIn, (token) => JSON.stringify(JSON.parse(token)));

/** Returns why such a server would refuse the JSON, or lose a part of it; null if it keeps all. */
function wrongOnceRewritten(json: string): string | null {
  // The whole value has a key, too.
  let keys = -1;
  JSON.parse(json, function (this: unknown, _, value: unknown) {
    if (!Array.isArray(this)) keys += 1;
    return value;
  });
  const plain = plainJson(jsonOf(json) ?? '');
  const tokens = [...plain.matchAll(textsIn)].map(({ 0: token, index }) => ({
    token,
    next: plain[index + token.length],
  }));
  if (tokens.filter(({ next }) => next === ':').length !== keys) return 'An object has the same key twice.';
  const isHalf = tokens.some(({ token }) => /[\ud800-\udfff]/u.test(JSON.parse(token)));
  return isHalf ? 'The server cannot store half of a character.' : null;
}

const serverEscapes: Readonly<Record<string, string>> = {
  '\\u003c': '<',
  '\\u003e': '>',
  '\\u0026': '&',
  '\\u2028': '\u2028',
  '\\u2029': '\u2029',
};

/**
 * Formats a stored json value for editing: on several lines, and without the server's escapes. The server
 * escapes five characters in every response, however they were stored.
 */
export function shownJson(source: string): string {
  return indentJson(withoutEscapes(source));
}

/** Matches each escape as a whole: `\\u003c` is an escaped backslash before plain text. */
const withoutEscapes = (source: string): string =>
  source.replace(/\\(?:u003[ce]|u0026|u202[89]|.)/g, (found) => serverEscapes[found] ?? found);
