import { rulesFor } from '../../state/filterDialect';
import { conditionOf, needsRules } from './logConditions';

/** Returns the condition in the server's dialect; asks the server only if the dialect matters. */
export async function conditionFor(key: string, value: unknown, isExcluded: boolean): Promise<string> {
  const rules = await rulesFor(needsRules(key, value) ? '\\' : '');
  return conditionOf(key, value, isExcluded, rules);
}
