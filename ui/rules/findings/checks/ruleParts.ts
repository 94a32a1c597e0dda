import { type Collection, fieldOf, userNamesOf } from '../../../model/collection';
import {
  branchesOf,
  type Condition,
  conditionsOf,
  hasCall,
  operandsOf,
  tryParseRule,
} from '../../../model/filter/parseRule';
import { atRequest, isChanged, isIsset } from '../../../model/filter/ruleWords';
import { type MentioningRule, mentioningRules, textOfRule } from '../../../model/mentions';
import type { Lookup } from '../../../model/rulePaths';
import { isMultiple } from '../../../model/types/fieldTypes';
import { type AccountTest, accountTest, isForAccounts } from '../../reading/classifyRule';
import { followPath, type PathEnd } from '../../reading/followPath';
import { type RuleSide, type SidePath, sideOf } from '../../reading/ruleSide';
import { type Report, rulePlace } from './finding';

/** A rule that is a filter, with the meaning of its parts. */
export interface Rule {
  readonly collection: Collection;
  readonly name: MentioningRule;
  readonly text: string;
  readonly tests: readonly Test[];
  /** The alternatives, each with the tests that must all hold; null if there are too many. */
  readonly branches: readonly (readonly Test[])[] | null;
}

/** A condition with the meaning of its sides. */
export interface Test {
  readonly source: string;
  /** The left and the right side, as written. */
  readonly sources: readonly [string, string];
  readonly operator: string;
  readonly sides: readonly [RuleSide, RuleSide];
  /** Set if the test is only about whether there is an account. */
  readonly account: AccountTest | null;
}

const known = new WeakMap<Lookup, Map<Collection, readonly Rule[]>>();

/** Leaves out rules that are empty, locked, cannot be parsed, or have a function. */
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
    if (!text || !tree || hasCall(tree)) return [];
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
  const [left, right] = operandsOf(condition).map((operand) => sideOf(operand, owner, lookup)) as [
    RuleSide,
    RuleSide,
  ];
  const sources = [condition.left.source, condition.right.source] as const;
  const { operator } = condition;
  const source = sources.join(` ${operator} `);
  return { source, sources, operator, sides: [left, right], account: accountTest(condition) };
}

/** Follows a path of the person in each auth collection. Empty for a field of the request that is no path. */
export function accountEnds(side: SidePath, lookup: Lookup): { account: Collection; end: PathEnd }[] {
  const [owner] = lookup.accounts;
  if (side.props.length === 1 && userNamesOf(owner ?? {}).includes(side.props[0] ?? '')) return [];
  return lookup.accounts.map((account) => ({
    account,
    end: followPath(side.props, { collection: account, isNullable: true }, lookup),
  }));
}

/** Returns the sides in both orders, for functions that look at one side. */
export function eachWay({ sides: [left, right] }: Test): [RuleSide, RuleSide][] {
  return [
    [left, right],
    [right, left],
  ];
}

export const ruleNamed = (collection: Collection, name: MentioningRule, lookup: Lookup): Rule | undefined =>
  rulesOf(collection, lookup).find((rule) => rule.name === name);

/** Removes the `?`, which means "any of several values". */
export const plainOf = ({ operator }: Test): string => operator.replace('?', '');

export const guestTest = `${atRequest.auth}.id != ""`;

/** True if no guest meets the test. For guests, `@request.auth` is NULL, which equals ''. */
export function stopsGuests(test: Test): boolean {
  const operator = plainOf(test);
  return eachWay(test).some(([side, other]) => {
    if (side.kind !== 'auth' || other.kind !== 'literal') return false;
    if (operator === '=') return !other.isEmpty;
    return operator === '!=' ? other.isEmpty : operator !== '!~';
  });
}

/** True if an alternative of the rule tests only that there is an account. */
export const isSignedIn = ({ branches, text }: Rule): boolean =>
  branches ? branches.some(isForUsers) : isForAccounts(text);

/** True if the alternative asks for an account, and for nothing else. */
export const isForUsers = (branch: readonly Test[]): boolean =>
  branch.every(({ account }) => account !== null) && branch.some(({ account }) => account === 'account');

export const isData = (side: RuleSide, field: string) => side.kind === 'data' && side.first === field;

/** Reports rules that `rulesOf` leaves out although they are filters. */
export function reportUnread(collection: Collection, lookup: Lookup, report: Report): void {
  const read = rulesOf(collection, lookup).map(({ name }) => name);
  for (const name of mentioningRules) {
    const text = textOfRule(collection, name);
    if (!text || read.includes(name)) continue;
    const reason = tryParseRule(text) ? 'The rule has a function.' : 'The rule cannot be read.';
    report.cannotTell(rulePlace(collection, name).text, reason);
  }
}

export const tooManyAlternatives = 'The rule has too many alternatives.';

/** Reports a rule with too many alternatives to judge each. */
export function reportUnjudged({ branches, collection, name }: Rule, report: Report): void {
  if (!branches) report.cannotTell(rulePlace(collection, name).text, tooManyAlternatives);
}

export const hasSide = (test: Test, is: (side: RuleSide) => boolean) => test.sides.some(is);

/** The write that a rule judges. An update rule sees the stored record, so only the body has the new value. */
export interface Write {
  readonly collection: Collection;
  readonly field: string;
  readonly isNew: boolean;
}

/**
 * True if the test stops a write that sets the field to this value; null is any value that no test names. A
 * comparison with anything but a literal counts as a limit.
 */
export function stopsValue(test: Test, write: Write, value: string | null): boolean {
  return eachWay(test).some(
    ([side, other]) => isNewValue(side, write) && stops(test, side, other, write, value),
  );
}

function isNewValue(side: RuleSide, { field, isNew }: Write): side is RuleSide & { kind: 'own' | 'data' } {
  return isData(side, field) || (isNew && side.kind === 'own' && side.first === field);
}

function stops(
  test: Test,
  { props, first }: RuleSide & { kind: 'own' | 'data' },
  other: RuleSide,
  { collection, field }: Write,
  value: string | null,
): boolean {
  const plain = plainOf(test);
  // A value that does not change is no new one.
  if (isIsset(props[0] ?? '') || isChanged(props[0] ?? '')) {
    return other.kind === 'literal' && (other.value === 'false') !== (plain === '!=');
  }
  if (other.kind !== 'literal' || props.length > 1 || props[0] !== first) return true;
  const known = fieldOf(collection, field);
  // The list may contain the value among others.
  if (known && isMultiple(known) && (test.operator !== plain || plain === '~')) return false;
  const wanted = other.isEmpty ? '' : other.value;
  const isInside = value?.toLowerCase().includes(wanted.toLowerCase()) === true;
  if (plain === '=') return value !== wanted;
  if (plain === '!=') return value === null ? wanted !== '' : value === wanted;
  if (plain === '~') return !isInside;
  return plain !== '!~' || value === null || isInside;
}
