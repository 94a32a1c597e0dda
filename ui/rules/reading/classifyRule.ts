// A rule has a state only if it is certain: "Signed in" and "Owner" must hold for every alternative, or the rule is
// "Other". So is a rule with more than 64 alternatives, or one that the server refuses. "Signed in" is read from
// the tree, so it is found in long rules too.

import { type Collection, collectionTypeOf, fieldOf, systemNamesOf, userNames } from '../../model/collection';
import {
  branchesOf,
  type Condition,
  conditionsOf,
  hasCall,
  type Operand,
  operandsOf,
  type RuleNode,
  tryParseRule,
} from '../../model/filter/parseRule';
import { atRequest, isOfUser } from '../../model/filter/ruleWords';
import type { Lookup } from '../../model/rulePaths';
import { followPath, type PathEnd } from './followPath';
import { sideFault, sideOf } from './ruleSide';

/** The widest first. */
export const ruleStates = ['everyone', 'signedIn', 'owner', 'other', 'admins'] as const;
export type RuleStateName = (typeof ruleStates)[number];

export type RuleState =
  | { readonly kind: Exclude<RuleStateName, 'owner'> }
  /** Paths of the record that are compared with the account, one for each alternative. */
  | { readonly kind: 'owner'; readonly paths: readonly string[] };

/** Null is a rule for admins only. */
export function classifyRule(rule: string | null, owner: Collection, lookup: Lookup): RuleState {
  if (rule === null) return { kind: 'admins' };
  if (rule.trim() === '') return { kind: 'everyone' };
  const tree = tryParseRule(rule);
  if (!tree || hasCall(tree) || ruleFault(tree, owner, lookup) !== null) return { kind: 'other' };
  if (isAccountRule(tree)) return { kind: 'signedIn' };
  const branches = branchesOf(tree);
  if (!branches) return { kind: 'other' };
  const paths = branches.map((branch) => firstOf(branch, (condition) => ownerPath(condition, owner, lookup)));
  if (!paths.every((path) => path !== null)) return { kind: 'other' };
  return { kind: 'owner', paths: [...new Set(paths)] };
}

/** True if the rule admits every account and no guest. It needs no collection. */
export function isForAccounts(rule: string): boolean {
  const tree = tryParseRule(rule);
  return tree !== null && isAccountRule(tree);
}

/** Returns why the server refuses to run the rule; null if no reason is known. */
export function ruleFault(tree: RuleNode, owner: Collection, lookup: Lookup): string | null {
  return firstOf(operandsOf(tree), (operand) => sideFault(sideOf(operand, owner, lookup)));
}

/** True if every alternative tests only that there is an account, or its collection. */
function isAccountRule(tree: RuleNode): boolean {
  return needsAccount(tree) && conditionsOf(tree).every((condition) => accountTest(condition) !== null);
}

/** True if guests cannot pass. Reads the tree, because the alternatives of a long rule are too many to list. */
function needsAccount(node: RuleNode): boolean {
  if (node.kind === 'condition') return accountTest(node) === 'account';
  return node.kind === 'any' ? node.parts.every(needsAccount) : node.parts.some(needsAccount);
}

export type AccountTest = 'account' | 'collection';

/**
 * Returns 'account' if the condition needs an account; 'collection' if it only excludes accounts of one, so that
 * guests pass.
 */
export function accountTest({ left, operator, right }: Condition): AccountTest | null {
  for (const [one, other] of [
    [left, right],
    [right, left],
  ] as const) {
    const field = accountPath(one);
    const isOfCollection = field === 'collectionId' || field === 'collectionName';
    if (!isOfCollection && (field === null || !systemNamesOf('base').includes(field))) continue;
    const isEmpty = isEmptyLiteral(other);
    if (isUnequal(operator) && isEmpty) return 'account';
    if (!isOfCollection || isEmpty || other.kind !== 'text') return null;
    if (isEqual(operator)) return 'account';
    if (isUnequal(operator)) return 'collection';
  }
  return null;
}

/** Returns the path of the record that the condition compares with the account. */
function ownerPath({ left, operator, right }: Condition, owner: Collection, lookup: Lookup): string | null {
  for (const [own, other] of [
    [left, right],
    [right, left],
  ] as const) {
    if (!isOwnPath(own) || !isKnownAccountPath(other, lookup)) continue;
    const end = followOwnPath(own, owner, lookup);
    if (end.kind !== 'column') continue;
    // The server compares the whole JSON of a list; only `~` looks into it.
    const isInList = operator.endsWith('~') && !operator.endsWith('!~') && own === left;
    if (end.columnClass === 'list' ? isInList : isEqual(operator)) return own.source;
  }
  return null;
}

/** Returns what follows `@request.auth.`; null for another operand. */
function accountPath({ kind, source }: Operand): string | null {
  return kind === 'name' && isOfUser(source) ? source.slice(`${atRequest.auth}.`.length) : null;
}

/** True for a path of the person that exists in at least one auth collection. */
export function isKnownAccountPath(operand: Operand, lookup: Lookup): boolean {
  const path = accountPath(operand);
  if (path === null) return false;
  if (path === 'collectionId' || path === 'collectionName') return true;
  return lookup.accounts.some((collection) => {
    const end = followPath(path.split('.'), { collection, isNullable: true }, lookup);
    return end.kind === 'column';
  });
}

const isEqual = (operator: string) => operator === '=' || operator === '?=';
const isUnequal = (operator: string) => operator === '!=' || operator === '?!=';

const isOwnPath = ({ kind, source }: Operand) => kind === 'name' && !source.startsWith('@');

const followOwnPath = ({ source }: Operand, collection: Collection, lookup: Lookup): PathEnd =>
  followPath(source.split('.'), { collection, isNullable: false }, lookup);

const isEmptyLiteral = ({ kind, source }: Operand) =>
  (kind === 'text' && source.length === 2) || (kind === 'name' && source.toLowerCase() === 'null');

/**
 * Returns a sentence if guests always pass the rule although it is not empty. Null if they do not, or if it depends
 * on the record or the request. For guests, `@request.auth` is NULL, and NULL equals "".
 */
export function whyGuestsPass(rule: string | null, owner: Collection, lookup: Lookup): string | null {
  const tree = rule === null || rule.trim() === '' ? null : tryParseRule(rule);
  if (!tree || ruleFault(tree, owner, lookup) !== null) return null;
  const passed = passedByGuests(tree, owner);
  if (!passed) return null;
  const missing = new Set(passed.flatMap(({ left, right }) => [left, right].flatMap(missingNames)));
  if (missing.size === 0) return 'Guests pass: every record has an id';
  return `Guests pass: they have no ${[...missing].join(', no ')}`;
}

/** Returns `role` for `@request.auth.role`, and `account` for a field that all accounts have. */
function missingNames(operand: Operand): string[] {
  const path = accountPath(operand);
  if (path === null) return [];
  const name = path.split(/[.:]/)[0] ?? path;
  return [userNames.includes(name) ? 'account' : name];
}

/** Returns the conditions by which every guest passes for every record; null if that is not certain. */
function passedByGuests(node: RuleNode, owner: Collection): Condition[] | null {
  if (node.kind === 'condition') return isPassedByGuests(node, owner) ? [node] : null;
  const parts = node.parts.map((part) => passedByGuests(part, owner));
  if (node.kind === 'any') return parts.find((part) => part !== null) ?? null;
  return parts.every((part) => part !== null) ? parts.flat() : null;
}

type Known = 'empty' | 'set' | null;

/** For NULL, only `=` and `!=` can hold (`resolveEqualExpr` in `search/filter.go`). */
function isPassedByGuests({ left, operator, right }: Condition, owner: Collection): boolean {
  if (!isEqual(operator) && !isUnequal(operator)) return false;
  const sides = [left, right].map((operand) => knownForGuests(operand, owner));
  if (sides.includes(null)) return false;
  const empty = sides.filter((side) => side === 'empty').length;
  return isEqual(operator) ? empty === 2 : empty === 1;
}

/** True if the operand is empty in a guest's request; null if it is not known. */
function knownForGuests(operand: Operand, owner: Collection): Known {
  const { kind, source } = operand;
  if (kind === 'number') return 'set';
  if (accountPath(operand) !== null || (isEmptyLiteral(operand) && !fieldOf(owner, source))) return 'empty';
  if (kind === 'text') return 'set';
  if (/^(true|false)$/i.test(source)) return fieldOf(owner, source) ? null : 'set';
  return source === 'id' && collectionTypeOf(owner) !== 'view' ? 'set' : null;
}

function firstOf<Item, Result>(items: readonly Item[], find: (item: Item) => Result | null): Result | null {
  for (const item of items) {
    const found = find(item);
    if (found !== null) return found;
  }
  return null;
}
