// View as asks the server as an admin, so the types, empty values and joins are those of the server. It needs no
// token of a person, and only reads. A path of the person begins at their own row, which the filter selects by id.
// Other known values are written into the filter only if the rule compares all of several values, or judges a new
// record. If no result is certain, it is "Not simulated". Rejected: to judge the rows in the browser, because that
// would repeat SQLite. Rejected: to replace the paths of the person by their values, because then two parts of a
// rule need not be met by the same related record.

import { withoutExponent } from '../../model/filter/filterTexts';
import { FilterSyntaxError } from '../../model/filter/filterTokens';
import { type Condition, parseRule, type RuleNode } from '../../model/filter/parseRule';
import { isIsset, isNumberMacro, now, rowOf } from '../../model/filter/ruleWords';
import type { AnyRecord } from '../../model/record';
import {
  type ColumnSide,
  isJson,
  isLike,
  isNumber,
  isSeveral,
  isText,
  jsonReason,
  type LiteralSide,
  NotSimulated,
  orderReason,
  type PersonSide,
  type Root,
  RuleFailure,
} from './conditionSide';
import type { PathColumn } from './followPath';
import { expandOf, rowsAt, valuesAt } from './pathValues';
import { type Ask, createSideReader, isLenient, type RuleQuestion, type SideReader } from './personSides';
import {
  always,
  createLiteralPrinter,
  type ExtraQuery,
  type KnownValue,
  never,
  type Print,
} from './ruleLiterals';

/** By this filter and these parameters, an admin finds the records that the person gets. */
export interface FoundRows {
  readonly kind: 'rows';
  readonly filter: string;
  readonly query: ExtraQuery;
}

export type Translation =
  | { readonly kind: 'adminsOnly' }
  | { readonly kind: 'always' }
  | FoundRows
  /** The reason is a sentence. */
  | { readonly kind: 'fails'; readonly reason: string }
  | { readonly kind: 'notSimulated'; readonly reason: string };

const mostValues = 60;
const mostPairs = 20;

/**
 * Translates any rule but the create rule to a filter by which an admin finds the records that the person gets.
 * `ask` reads records if the rule compares all of several values, and only then.
 */
export async function translateRule(question: RuleQuestion, ask: Ask): Promise<Translation> {
  const { rule, collection } = question;
  if (rule === null) return { kind: 'adminsOnly' };
  if (rule === '') return { kind: 'always' };
  try {
    const tree = parseRule(rule);
    const printer = createLiteralPrinter(collection);
    const sides = createSideReader(tree, question, printer, ask);
    const printTree = createConditionPrinter(sides, printer.print, ask, () => isLenient(question));
    const first = await printTree(tree);
    // All tests of `:each` share one item, so the rule is printed for each item.
    const variants = new Set([first]);
    for (const choice of otherItems(sides.lists)) {
      for (const [name, item] of choice) sides.chooseItem(name, item);
      variants.add(await printTree(tree));
    }
    const filter = [...variants].join('||');
    const named = [...sides.roots.values()].map((root) => rowsFilter(root, printer.print));
    return {
      kind: 'rows',
      filter: named.length > 0 ? [...named, `(${filter})`].join('&&') : filter,
      query: printer.query,
    };
  } catch (error) {
    if (error instanceof NotSimulated) return { kind: 'notSimulated', reason: error.message };
    if (error instanceof RuleFailure || error instanceof FilterSyntaxError) {
      return { kind: 'fails', reason: error.message };
    }
    throw error;
  }
}

/** Returns all choices of one item per list, except that of all first items. */
function otherItems(lists: ReadonlyMap<string, readonly string[]>): (readonly [string, string])[][] {
  let choices: (readonly [string, string])[][] = [[]];
  for (const [name, items] of lists) {
    choices = choices.flatMap((choice) => items.map((item) => [...choice, [name, item] as const]));
    if (choices.length > mostPairs)
      throw new NotSimulated(`The body has more than ${mostPairs} choices of items.`);
  }
  return choices.slice(1);
}

function rowsFilter({ alias, collection, ids }: Root, print: Print): string {
  const parts = ids.map((id) => `${rowOf(collection.name, alias)}.id?=${print(id)}`);
  return parts.length > 1 ? `(${parts.join('||')})` : parts.join('');
}

type CopiedSide = ColumnSide & { readonly root: Root };
const isCopy = (side: PersonSide): side is CopiedSide => side.kind === 'column' && side.root !== null;
function createConditionPrinter(
  { read, columnOfRow }: SideReader,
  print: Print,
  ask: Ask,
  isLenient: () => boolean,
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
   * A copied row is one of all rows of its collection, so its condition asks for any match. A plain operator
   * between several values must hold for all, so that condition is added.
   */
  async function printCondition(condition: Condition): Promise<string> {
    const asked = [await read(condition.left), await read(condition.right)] as const;
    const operator = condition.operator.replace('?', '');
    checkPair(asked[0], operator, asked[1]);
    if (isLike(operator) && asked[1].kind === 'literal' && asked[1].pattern === null) {
      throw new RuleFailure('The server cannot search for each item of the body.');
    }
    const certain = resultWithNew(...asked, condition.operator);
    if (certain !== null) return certain ? always : never;
    const left = asCompared(asked[0], operator, asked[1], print);
    const right = asCompared(asked[1], operator, asked[0], print);
    const isNoItem = (side: PersonSide) =>
      side.kind === 'literal' && side.pattern === null && side.value === null;
    if ((isNoItem(left) || isNoItem(right)) && condition.operator === '!=' && isLenient())
      throw new NotSimulated('The body has no items to compare.');
    if (isNoItem(left)) return againstNoItem(condition.operator, left, right);
    if (isNoItem(right)) return againstNoItem(condition.operator, right, left);
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

  /** Returns the conditions that the operator holds for all values of both sides. */
  async function allMatch(left: PersonSide, operator: string, right: PersonSide): Promise<string[]> {
    const open = [left, right].find((side) => side.kind === 'column' && !side.root) as ColumnSide | undefined;
    const known = open === left ? right : left;
    const conditions = new Set<string>();
    if (open && (open.end.isSeveral || isAlike(known, open))) {
      for (const value of await valuesOf(known)) {
        conditions.add(
          againstColumn({ value, operator, open, known, isLeft: known === left, isLenient }, print),
        );
      }
    } else {
      const lefts = await itemsOf(left, operator);
      const rights = await itemsOf(right, operator);
      if (lefts.length * rights.length > mostPairs) {
        throw new NotSimulated(`The rule compares more than ${mostPairs} pairs of values.`);
      }
      for (const one of lefts)
        for (const other of rights) conditions.add(pairOf(one, operator, other, isLenient));
    }
    conditions.delete(always);
    return [...conditions];
  }

  /** Returns the records before the last name of a path of a copied row. */
  async function rowsOf({ root, end }: CopiedSide): Promise<(AnyRecord | null)[]> {
    const expand = expandOf(end);
    const key = `${root.alias} ${expand}`;
    const filter = root.ids.map((id) => `id=${print(id)}`).join('||');
    const loading = loaded.get(key) ?? ask(root.collection, { filter, expand });
    loaded.set(key, loading);
    return rowsAt(await loading, end);
  }

  /** Returns the values of a copied row, or NULL if its path leads to no record. */
  async function valuesOf(side: PersonSide): Promise<KnownValue[]> {
    if (!isCopy(side)) return side.kind === 'literal' && side.items ? [...side.items] : [null];
    const { columnClass } = side.end;
    if (columnClass === 'unknown' || (isJson(side) && isSeveral(side))) throw new NotSimulated(jsonReason);
    const values = valuesAt(await rowsOf(side), side.end);
    if (!values) throw new NotSimulated(isJson(side) ? jsonReason : hiddenReason);
    if (values.length > mostValues) {
      throw new NotSimulated(`The rule compares more than ${mostValues} related values.`);
    }
    return values;
  }

  /** Returns each value as a column or literal of the filter, so that the server compares its own types. */
  async function itemsOf(side: PersonSide, operator: string): Promise<Item[]> {
    if (side.kind === 'literal' && side.items)
      return side.items.map((item) => ({ side, source: print(item), pattern: print(`%${item}%`) }));
    if (!isCopy(side) || !isSeveral(side)) {
      const pattern = side.kind === 'literal' ? side.pattern : undefined;
      return [{ side, source: side.kind === 'literal' && side.isSeveral ? null : side.source, pattern }];
    }
    const { end } = side;
    const rows = await rowsOf(side);
    // One missing record is enough to break "all of them", so the others are not needed.
    if (operator !== '=' && rows.includes(null) && !isLenient()) return [{ side, source: null }];
    if (end.modifier === 'each') {
      return (valuesAt(rows, end) ?? []).map((value) => ({
        side,
        source: value === null ? null : print(value),
        pattern: value === null ? undefined : print(`%${value}%`),
      }));
    }
    return rows.map((row) => ({ side, source: row && columnOfRow(end, row.id) }));
  }

  return printNode;
}

const hiddenReason = 'The server does not show a value of the user.';

/** Throws NotSimulated if the result of the pair cannot be repeated. */
function checkPair(left: PersonSide, operator: string, right: PersonSide): void {
  if (isLike(operator) && left.source === now) {
    throw new NotSimulated('The rule searches in a date that changes all the time.');
  }
  const isCount = (side: PersonSide) => side.kind === 'literal' && side.isCount === true;
  if ((isCount(left) && isText(right)) || (isCount(right) && isText(left)))
    throw new NotSimulated(orderReason);
}

interface Item {
  readonly side: PersonSide;
  /** Null if one of several records is missing. */
  readonly source: string | null;
  /** The text to use on the right of `~`, if it is another. */
  readonly pattern?: string | null | undefined;
}

/** Prints that the operator holds for two values, as the server asks for each of several (`manyVsOneExpr`). */
function pairOf(one: Item, operator: string, other: Item, isLenient: () => boolean): string {
  const isEqual = operator === '=' || operator === '!=';
  const items = [one, other];
  const [lacking, present] = one.source === null ? items : items.toReversed();
  if (lacking?.source === null && present) {
    if (operator !== '=' && isLenient()) return operator === '!=' ? unequalToNone(present) : always;
    if (operator !== '=') return never;
    // A bound value cannot break "all of them".
    if (present.side.kind === 'literal' || present.source === null) return always;
    if (items.some(({ side }) => isJson(side))) throw new NotSimulated(jsonReason);
    return `${present.source}?=""`;
  }
  const parts = [
    `${one.source}?${operator}${isLike(operator) ? (other.pattern ?? other.source) : other.source}`,
  ];
  for (const [item, { side: against }] of isEqual ? [[one, other] as const, [other, one] as const] : []) {
    if (!isSeveral(item.side)) continue;
    const isOfList = item.side.kind === 'literal' || item.side.end.modifier === 'each';
    // For a single side, the server forgets that it is json, so NULL equals "".
    if (isText(item.side) && !isOfList && isJson(against) && !isSeveral(against)) {
      throw new NotSimulated(jsonReason);
    }
    if (isJson(item.side) && operator === '!=') parts.push(`${item.source}?!=null`);
    // Between two columns the server converts nothing, but an item is sent as a text.
    if (isOfList && isNumber(against)) return operator === '=' ? never : always;
  }
  return parts.length > 1 ? `(${parts.join('&&')})` : parts.join('');
}

/** Prints that a value is not empty: none counts as "". */
function unequalToNone({ side, source }: Item): string {
  if (source === null) return never;
  if (side.kind === 'literal') return side.value === null || side.value === '' ? never : always;
  if (isJson(side)) throw new NotSimulated(jsonReason);
  return `${source}?!=""`;
}

/** True for two numbers or two texts. */
function isAlike(known: PersonSide, { end }: ColumnSide): boolean {
  if (known.kind === 'literal') return true;
  const classes = [known.end.columnClass, end.columnClass];
  return classes.every((one) => one === 'number') || classes.every((one) => one === 'text' || one === 'list');
}

/** An empty list of the body is NULL, and unequal to any value. */
function againstNoItem(operator: string, none: PersonSide, other: PersonSide): string {
  if (operator !== '?!=' && (operator !== '!=' || isSeveral(none))) return never;
  if (other.kind === 'literal') return other.pattern === null && other.value === null ? never : always;
  const isThere =
    other.end.steps.length === 0 && !other.root && other.end.modifier !== 'each' && !isJson(other);
  if (!isThere || other.source.startsWith('@')) throw new NotSimulated('The body has no items to compare.');
  return always;
}

interface ValueAgainstColumn {
  value: KnownValue;
  operator: string;
  open: ColumnSide;
  known: PersonSide;
  /** True if the value is the left side. */
  isLeft: boolean;
  isLenient: () => boolean;
}

/** Prints a known value against a column of the record or of `@collection`. */
function againstColumn(
  { value, operator, open, known, isLeft, isLenient }: ValueAgainstColumn,
  print: Print,
): string {
  const { source, end } = open;
  if (value === null) {
    if (operator === '=') return `${source}=""`;
    if (operator === '!=' && (!isSeveral(known) || isLenient())) return `${source}!=""`;
    return isSeveral(known) && isLenient() ? always : never;
  }
  const { columnClass } = end;
  // The server compares a list as the text of its JSON.
  if (!['text', 'number', 'list'].includes(columnClass)) throw new NotSimulated(jsonReason);
  if (isLike(operator)) {
    return isLeft
      ? `${print(asText(value))}${operator}${source}`
      : `${source}${operator}${print(`%${asText(value)}%`)}`;
  }
  const isMixed = (typeof value === 'number') !== (columnClass === 'number');
  // Between two columns the server converts nothing, and a missing row counts as "".
  if (isMixed && operator === '=') return value === '' ? `${source}=""` : never;
  if (isMixed && operator === '!=') return end.isSeveral || value === '' ? `${source}!=""` : always;
  const sent = print(isMixed ? converted(value, known, end) : value);
  const condition = isLeft ? `${sent}${operator}${source}` : `${source}${operator}${sent}`;
  // If one of several records is missing, it does not equal a text, but a comparison with a literal skips it.
  return operator === '=' && value !== '' && end.isSeveral ? `${condition}&&${source}!=""` : condition;
}

/**
 * Returns a value that compares with a column of another type as SQLite would compare both columns. A number column
 * converts the other side, otherwise a text column does; json, `:each` and `:length` convert nothing.
 */
function converted(value: string | number, known: PersonSide, open: PathColumn): string | number {
  const side = known.kind === 'column' ? columnTypeOf(known.end) : null;
  const own = columnTypeOf(open);
  if (own === 'number') return value;
  if (side === 'number' || (side === 'text' && own === null)) {
    // A text that is compared with a list stays a text.
    if (typeof value === 'string' && open.columnClass !== 'text') return value;
    throw new NotSimulated(orderReason);
  }
  return side === null && own === 'text' && typeof value === 'number' ? asText(value) : value;
}

/**
 * The type to which SQLite converts the other side; null for none. For SQLite, the column of a list has the type
 * number.
 */
function columnTypeOf({ columnClass, modifier }: PathColumn): 'text' | 'number' | null {
  if (modifier !== null || columnClass === 'json' || columnClass === 'unknown') return null;
  return columnClass === 'text' ? 'text' : 'number';
}

const asText = (value: string | number) =>
  typeof value === 'number' ? withoutExponent(String(value)) : value;

// A create rule judges one new record. Its values are columns for the server, but literals in the filter, and
// SQLite converts what it compares with a column. So a number or text is converted before, or the result is written
// where it does not depend on the database. Everything else is "Not simulated".

const isNew = (side: PersonSide): side is LiteralSide =>
  side.kind === 'literal' && side.columnClass !== undefined;
const isEquality = (operator: string) => /^\??!?=$/.test(operator);

/** Returns the result of a comparison with a value of the new record; null if it depends on the database. */
function resultWithNew(left: PersonSide, right: PersonSide, operator: string): boolean | null {
  const pairs = [
    [left, right],
    [right, left],
  ] as const;
  for (const [side, other] of pairs) {
    if (side.kind !== 'literal') continue;
    checkItem(side, other);
    if (!isNew(side)) continue;
    if (side.columnClass === 'json') return resultWithNull(other, operator);
    if (side.isNewId) {
      const isKnown =
        isEquality(operator) && !(other.kind === 'literal' && (other.isNewId || isIsset(other.source)));
      if (!isKnown) throw new NotSimulated('It is not known which id the server would make.');
      return resultOfOthers(other, operator);
    }
    checkNew(side, operator.replace('?', ''), other);
    if (isEquality(operator) && other.kind === 'column' && side.value !== '') {
      const { columnClass } = other.end;
      // Between two columns the server converts nothing.
      if (['text', 'number'].includes(columnClass) && columnClass !== side.columnClass) {
        return resultOfOthers(other, operator);
      }
    }
  }
  return null;
}

/** Different values are not equal. "All of them" also demands that no record is missing. */
function resultOfOthers(other: PersonSide, operator: string): boolean {
  if (operator === '!=' && isSeveral(other)) throw new NotSimulated(orderReason);
  return operator.endsWith('!=');
}

/** The server compares json by `IS`, so NULL does not equal "". */
function resultWithNull(other: PersonSide, operator: string): boolean {
  if (!isEquality(operator)) return false;
  if (other.kind === 'column' || isSeveral(other)) throw new NotSimulated(jsonReason);
  return (other.value === null) === !operator.endsWith('!=');
}

/** An item of the new record is converted only by a number column. */
function checkItem({ isStored }: LiteralSide, other: PersonSide): void {
  if (!isStored) return;
  const columnClass = other.kind === 'column' ? other.end.columnClass : (other.columnClass ?? 'text');
  if (columnClass !== 'text' && columnClass !== 'list') throw new NotSimulated(orderReason);
}

/** Throws NotSimulated if it is not known how SQLite converts the sides. */
function checkNew({ columnClass, source }: LiteralSide, operator: string, other: PersonSide): void {
  if (isLike(operator)) return;
  if (other.kind === 'literal') {
    const isClock = source === now && other.value === undefined;
    const isOdd = other.isCount || isIsset(other.source) || isNumberMacro(other.source);
    const isItem = columnClass === 'number' && other.items !== undefined;
    if (isClock || isItem || (columnClass === 'text' && isOdd)) throw new NotSimulated(orderReason);
    return;
  }
  const { end } = other;
  if (end.columnClass === 'json' || end.columnClass === 'unknown') throw new NotSimulated(orderReason);
  if (isEquality(operator) || end.columnClass === columnClass || end.columnClass === 'list') return;
  // A number column converts a text in either case.
  if (columnClass !== 'text' || end.modifier !== null) throw new NotSimulated(orderReason);
}

/**
 * Converts a value of the new record like SQLite. For the server it is a column, which converts what is compared
 * with it; in the filter it is a literal, which does not.
 */
function asCompared(side: PersonSide, operator: string, other: PersonSide, print: Print): PersonSide {
  if (side.kind === 'column') return side;
  const { value, columnClass } = side;
  const withText = (text: string) => ({
    ...side,
    value: text,
    source: print(text),
    pattern: print(`%${text}%`),
  });
  if (isLike(operator)) {
    return columnClass === 'number' && typeof value === 'number' ? withText(plainNumber(value)) : side;
  }
  if (!isNew(other)) return side;
  if (other.columnClass === 'text' && typeof value === 'number' && columnClass === undefined) {
    const isWord = /^(true|false)$/i.test(side.source);
    return withText(isWord || !Number.isInteger(value) ? plainNumber(value) : `${plainNumber(value)}.0`);
  }
  const isConverted = columnClass === undefined || !isEquality(operator);
  if (other.columnClass === 'number' && typeof value === 'string' && isConverted) {
    if (/^-?\d{1,12}(\.\d{1,6})?$/.test(value))
      return { ...side, value: Number(value), source: print(Number(value)) };
    if (/^\s*[-+.\d]/.test(value)) throw new NotSimulated(orderReason);
  }
  return side;
}

/** Returns the text that SQLite makes of a number, if rounding cannot change it. */
function plainNumber(value: number): string {
  const text = String(value);
  if (!/^-?\d{1,12}(\.\d{1,6})?$/.test(text) || Object.is(value, -0)) throw new NotSimulated(orderReason);
  return text;
}
