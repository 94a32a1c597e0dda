import { fieldOf } from '../collection';
import { FilterFault } from '../filterTokens';
import type { AnyRecord } from '../record';
import { type Condition, parseRule, type RuleNode } from './parseRule';
import { expandOf, valuesAt } from './pathValues';
import {
  type Ask,
  type ColumnSide,
  createSideReader,
  type LiteralSide,
  NotSimulated,
  type PersonSide,
  type Root,
  RuleFailure,
  type RuleQuestion,
} from './personSides';
import { createLiteralPrinter, type ExtraQuery, type KnownValue, printNumber } from './ruleLiterals';

export type Translation =
  | { readonly kind: 'adminsOnly' }
  | { readonly kind: 'always' }
  /** The person gets the records that an admin finds by this filter, with these parameters beside it. */
  | { readonly kind: 'rows'; readonly filter: string; readonly query: ExtraQuery }
  /** The reason is a sentence. */
  | { readonly kind: 'fails'; readonly reason: string }
  | { readonly kind: 'notSimulated'; readonly reason: string };

const always = '1=1';
const never = '1=2';
const mostValues = 60;
const mostPairs = 20;

/**
 * Translates a list, view, update, delete or manage rule to a filter by which an admin finds the records that
 * the person gets. `ask` reads the records that the rule compares with all of several values. It is only
 * called for such rules.
 */
export async function translateRule(question: RuleQuestion, ask: Ask): Promise<Translation> {
  const { rule, collection, escapes } = question;
  if (rule === null) return { kind: 'adminsOnly' };
  if (rule === '') return { kind: 'always' };
  try {
    const tree = parseRule(rule, escapes);
    const printer = createLiteralPrinter(escapes, (name) => fieldOf(collection, name)?.type === 'number');
    const sides = createSideReader(tree, question, printer, ask);
    const filter = await createConditionPrinter(sides.read, printer.print, ask)(tree);
    const named = [...sides.roots.values()].map((root) => rowsFilter(root, printer.print));
    return {
      kind: 'rows',
      filter: named.length > 0 ? [...named, `(${filter})`].join('&&') : filter,
      query: printer.query,
    };
  } catch (error) {
    if (error instanceof NotSimulated) return { kind: 'notSimulated', reason: error.message };
    if (error instanceof RuleFailure || error instanceof FilterFault) {
      return { kind: 'fails', reason: error.message };
    }
    throw error;
  }
}

type Print = (value: KnownValue) => string;

function rowsFilter({ alias, collection, ids }: Root, print: Print): string {
  const parts = ids.map((id) => `@collection.${collection.name}:${alias}.id?=${print(id)}`);
  return parts.length > 1 ? `(${parts.join('||')})` : parts.join('');
}

const isCopy = (side: PersonSide) => side.kind === 'column' && side.root !== null;
const isSeveral = (side: PersonSide) =>
  side.kind === 'column' ? side.end.isSeveral : side.isSeveral === true;
const isText = (side: PersonSide) => side.kind === 'column' && side.end.columnClass === 'text';
const isLike = (operator: string) => operator.endsWith('~');

/** Prints a tree, each condition for the person. */
function createConditionPrinter(
  read: (operand: Condition['left']) => Promise<PersonSide>,
  print: Print,
  ask: Ask,
): (node: RuleNode) => Promise<string> {
  const loaded = new Map<string, Promise<readonly AnyRecord[]>>();

  async function printNode(node: RuleNode): Promise<string> {
    if (node.kind === 'condition') return printCondition(node);
    const parts: string[] = [];
    for (const part of node.parts) {
      const text = await printNode(part);
      parts.push(node.kind === 'all' && part.kind === 'any' ? `(${text})` : text);
    }
    return parts.join(node.kind === 'all' ? '&&' : '||');
  }

  /**
   * A copied row is one of all rows of its collection. So its condition asks for any match, and a plain operator
   * between several values needs the condition that all of them match, too.
   */
  async function printCondition(condition: Condition): Promise<string> {
    const left = await read(condition.left);
    const right = await read(condition.right);
    const operator = condition.operator.replace('?', '');
    checkPair(left, operator, right);
    const isCopied = isCopy(left) || isCopy(right);
    const isJudged = isCopied || [left, right].some((side) => side.kind === 'literal' && isSeveral(side));
    const end = isLike(operator) && right.kind === 'literal' ? (right.pattern ?? right.source) : right.source;
    const parts = [`${left.source}${isCopied ? `?${operator}` : condition.operator}${end}`];
    if (isJudged && !condition.operator.startsWith('?') && (isSeveral(left) || isSeveral(right))) {
      const all = await allMatch(left, operator, right);
      if (all.includes(never)) return never;
      parts.push(...all);
    }
    for (const side of [left, right]) if (side.kind === 'column' && side.guard) parts.push(side.guard);
    return parts.length > 1 ? `(${parts.join('&&')})` : parts.join('');
  }

  /** Returns the conditions that all values of both sides meet the operator. */
  async function allMatch(left: PersonSide, operator: string, right: PersonSide): Promise<string[]> {
    const lefts = await valuesOf(left);
    const rights = await valuesOf(right);
    const conditions = new Set<string>();
    if (lefts && rights) {
      if (lefts.length * rights.length > mostPairs) {
        throw new NotSimulated(`The rule compares more than ${mostPairs} pairs of values.`);
      }
      for (const one of lefts) {
        for (const other of rights) conditions.add(constant({ one, left, operator, other, right }, print));
      }
    } else {
      const values = lefts ?? rights ?? [];
      if (values.length > mostValues) {
        throw new NotSimulated(`The rule compares more than ${mostValues} related values.`);
      }
      const [known, open] = lefts ? [left, right as ColumnSide] : [right, left as ColumnSide];
      const isOfSeveral = isSeveral(known);
      for (const value of values) {
        conditions.add(againstColumn({ value, operator, open, isLeft: known === left, isOfSeveral }, print));
      }
    }
    conditions.delete(always);
    return [...conditions];
  }

  /** Returns the values of a literal or of a copied row; null for another column. */
  async function valuesOf(side: PersonSide): Promise<KnownValue[] | null> {
    if (side.kind === 'literal') {
      if (side.value === undefined) throw new NotSimulated('The rule compares a date with several values.');
      return [side.value];
    }
    const { root, end } = side;
    if (!root) return null;
    if (!['text', 'number', 'list'].includes(end.columnClass)) throw new NotSimulated(jsonReason);
    const expand = expandOf(end);
    const key = `${root.alias} ${expand}`;
    const filter = root.ids.map((id) => `id=${print(id)}`).join('||');
    const loading = loaded.get(key) ?? ask(root.collection, { filter, expand });
    loaded.set(key, loading);
    const values = valuesAt(await loading, end);
    if (!values) throw new NotSimulated('The server does not show a value of the person.');
    return values;
  }

  return printNode;
}

const jsonReason = 'The rule compares json with all of several values.';
const orderReason = 'The rule compares a number with a text.';

/** Throws NotSimulated for a pair whose result we cannot repeat. */
function checkPair(left: PersonSide, operator: string, right: PersonSide): void {
  const isMacro = (side: PersonSide) => side.kind === 'literal' && side.value === undefined;
  if (isLike(operator) && (isMacro(left) || isMacro(right))) {
    throw new NotSimulated('The rule searches in a date that changes all the time.');
  }
  checkCreated(left, operator, right);
  checkCreated(right, operator, left);
  const isCount = (side: PersonSide) => side.kind === 'literal' && side.isCount === true;
  if ((isCount(left) && isText(right)) || (isCount(right) && isText(left)))
    throw new NotSimulated(orderReason);
}

/** SQLite converts what it compares with a column; a value of a new record is none. */
function checkCreated(side: PersonSide, operator: string, other: PersonSide): void {
  if (side.kind !== 'literal' || side.columnClass === undefined) return;
  if (isLike(operator) && side.columnClass === 'number') throw new NotSimulated(orderReason);
  const otherClass = other.kind === 'column' ? other.end.columnClass : classOfValue(other);
  const isAlike = otherClass === side.columnClass || (side.columnClass === 'text' && otherClass === 'list');
  if (otherClass !== null && !isAlike && !isLike(operator)) throw new NotSimulated(orderReason);
}

/** Null for NULL, and for a date such as `@now`. */
function classOfValue({ value }: LiteralSide): 'text' | 'number' | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'number' ? 'number' : 'text';
}

interface ValueAgainstColumn {
  value: KnownValue;
  operator: string;
  open: ColumnSide;
  /** The value is on the left. */
  isLeft: boolean;
  /** The value is one of several. */
  isOfSeveral: boolean;
}

/** Prints a known value against an own column or one of `@collection`. */
function againstColumn(
  { value, operator, open, isLeft, isOfSeveral }: ValueAgainstColumn,
  print: Print,
): string {
  const { source, end } = open;
  if (value === null) {
    if (operator === '=') return `${source}=""`;
    return operator === '!=' && !isOfSeveral ? `${source}!=""` : never;
  }
  const { columnClass } = end;
  // A list is stored as the text of its JSON.
  if (!['text', 'number', 'list'].includes(columnClass)) throw new NotSimulated(jsonReason);
  if (isLike(operator)) {
    return isLeft
      ? `${print(asText(value))}${operator}${source}`
      : `${source}${operator}${print(`%${asText(value)}%`)}`;
  }
  if ((typeof value === 'number') !== (columnClass === 'number')) {
    // The server compares two columns without a conversion, and a missing row counts as "".
    if (operator === '=') return value === '' ? `${source}=""` : never;
    if (operator === '!=') return end.isSeveral || value === '' ? `${source}!=""` : always;
    throw new NotSimulated(orderReason);
  }
  const condition = isLeft ? `${print(value)}${operator}${source}` : `${source}${operator}${print(value)}`;
  // A missing record among several is not equal to a text, but a comparison with a literal skips it.
  return operator === '=' && value !== '' && end.isSeveral ? `${condition}&&${source}!=""` : condition;
}

interface TwoValues {
  one: KnownValue;
  left: PersonSide;
  operator: string;
  other: KnownValue;
  right: PersonSide;
}

/** Prints two known values, so that the server compares them. */
function constant({ one, left, operator, other, right }: TwoValues, print: Print): string {
  if (one === null || other === null) {
    const isEmpty = (value: KnownValue) => value === null || value === '';
    if (operator === '=') return isEmpty(one) && isEmpty(other) ? always : never;
    if ((one === null && isSeveral(left)) || (other === null && isSeveral(right))) return never;
    if (operator === '!=') return isEmpty(one) === isEmpty(other) ? never : always;
    // NULL: the condition for any match does not hold either.
    return always;
  }
  if (isLike(operator)) {
    // The server escapes a literal pattern, but not the value of a column.
    const pattern = right.kind === 'literal' ? (right.pattern ?? right.source) : print(`%${asText(other)}%`);
    return `${print(asText(one))}${operator}${pattern}`;
  }
  if (typeof one !== typeof other) throw new NotSimulated(orderReason);
  return `${print(one)}${operator}${print(other)}`;
}

const asText = (value: string | number) => (typeof value === 'number' ? printNumber(value) : value);
