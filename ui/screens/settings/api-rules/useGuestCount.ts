import { useSnapshot } from 'valtio';
import type { Collection } from '../../../model/collection';
import type { MentioningRule } from '../../../model/mentions';
import { printCount } from '../../../platform/text';
import { type GuestCount, type GuestCounts, isCountedRule, keyOf } from '../../../state/guestCounts';
import type { RuleCell, RuleRow } from './ruleRows';

/** Returns the known count; it asks for none. */
export function useGuestCount(
  counts: GuestCounts,
  collection: Collection,
  rule: MentioningRule,
): GuestCount | undefined {
  const { byKey } = useSnapshot(counts.state);
  return isCountedRule(rule) ? byKey[keyOf(collection, rule)] : undefined;
}

/** Says why guests pass a rule that is not empty; null if that is not known. */
export function useWarning(
  { collection }: RuleRow,
  name: MentioningRule,
  cell: RuleCell | undefined,
  counts: GuestCounts,
): string | null {
  const count = useGuestCount(counts, collection, name);
  if (!cell?.rule) return null;
  if (cell.warning || count?.kind !== 'counted' || count.guests === 0) return cell.warning;
  return `Guests pass for ${printCount(count.guests)} of ${printCount(count.total)} records`;
}
