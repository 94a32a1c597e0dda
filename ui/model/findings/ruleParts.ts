import type { Collection } from '../collection';
import { mentioningRules, textOfRule } from '../mentions';
import type { Lookup } from '../rulePaths';
import { isForAccounts } from '../rules/classifyRule';
import { followPath, type PathEnd, splitModifier } from '../rules/followPath';
import {
  branchesOf,
  type Condition,
  conditionsOf,
  type Operand,
  operandsOf,
  tryParseRule,
} from '../rules/parseRule';
import { type AnyRuleName, type Report, rulePlace } from './finding';

/** A rule that is a filter, with its meaning. */
export interface Rule {
  readonly collection: Collection;
  readonly name: AnyRuleName;
  readonly text: string;
  readonly tests: readonly Test[];
  /** The alternatives, each with the tests that must hold together; null if there are too many. */
  readonly branches: readonly (readonly Test[])[] | null;
}

/** A condition with the meaning of its sides. */
export interface Test {
  readonly source: string;
  /** The left and the right side as written. */
  readonly sources: readonly [string, string];
  readonly operator: string;
  readonly sides: readonly [Side, Side];
}

interface PathSide {
  readonly props: readonly string[];
  /** The first name without its modifier. */
  readonly first: string;
}

type OwnSide = { readonly kind: 'own'; readonly end: PathEnd } & PathSide;

export type Side =
  | OwnSide
  | ({ readonly kind: 'collection'; readonly end: PathEnd } & PathSide)
  /** The person, whose account may be in any auth collection. */
  | ({ readonly kind: 'auth' } & PathSide)
  | ({ readonly kind: 'data' } & PathSide)
  /** The query, the headers or another part of the request. */
  | { readonly kind: 'request' }
  | { readonly kind: 'literal'; readonly isEmpty: boolean; readonly value: string };

const known = new WeakMap<Lookup, Map<Collection, readonly Rule[]>>();

/** Returns all rules of a collection that are filters; a rule that cannot be parsed is left out. */
export function rulesOf(collection: Collection, lookup: Lookup): readonly Rule[] {
  const all = known.get(lookup) ?? new Map<Collection, readonly Rule[]>();
  known.set(lookup, all);
  const rules = all.get(collection) ?? readRules(collection, lookup);
  all.set(collection, rules);
  return rules;
}

function readRules(collection: Collection, lookup: Lookup): Rule[] {
  return mentioningRules.flatMap((name) => {
    const text = textOfRule(collection, name);
    const tree = text && tryParseRule(text);
    if (!text || !tree) return [];
    const tests = new Map<Condition, Test>();
    const testOf = (condition: Condition) => {
      const test = tests.get(condition) ?? readTest(condition, collection, lookup);
      tests.set(condition, test);
      return test;
    };
    const branches = branchesOf(tree)?.map((branch) => branch.map(testOf)) ?? null;
    return [{ collection, name, text, branches, tests: conditionsOf(tree).map(testOf) }];
  });
}

function readTest(condition: Condition, owner: Collection, lookup: Lookup): Test {
  const [left, right] = operandsOf(condition).map((operand) => readSide(operand, owner, lookup)) as [
    Side,
    Side,
  ];
  const sources = [condition.left.source, condition.right.source] as const;
  const { operator } = condition;
  return { source: sources.join(` ${operator} `), sources, operator, sides: [left, right] };
}

function readSide({ kind, source }: Operand, owner: Collection, lookup: Lookup): Side {
  if (kind !== 'name') {
    const value = kind === 'text' ? source.slice(1, -1) : source;
    return { kind: 'literal', value, isEmpty: value === '' };
  }
  const props = source.split('.');
  const [start, second = '', ...rest] = props;
  if (start === '@request') {
    if (second !== 'auth' && second !== 'data') return { kind: 'request' };
    return { kind: second, props: rest, first: nameOf(rest) };
  }
  if (start === '@collection') {
    const collection = lookup.find(second.split(':', 1)[0] ?? '');
    const end: PathEnd = collection
      ? followPath(rest, { collection, isNullable: false, isSeveral: true }, lookup)
      : { kind: 'fails', reason: `There is no collection ${second.split(':', 1)[0]}.` };
    return { kind: 'collection', props: rest, first: nameOf(rest), end };
  }
  if (start?.startsWith('@') || ['true', 'false', 'null'].includes(source.toLowerCase())) {
    return { kind: 'literal', value: source, isEmpty: source.toLowerCase() === 'null' };
  }
  const end = followPath(props, { collection: owner, isNullable: false }, lookup);
  return { kind: 'own', props, first: nameOf(props), end };
}

const nameOf = ([first = '']: readonly string[]) => splitModifier(first).name;

/** The fields of an account that need no look into its row. */
const plainNames = [
  'id',
  'username',
  'email',
  'verified',
  'emailVisibility',
  'created',
  'updated',
  'collectionId',
  'collectionName',
];

/** The meanings of a path of the person: one for each auth collection; none for a plain field. */
export function accountEnds(side: PathSide, lookup: Lookup): { account: Collection; end: PathEnd }[] {
  if (side.props.length === 1 && plainNames.includes(side.props[0] ?? '')) return [];
  return lookup.accounts.map((account) => ({
    account,
    end: followPath(side.props, { collection: account, isNullable: true }, lookup),
  }));
}

/** Returns both orders of the sides: a function about one of them needs only one order. */
export function eachWay({ sides: [left, right] }: Test): [Side, Side][] {
  return [
    [left, right],
    [right, left],
  ];
}

/** The test that stops guests. */
export const guestTest = '@request.auth.id != ""';

/** Does no guest meet this test? A guest's `@request.auth` is NULL, which counts as ''. */
export function stopsGuests(test: Test): boolean {
  const operator = test.operator.replace('?', '');
  return eachWay(test).some(([side, other]) => {
    if (side.kind !== 'auth' || other.kind !== 'literal') return false;
    if (operator === '=') return !other.isEmpty;
    return operator === '!=' ? other.isEmpty : operator !== '!~';
  });
}

/** Does the rule test only that there is an account? */
export const isSignedIn = ({ text }: Rule): boolean => isForAccounts(text);

/** Returns the path of the record that the test compares with the person's id; null for another test. */
export function ownerPath(test: Test): OwnSide | null {
  if (!['=', '?=', '~', '?~'].includes(test.operator)) return null;
  for (const [side, other] of eachWay(test)) {
    if (side.kind === 'own' && other.kind === 'auth' && other.props.join('.') === 'id') return side;
  }
  return null;
}

/** Is the side the named field of the request's body? */
export const isData = (side: Side, field: string) => side.kind === 'data' && side.first === field;

/** Reports the rules that cannot be parsed; no check reads them. */
export function reportUnread(collection: Collection, lookup: Lookup, report: Report): void {
  const read = rulesOf(collection, lookup).map(({ name }) => name);
  for (const name of mentioningRules) {
    if (textOfRule(collection, name) && !read.includes(name)) {
      report.cannotTell(rulePlace(collection, name).text, 'The rule cannot be read.');
    }
  }
}

export const hasSide = (test: Test, is: (side: Side) => boolean) => test.sides.some(is);

export const isOwnEmail = (side: Side) =>
  side.kind === 'own' &&
  side.end.kind === 'column' &&
  side.end.name === 'email' &&
  side.end.field === null &&
  side.end.collection.type === 'auth';
