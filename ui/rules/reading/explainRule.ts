import { cut } from '../../base/text';
import type { Collection } from '../../model/collection';
import { type Condition, conditionsOf, type RuleNode } from '../../model/filter/parseRule';
import { type AnyRecord, expandedRecords, fieldValue, isEmptyValue } from '../../model/record';
import { displayText } from '../../model/recordName';
import type { Lookup } from '../../model/rulePaths';
import { holdsRecords, targetOf } from '../../model/types/fieldTypes';
import { followPath, type PathColumn, type PathEnd } from './followPath';
import { expandOf, rowsAt } from './pathValues';
import type { Person } from './personSides';
import { type RuleSide, sideOf } from './ruleSide';

/** A piece of a sentence: words of this page, or a value or path of the data. */
export interface Piece {
  readonly kind: 'words' | 'value' | 'path';
  readonly text: string;
}

/** A rule and its conditions; `holds` of a verdict has the same conditions as keys. */
export interface ExplainedRule {
  readonly tree: RuleNode;
  readonly conditions: readonly ExplainedCondition[];
  /** The `expand` parameter that loads the records of the rule's own paths; '' for none. */
  readonly expand: string;
  /** The `expand` parameter for the paths of the person. */
  readonly personExpand: string;
}

export interface ExplainedCondition {
  readonly condition: Condition;
  readonly sides: readonly RuleSide[];
}

/** `account` is the collection of the person; null for a guest. */
export function explainedRule(
  tree: RuleNode,
  owner: Collection,
  account: Collection | null,
  lookup: Lookup,
): ExplainedRule {
  const conditions = conditionsOf(tree).map((condition) => ({
    condition,
    sides: [condition.left, condition.right].map((operand) => sideOf(operand, owner, lookup)),
  }));
  const sides = conditions.flatMap((one) => one.sides);
  const ownEnds = sides.flatMap((side) => (side.kind === 'own' ? [side.end] : []));
  const personEnds = sides.flatMap((side) =>
    side.kind === 'auth' && account ? [personEnd(side.props, account, lookup)] : [],
  );
  return { tree, conditions, expand: expandsOf(ownEnds), personExpand: expandsOf(personEnds) };
}

const personEnd = (props: readonly string[], collection: Collection, lookup: Lookup) =>
  followPath(props, { collection, isNullable: true }, lookup);

function expandsOf(ends: readonly PathEnd[]): string {
  const all = ends.flatMap((end) => {
    if (end.kind !== 'column') return [];
    const isRelation = end.field && holdsRecords(end.field) && end.modifier === null;
    return [[expandOf(end), isRelation ? end.name : ''].filter(Boolean).join('.')];
  });
  return [...new Set(all)].filter(Boolean).join(',');
}

/** True if a part of the rule is met, by the results of its conditions. */
export function isMet(node: RuleNode, holds: ReadonlyMap<Condition, boolean>): boolean {
  if (node.kind === 'condition') return holds.get(node) ?? false;
  const met = (part: RuleNode) => isMet(part, holds);
  return node.kind === 'all' ? node.parts.every(met) : node.parts.some(met);
}

/**
 * Returns the condition to show for a record: a met one if the rule is met, else a failing one of the alternative
 * with the fewest failing conditions. Null if each part is met alone, but not by the same related record.
 */
export function decidingCondition(
  node: RuleNode,
  holds: ReadonlyMap<Condition, boolean>,
  isAllowed: boolean,
): Condition | null {
  if (node.kind === 'condition') return isMet(node, holds) === isAllowed ? node : null;
  const parts = node.parts.filter((part) => isMet(part, holds) === isAllowed);
  const [first] = isAllowed ? parts : parts.sort((a, b) => failureRate(a, holds) - failureRate(b, holds));
  return first ? decidingCondition(first, holds, isAllowed) : null;
}

/** The share of the conditions that fail. */
function failureRate(part: RuleNode, holds: ReadonlyMap<Condition, boolean>): number {
  const all = conditionsOf(part);
  return all.filter((one) => !holds.get(one)).length / all.length;
}

export interface Explained {
  /** Loaded with the `expand` of the rule. */
  readonly record: AnyRecord;
  /** Loaded with the `personExpand` of the rule. Null for a guest. */
  readonly person: Person | null;
  readonly lookup: Lookup;
}

/** Explains a condition in a few words, such as "customer is this user". The first piece is the subject. */
export function shortReason(
  { condition, sides }: ExplainedCondition,
  isHeld: boolean,
  explained: Explained,
): Piece[] {
  const own = sides.find((side) => side.kind === 'own');
  const auth = sides.find((side) => side.kind === 'auth');
  if (own?.kind === 'own') {
    const isPerson = auth?.kind === 'auth' && auth.props.join('.') === 'id' && isHeld;
    const isEqual = /^\??=$/.test(condition.operator);
    const path = piece('path', own.props.join('.'));
    if (isPerson && isEqual && explained.person) return [path, piece('words', ' is this user')];
    return [path, piece('words', ' is '), piece('value', valueOfOwn(own.end, explained))];
  }
  const source = auth ?? sides.find((side) => side.kind !== 'literal');
  const name = source && 'props' in source ? source.props.join('.') : condition.left.source;
  if (auth?.kind === 'auth') {
    if (!explained.person) return [piece('words', 'A guest has no '), piece('path', name)];
    return [
      piece('path', name),
      piece('words', ' is '),
      piece('value', valueOfPerson(auth.props, explained)),
    ];
  }
  return [piece('path', name), piece('words', isHeld ? ' matches' : ' does not match')];
}

/** Explains a condition in a sentence, with the values of both sides. Empty if there is nothing to explain. */
export function longReason({ sides }: ExplainedCondition, explained: Explained): Piece[] {
  const parts = sides.flatMap((side): Piece[][] => {
    if (side.kind === 'own') {
      const value = piece('value', valueOfOwn(side.end, explained));
      return [[piece('path', side.props.join('.')), piece('words', ' is '), value]];
    }
    if (side.kind !== 'auth') return [];
    const { person } = explained;
    if (!person) return [[piece('words', 'a guest has none')]];
    if (side.props.join('.') === 'id') {
      return [
        [piece('words', 'the user is '), piece('value', displayText(person.record, person.collection))],
      ];
    }
    const value = valueOfPerson(side.props, explained);
    if (value !== empty) return [[piece('words', 'the user has '), piece('value', value)]];
    return [[piece('words', 'the user has no '), piece('path', side.props.join('.'))]];
  });
  return parts.flatMap((part, at) => (at === 0 ? part : [piece('words', ', '), ...part]));
}

const piece = (kind: Piece['kind'], text: string): Piece => ({ kind, text });

function valueOfPerson(props: readonly string[], { person, lookup }: Explained): string {
  if (!person) return '';
  const { collection, record } = person;
  const [name = ''] = props;
  if (props.length === 1 && name === 'collectionName') return collection.name;
  if (props.length === 1 && name === 'collectionId') return collection.id;
  const end = personEnd(props, collection, lookup);
  return end.kind === 'column' ? printValues(shownValues(record, end, lookup)) : empty;
}

function valueOfOwn(end: PathEnd, { record, lookup }: Explained): string {
  return end.kind === 'column' ? printValues(shownValues(record, end, lookup)) : empty;
}

/** Returns the values at the end of a path. For a related record, it is its name. */
function shownValues(record: AnyRecord, end: PathColumn, lookup: Lookup): string[] {
  return rowsAt([record], end).flatMap((row) => {
    if (!row) return [];
    const value = fieldValue(row, end.name);
    const items = Array.isArray(value) ? value : [value];
    if (end.modifier === 'length') return [String(items.filter((item) => !isEmptyValue(item)).length)];
    const target = end.field && lookup.byId.get(targetOf(end.field) ?? '');
    const related = target ? (expandedRecords(row, end.name) ?? []) : [];
    return items.flatMap((item) => {
      if (isEmptyValue(item)) return [];
      const found = related.find(({ id }) => id === item);
      if (found) return [displayText(found, target ?? undefined)];
      return [typeof item === 'object' ? JSON.stringify(item) : String(item)];
    });
  });
}

const empty = 'empty';
const mostValues = 3;
const longestText = 60;

function printValues(values: readonly string[]): string {
  if (values.length === 0) return empty;
  const shown = values.slice(0, mostValues).map((text) => cut(text, longestText));
  const more = values.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}
