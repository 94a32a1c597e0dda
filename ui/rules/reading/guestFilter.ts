import { type Collection, collectionTypeOf } from '../../model/collection';
import {
  branchesOf,
  operandsOf,
  printCondition,
  printRule,
  tryParseRule,
} from '../../model/filter/parseRule';
import { isOfRequest, isOfUser } from '../../model/filter/ruleWords';
import { maxQueryLength, serverQueryLength } from '../../model/queryLength';
import type { Lookup } from '../../model/rulePaths';
import { ruleFault } from './classifyRule';
import { emailGuard, type RuleSide, sideOf } from './ruleSide';

/** How an admin finds the records that guests get. */
export type GuestFilter =
  | { readonly kind: 'all' | 'none' }
  /** An admin who sends this filter finds the same records. */
  | { readonly kind: 'filter'; readonly filter: string }
  /** The reason is a sentence. */
  | { readonly kind: 'notSimulated'; readonly reason: string };

/**
 * Returns the filter for the records that guests pass the rule for. `@request.auth` is NULL in a call of an
 * admin and in a call of a guest. So a rule without other `@request` names is its own filter. Only a list hides
 * e-mail addresses.
 */
export function guestFilter(
  rule: string | null,
  owner: Collection,
  lookup: Lookup,
  isList: boolean,
): GuestFilter {
  if (rule === null) return { kind: 'none' };
  if (rule.trim() === '') return { kind: 'all' };
  const tree = tryParseRule(rule);
  if (!tree) return notSimulated('The rule cannot be read.');
  const fault = ruleFault(tree, owner, lookup);
  if (fault !== null) return notSimulated(`The server refuses the rule. ${fault}`);
  const name = operandsOf(tree).find(isOfOthers)?.source;
  if (name !== undefined) {
    return notSimulated(`The rule reads ${name.split('.').slice(0, 2).join('.')}, which guests choose.`);
  }
  let hasEmail = false;
  const printed = printRule(tree, (condition) => {
    const sides = isList ? [condition.left, condition.right] : [];
    const guards = sides.flatMap((operand) => emailGuard(sideOf(operand, owner, lookup)) ?? []);
    if (guards.length === 0) return printCondition(condition);
    hasEmail = true;
    return `(${[printCondition(condition), ...guards].join('&&')})`;
  });
  const filter = hasEmail ? printed : rule;
  if (serverQueryLength({ page: '1', perPage: '1', fields: 'id', filter }) > maxQueryLength) {
    return notSimulated('The rule is too long for a request.');
  }
  return { kind: 'filter', filter };
}

/** A condition with the meaning of its sides. */
interface JudgedTest {
  readonly operator: string;
  readonly sides: readonly [RuleSide, RuleSide];
}

/**
 * Returns the path of a record that the tests compare with the person, if it may be empty. For a guest, the
 * person's id is empty, too. A number and a bool are never empty, unless the record before them is missing.
 */
export function emptyOwnerPath(tests: readonly JudgedTest[]): string | null {
  for (const { operator, sides } of tests) {
    if (operator !== '=' && operator !== '?=') continue;
    for (const [side, other] of [sides, sides.toReversed()]) {
      if (side?.kind !== 'own' || other?.kind !== 'auth' || side.end.kind !== 'column') continue;
      const { steps, field, columnClass, collection } = side.end;
      const mayBeMissing = steps.some((step) => step.isBack || !step.field.required);
      const isSet = columnClass === 'number' && collectionTypeOf(collection) !== 'view';
      const mayBeEmpty = !isSet && field !== null && !field.required;
      if (!(mayBeMissing || mayBeEmpty) || columnClass === 'list') continue;
      const path = side.props.join('.');
      const isPath = (one: RuleSide) => one.kind === 'own' && one.props.join('.') === path;
      if (!tests.some((test) => demandsValue(test, isPath))) return path;
    }
  }
  return null;
}

/** True if the test demands that such a side is not empty. */
export function demandsValue({ operator, sides }: JudgedTest, isAsked: (side: RuleSide) => boolean): boolean {
  if (operator !== '!=' && operator !== '?!=') return false;
  const [left, right] = sides;
  const isEmpty = (side: RuleSide) => side.kind === 'literal' && side.isEmpty;
  return (isAsked(left) && isEmpty(right)) || (isAsked(right) && isEmpty(left));
}

/** Returns a path whose empty value lets guests pass the rule; null if none is known. */
export function emptyPathOfRule(rule: string, owner: Collection, lookup: Lookup): string | null {
  const tree = tryParseRule(rule);
  for (const branch of (tree && branchesOf(tree)) ?? []) {
    const path = emptyOwnerPath(
      branch.map(({ left, operator, right }) => ({
        operator,
        sides: [sideOf(left, owner, lookup), sideOf(right, owner, lookup)],
      })),
    );
    if (path !== null) return path;
  }
  return null;
}

/** True if the rule names the person. */
export function namesPerson(rule: string): boolean {
  const tree = tryParseRule(rule);
  return tree !== null && operandsOf(tree).some(({ source }) => isOfUser(source));
}

const notSimulated = (reason: string): GuestFilter => ({ kind: 'notSimulated', reason });

const isOfOthers = ({ kind, source }: { kind: string; source: string }) =>
  kind === 'name' && isOfRequest(source) && !isOfUser(source);
