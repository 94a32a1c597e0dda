import { parseDate, printDate } from '../../base/dates';
import { goJson } from '../../base/jsonText';
import { fieldTypeOf, isMultiple, type SchemaField } from '../field';
import { escapePattern, escapeText, valueFilter, withoutExponent } from './filter';
import { unquoted } from './filterPieces';
import { macro } from './filterTokens';
import { type Condition, conditionsOf, type Operand, parseRule, printRule, type RuleNode } from './parseRule';

export type FilterOperator =
  | 'is'
  | 'isNot'
  | 'anyOf'
  | 'contains'
  | 'containsNot'
  | 'atLeast'
  | 'atMost'
  | 'before'
  | 'after'
  | 'empty'
  | 'filled';

export interface FieldCondition {
  /** The name of the field. */
  readonly field: string;
  readonly operator: FilterOperator;
  /**
   * Several for 'anyOf', none for 'empty' and 'filled', else one. A value is a number, a date, `true`, an id, or
   * JSON as a person types it. A date is a moment in UTC, a macro such as `@now`, or for 'is' and 'isNot' a day.
   */
  readonly values: readonly string[];
}

/** A condition that was read from a text. */
export interface ReadCondition {
  readonly condition: FieldCondition;
  /** The place of its form in `formsOf`. */
  readonly form: number;
}

const textOperators = ['contains', 'containsNot', 'is', 'isNot', 'anyOf', 'empty', 'filled'] as const;
const choiceOperators = ['is', 'isNot', 'anyOf', 'empty', 'filled'] as const;
const listOperators = ['contains', 'containsNot', 'anyOf', 'empty', 'filled'] as const;
const searchOperators = ['contains', 'containsNot', 'empty', 'filled'] as const;

/** Returns the operators that a person can choose for a field, the usual one first. */
export function operatorsOf(field: SchemaField): readonly FilterOperator[] {
  switch (fieldTypeOf(field)) {
    case 'text':
    case 'email':
    case 'url':
      return textOperators;
    case 'number':
      return ['is', 'isNot', 'anyOf', 'atLeast', 'atMost', 'before', 'after'];
    case 'bool':
      return ['is', 'isNot'];
    case 'date':
      return ['is', 'isNot', 'before', 'after', 'atLeast', 'atMost', 'empty', 'filled'];
    case 'select':
    case 'relation':
      return isMultiple(field) ? listOperators : choiceOperators;
    case 'json':
      return ['is', 'isNot', ...searchOperators];
    case 'editor':
    case 'file':
      return searchOperators;
    case null:
      return [];
  }
}

/** Returns the operators for "Only" and "Without" a value; null if a value of this type has no condition. */
export function valueOperatorsOf(
  field: SchemaField,
): { only: FilterOperator; without: FilterOperator } | null {
  const type = fieldTypeOf(field);
  if (type === null || type === 'file' || type === 'editor') return null;
  return isMultiple(field) ? { only: 'contains', without: 'containsNot' } : { only: 'is', without: 'isNot' };
}

/**
 * Returns the text of a condition, in brackets if it holds more than one. Null if a value is missing or cannot
 * be written.
 */
export function conditionText(field: SchemaField, condition: FieldCondition): string | null {
  return formsOf(field, condition)[0]?.[0] ?? null;
}

/** Texts with one meaning: first the one to write, then others that are read as it. */
type Form = readonly [string, ...string[]];

/**
 * Returns the forms of a condition, the one to write first. A person may have written `due < "2026-11-20"`, which
 * also finds empty dates, and keeps that form.
 */
export function formsOf(field: SchemaField, condition: FieldCondition): readonly Form[] {
  const { operator, values } = condition;
  const [value = ''] = values;
  if (/^\d/.test(field.name)) return [];
  if (operator === 'empty' || operator === 'filled') return [[presenceText(field, operator)]];
  if (operator === 'anyOf') return anyOfForms(field, values);
  if (value === '') return [];
  return isMultiple(field) ? listForms(field, operator, value) : singleForms(field, operator, value);
}

function presenceText(field: SchemaField, operator: 'empty' | 'filled'): string {
  const { name, type } = field;
  const filled = valueFilter(field, false) ?? '';
  if (operator === 'filled') return type === 'json' ? `(${filled})` : filled;
  if (isMultiple(field)) return `${name}:length = 0`;
  if (type === 'bool') return `${name} = false`;
  if (type === 'json') return `(${filled.replaceAll('!=', '=').replaceAll('&&', '||')})`;
  return filled.replace('!=', '=');
}

function anyOfForms(field: SchemaField, values: readonly string[]): Form[] {
  const operator = isMultiple(field) ? 'contains' : 'is';
  const texts = values.map((value) => conditionText(field, { field: field.name, operator, values: [value] }));
  const [first] = texts;
  if (!first || texts.includes(null)) return [];
  return [[texts.length === 1 ? first : `(${texts.join(' || ')})`]];
}

function listForms({ name, type }: SchemaField, operator: FilterOperator, value: string): Form[] {
  if (operator !== 'contains' && operator !== 'containsNot') return [];
  const isIn = operator === 'contains';
  const search = searchForms(name, operator, value);
  if (type === 'file') return search;
  const text = quoted(value);
  if (text === null) return [];
  if (type === 'relation') return isIn ? [[`${name}.id ?= ${text}`]] : search;
  return [[isIn ? `${name}:each ?= ${text}` : `(${name}:each != ${text} || ${name}:length = 0)`]];
}

function singleForms(field: SchemaField, operator: FilterOperator, value: string): Form[] {
  const { name, type } = field;
  if (operator === 'contains' || operator === 'containsNot') {
    const forms = searchForms(name, operator, value);
    // A json null is neither like nor unlike a text.
    return type === 'json' && operator === 'containsNot'
      ? [...forms.map((form) => withEach(form, (text) => `(${text} || ${name} = null)`)), ...forms]
      : forms;
  }
  if (type === 'date') return dateForms(field, operator, value);
  const sign = signs[operator];
  const operand = operandOf(type, value);
  return sign && operand !== null ? [[`${name} ${sign} ${operand}`]] : [];
}

const signs: Readonly<Partial<Record<FilterOperator, string>>> = {
  is: '=',
  isNot: '!=',
  atLeast: '>=',
  atMost: '<=',
  before: '<',
  after: '>',
};

function operandOf(type: string, value: string): string | null {
  switch (type) {
    case 'number':
      return /^-?\d+(\.\d+)?$/.test(value.trim()) ? value.trim() : null;
    case 'bool':
      return value === 'true' || value === 'false' ? value : null;
    case 'json':
      return jsonOperand(value);
    default:
      return quoted(value);
  }
}

/** `5` and `"5"` are different values. A list or an object is compared as the server stores it. */
function jsonOperand(source: string): string | null {
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch {
    return null;
  }
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'object' && value !== null) return quoted(goJson(value));
  if (typeof value !== 'number' || /^-?\d+(\.\d+)?$/.test(source.trim())) return source.trim();
  return Number.isFinite(value) ? withoutExponent(String(value)) : null;
}

/** Null if the server cannot read the text in quotes. */
function quoted(text: string): string | null {
  return text.includes('\0') ? null : `"${escapeText(text)}"`;
}

function searchForms(name: string, operator: 'contains' | 'containsNot', value: string): Form[] {
  if (value.includes('\0')) return [];
  const sign = operator === 'contains' ? '~' : '!~';
  const written = `${name} ${sign} "${escapePattern(value)}"`;
  // Without a `%` of its own the server escapes the pattern itself.
  return [/[%\\]/.test(value) ? [written] : [written, `${name} ${sign} "${escapeText(value)}"`]];
}

const day = /^(\d{4}-\d\d-\d\d)(?: 00:00(?::00)?)?$/;

function dateForms(field: SchemaField, operator: FilterOperator, typed: string): Form[] {
  const { name } = field;
  const value = typed.trim();
  const sign = signs[operator];
  const date = parseDate(value);
  const isMacro = macro.test(value);
  if (!sign || (!date && !isMacro)) return [];
  const [, wholeDay] = day.exec(value) ?? [];
  if (date && wholeDay && (operator === 'is' || operator === 'isNot')) {
    const first = `"${wholeDay} 00:00:00.000Z"`;
    const last = `"${wholeDay} 23:59:59.999Z"`;
    return operator === 'is'
      ? [[`(${name} >= ${first} && ${name} <= ${last})`]]
      : [[`(${name} < ${first} || ${name} > ${last})`]];
  }
  const plain: Form = date
    ? [`${name} ${sign} "${printDate(date)}"`, `${name} ${sign} "${value}"`]
    : [`${name} ${sign} ${value}`];
  // An empty date is before every other; `created` and `updated` are never empty.
  const findsEmpty = (operator === 'before' || operator === 'atMost') && field.id !== '';
  return findsEmpty ? [withEach(plain, (text) => `(${name} != "" && ${text})`), plain] : [plain];
}

function withEach([first, ...others]: Form, change: (text: string) => string): Form {
  return [change(first), ...others.map(change)];
}

/**
 * Reads a condition, or the conditions of a group in brackets, as one condition of a field. Null if they say
 * something else.
 */
export function readCondition(node: RuleNode, fields: readonly SchemaField[]): ReadCondition | null {
  const conditions = conditionsOf(node);
  const name = conditions[0]?.left.source.replace(/(:each|:length|\.id)$/, '');
  const field = fields.find((one) => one.name === name);
  if (!field || conditions.some(({ left }) => left.kind !== 'name')) return null;
  const wanted = meaningOf(node);
  for (const operator of operatorsOf(field)) {
    for (const values of guesses(operator, conditions)) {
      const condition = { field: field.name, operator, values };
      const form = formsOf(field, condition).findIndex((texts) =>
        texts.some((text) => hasShapeOf(node, text) && meaningOf(parseRule(text)) === wanted),
      );
      if (form >= 0) return { condition, form };
    }
  }
  return null;
}

/** Most texts need not be parsed to see that they are another condition. */
function hasShapeOf(node: RuleNode, text: string): boolean {
  return node.kind === 'condition'
    ? !text.startsWith('(') && text.includes(` ${node.operator} `)
    : text.startsWith('(');
}

/** Returns the same text for conditions that differ only in their spaces, quotes and escapes. */
export function meaningOf(node: RuleNode): string {
  const side = ({ kind, source }: Operand) => {
    if (kind === 'text') return JSON.stringify(unquoted(source));
    return /^(true|false|null)$/i.test(source) ? source.toLowerCase() : source;
  };
  return printRule(node, ({ left, operator, right }) => `${side(left)}${operator}${side(right)}`);
}

/** Returns the values that the conditions may be about. */
function guesses(operator: FilterOperator, conditions: readonly Condition[]): (readonly string[])[] {
  if (operator === 'empty' || operator === 'filled') return [[]];
  const each = conditions.map(({ right }) => valuesOf(right));
  if (operator !== 'anyOf') {
    return [...new Set([...(each[0] ?? []), ...(each.at(-1) ?? [])])].map((value) => [value]);
  }
  const readings = Math.max(...each.map((values) => values.length));
  return Array.from({ length: readings }, (_, at) => each.map((values) => values[at] ?? ''));
}

/** Returns the values that an operand may mean: plain, a pattern, a day, JSON. */
function valuesOf({ kind, source }: Operand): string[] {
  if (kind !== 'text') return [/^(true|false|null)$/i.test(source) ? source.toLowerCase() : source];
  const text = unquoted(source);
  const pattern = text.replace(/\\([\\%_])/g, '$1');
  return [text, pattern, pattern.slice(1, -1), text.slice(0, 10), JSON.stringify(text)];
}
