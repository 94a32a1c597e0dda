import { useSnapshot } from 'valtio';
import { countOf, printCount } from '../../base/text';
import type { Collection } from '../../model/collection';
import type { MentioningRule } from '../../model/mentions';
import { isCountedRule, keyOf, type RuleCount, type RuleCounts } from './ruleCounts';
import type { RuleCell, RuleRow } from './ruleRows';

/** Returns the present count; does not start one. */
export function useRuleCount(
  counts: RuleCounts,
  collection: Collection,
  rule: MentioningRule,
): RuleCount | undefined {
  const { byKey } = useSnapshot(counts.state);
  return isCountedRule(rule) ? byKey[keyOf(collection, rule)] : undefined;
}

/** Returns why guests pass a rule that is not empty; null if it is not known. */
export function useWarning(
  { collection }: RuleRow,
  name: MentioningRule,
  cell: RuleCell | undefined,
  counts: RuleCounts,
): string | null {
  const count = useRuleCount(counts, collection, name);
  if (!cell?.rule) return null;
  if (cell.warning || count?.kind !== 'counted' || count.found === 0) return cell.warning;
  return `Guests pass for ${printCount(count.found)} of ${countOf(count.total, 'record')}`;
}
