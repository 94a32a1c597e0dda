import { accountChecks } from './accountFindings';
import { conditionChecks } from './conditionFindings';
import { countKey, type Facts, type Outcome, runCheck, type WantedCount } from './finding';
import { guestChecks } from './guestFindings';
import { ruleChecks } from './ruleFindings';
import { settingsChecks } from './settingsFindings';
import { viewChecks } from './viewFindings';

export const checks = [
  ...accountChecks,
  ...viewChecks,
  ...guestChecks,
  ...conditionChecks,
  ...ruleChecks,
  ...settingsChecks,
];

/** Runs all checks. `wanted` are the counts that they lack; a run with these may find more. */
export function findAll(facts: Facts): { outcomes: readonly Outcome[]; wanted: readonly WantedCount[] } {
  const wanted = new Map<string, WantedCount>();
  const outcomes = checks
    .filter(({ isOn }) => isOn?.(facts) !== false)
    .map((check) => runCheck(check, facts, (count) => wanted.set(countKey(count), count)));
  return { outcomes, wanted: [...wanted.values()] };
}
