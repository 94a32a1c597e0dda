import { type Collection, collectionTypeOf } from '../../model/collection';
import { branchesOf, operandsOf, tryParseRule } from '../../model/filter/parseRule';
import { isOfRequest, isOfUser } from '../../model/filter/ruleWords';
import { type Lookup, namesOf } from '../../model/rulePaths';
import { type RuleSide, sideOf } from './ruleSide';

/** Returns a sentence if the rule reads a part of the request that guests choose; else null. */
export function guestsChoose(rule: string | null): string | null {
  const tree = rule ? tryParseRule(rule) : null;
  const name =
    tree &&
    operandsOf(tree)
      .flatMap(({ kind, source }) => (kind === 'text' ? [] : namesOf(source)))
      .find(isOfOthers);
  return name ? `The rule reads ${name.split('.').slice(0, 2).join('.')}, which guests choose.` : null;
}

interface JudgedTest {
  readonly operator: string;
  readonly sides: readonly [RuleSide, RuleSide];
}

/**
 * Returns the path of the record that the tests compare with the person, if it can be empty: a guest's id is empty,
 * too. A number or bool is empty only if a record on the path is missing.
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

/** True if the test demands that a side of this kind is not empty. */
export function demandsValue({ operator, sides }: JudgedTest, isAsked: (side: RuleSide) => boolean): boolean {
  if (operator !== '!=' && operator !== '?!=') return false;
  const [left, right] = sides;
  const isEmpty = (side: RuleSide) => side.kind === 'literal' && side.isEmpty;
  return (isAsked(left) && isEmpty(right)) || (isAsked(right) && isEmpty(left));
}

/** Returns a path that lets guests pass the rule while its value is empty; null if none is known. */
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

/** True if the rule reads the person. */
export function namesPerson(rule: string): boolean {
  const tree = tryParseRule(rule);
  return tree !== null && operandsOf(tree).some(({ source }) => isOfUser(source));
}

const isOfOthers = (name: string) => isOfRequest(name) && !isOfUser(name);
