import { explainFilter } from '../../../model/explainFilter';

/** What the server will not understand in a rule, as far as we see; null when we find nothing. */
export function ruleHint(rule: string, knownFields: readonly string[] | null): string | null {
  if (rule !== '' && rule.trim() === '') return 'The rule contains only spaces.';
  return explainFilter(rule, knownFields)?.replace('The filter holds', 'The rule holds') ?? null;
}

/** Did the last change end in the middle of a word, so that more of it may follow? */
export function endsInWord(before: string, after: string): boolean {
  const shorter = Math.min(before.length, after.length);
  let same = 0;
  while (same < shorter && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  return /[\w.:@]/.test(after.charAt(after.length - same - 1));
}
