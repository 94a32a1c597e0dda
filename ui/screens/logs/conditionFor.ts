import { rulesFor } from '../../state/filterRules';
import { conditionOf, needsRules } from './logConditions';

/** The condition as this server reads it; it is asked how only when that matters. */
export async function conditionFor(key: string, value: unknown, isExcluded: boolean): Promise<string> {
  const rules = await rulesFor(needsRules(key, value) ? '\\' : '');
  return conditionOf(key, value, isExcluded, rules);
}
