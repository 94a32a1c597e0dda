import type { SchemaField } from '../field';
import { type FilterOperator, type Form, quoted, searchForms, signs } from '../types/conditionForms';
import { isMultiple, typeOf } from '../types/fieldTypes';
import { unquoted } from './filterPieces';
import { type Condition, conditionsOf, type Operand, parseRule, printRule, type RuleNode } from './parseRule';
import { eachOf, lengthOf } from './ruleWords';

export interface FieldCondition {
  readonly field: string;
  readonly operator: FilterOperator;
  /**
   * Several for 'anyOf', none for 'empty' and 'filled', else one. A value is a number, a date, `true`, an id, or
   * JSON as a person types it. A date is a moment in UTC, a macro such as `@now`, or for 'is' and 'isNot' a day.
   */
  readonly values: readonly string[];
}

export interface ReadCondition {
  readonly condition: FieldCondition;
  /** The place of its form in `formsOf`. */
  readonly form: number;
}

/** Returns the operators that a person can choose for a field, the usual one first. */
export const operatorsOf = (field: SchemaField): readonly FilterOperator[] => typeOf(field).operators(field);

/** Returns the operators for "Only" and "Without" a value; null if a value of this type has no condition. */
export function valueOperatorsOf(
  field: SchemaField,
): { only: FilterOperator; without: FilterOperator } | null {
  const operators = operatorsOf(field);
  if (!operators.some((operator) => operator === 'is' || operator === 'anyOf')) return null;
  return isMultiple(field) ? { only: 'contains', without: 'containsNot' } : { only: 'is', without: 'isNot' };
}

/**
 * Returns the text of a condition, in brackets if it holds more than one. Null if a value is missing or cannot
 * be written.
 */
export function conditionText(field: SchemaField, condition: FieldCondition): string | null {
  return formsOf(field, condition)[0]?.[0] ?? null;
}

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
  const own = typeOf(field).forms?.(field, operator, value);
  if (own) return own;
  if (operator === 'contains' || operator === 'containsNot') return searchForms(field.name, operator, value);
  const sign = signs[operator];
  const operand = (typeOf(field).operand ?? quoted)(value, field);
  return sign && operand !== null ? [[`${field.name} ${sign} ${operand}`]] : [];
}

/** Returns the comparisons that find records with and without a value. */
function presenceOf(field: SchemaField): { filled: string; empty: string } {
  const { name } = field;
  if (isMultiple(field)) return { filled: `${lengthOf(name)} > 0`, empty: `${lengthOf(name)} = 0` };
  return typeOf(field).presence?.(name) ?? { filled: `${name} != ""`, empty: `${name} = ""` };
}

function presenceText(field: SchemaField, operator: 'empty' | 'filled'): string {
  const text = presenceOf(field)[operator];
  return /&&|\|\|/.test(text) ? `(${text})` : text;
}

/**
 * Returns a filter for records that have a value, or several values, in the field. Null when a filter would
 * parse the field name as a number.
 */
export function valueFilter(field: SchemaField, isSeveral: boolean): string | null {
  if (/^\d/.test(field.name)) return null;
  return isSeveral && isMultiple(field) ? `${lengthOf(field.name)} > 1` : presenceOf(field).filled;
}

function anyOfForms(field: SchemaField, values: readonly string[]): Form[] {
  const operator = isMultiple(field) ? 'contains' : 'is';
  const texts = values.map((value) => conditionText(field, { field: field.name, operator, values: [value] }));
  const [first] = texts;
  if (!first || texts.includes(null)) return [];
  return [[texts.length === 1 ? first : `(${texts.join(' || ')})`]];
}

const afterName = new RegExp(`(${eachOf('')}|${lengthOf('')}|\\.id)$`);

/**
 * Reads a condition, or the conditions of a group in brackets, as one condition of a field. Null if they say
 * something else.
 */
export function readCondition(node: RuleNode, fields: readonly SchemaField[]): ReadCondition | null {
  const conditions = conditionsOf(node);
  const name = conditions[0]?.left.source.replace(afterName, '');
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

/** A cheap check that saves parsing: most forms to compare with are another condition. */
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

function guesses(operator: FilterOperator, conditions: readonly Condition[]): (readonly string[])[] {
  if (operator === 'empty' || operator === 'filled') return [[]];
  const each = conditions.map(({ right }) => valuesOf(right));
  if (operator !== 'anyOf') {
    return [...new Set([...(each[0] ?? []), ...(each.at(-1) ?? [])])].map((value) => [value]);
  }
  const readings = Math.max(...each.map((values) => values.length));
  return Array.from({ length: readings }, (_, at) => each.map((values) => values[at] ?? ''));
}

/** Returns the values that an operand may mean: the text itself, that of a pattern, its day, or its JSON. */
function valuesOf({ kind, source }: Operand): string[] {
  if (kind !== 'text') return [/^(true|false|null)$/i.test(source) ? source.toLowerCase() : source];
  const text = unquoted(source);
  const pattern = text.replace(/\\([\\%_])/g, '$1');
  return [text, pattern, pattern.slice(1, -1), text.slice(0, 10), JSON.stringify(text)];
}
