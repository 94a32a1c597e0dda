import { type Collection, collectionTypeOf } from '../../model/collection';
import { branchesOf, operandsOf, tryParseRule } from '../../model/filter/parseRule';
import { isOfRequest, isOfUser } from '../../model/filter/ruleWords';
import type { Lookup } from '../../model/rulePaths';
import { type RuleSide, sideOf } from './ruleSide';

/** Says that guests choose a part of the request that the rule reads; null if it reads none. */
export function guestsChoose(rule: string | null): string | null {
  const tree = rule ? tryParseRule(rule) : null;
  const name = tree && operandsOf(tree).find(isOfOthers)?.source;
  return name ? `The rule reads ${name.split('.').slice(0, 2).join('.')}, which guests choose.` : null;
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

const isOfOthers = ({ kind, source }: { kind: string; source: string }) =>
  kind === 'name' && isOfRequest(source) && !isOfUser(source);
