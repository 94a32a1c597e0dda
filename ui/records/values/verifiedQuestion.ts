import type { Changes } from './change';

/** Explains a change of `verified`. The second sentence is true for servers since 0.22.42. */
export function verifiedQuestion(isTurnedOn: boolean): string {
  const question = 'Do you really want to manually change the verified account state?';
  if (!isTurnedOn) return question;
  return `${question} If the user signs in by linked providers, newer servers remove these links and sign the user out.`;
}

/** Returns the question before these changes are saved; null if none concerns `verified`. */
export function changesQuestion(records: Iterable<{ readonly changes: Changes }>): string | null {
  const accounts = [...records].flatMap((record) => record.changes.get('@verified') ?? []);
  return accounts.length === 0 ? null : verifiedQuestion(accounts.some(({ mine }) => mine === true));
}
