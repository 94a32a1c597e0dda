import type { StagedCells } from './stagedCell';

/** Explains a manual change of `verified`. The second sentence holds for servers since 0.22.42. */
export function verifiedQuestion(isTurnedOn: boolean): string {
  const question = 'Do you really want to manually change the verified account state?';
  if (!isTurnedOn) return question;
  return `${question} If the user signs in by linked providers, newer servers remove these links and sign the user out.`;
}

/** Returns the question before changed cells are saved; null if no account becomes verified or unverified. */
export function cellsQuestion(records: Iterable<{ readonly cells: StagedCells }>): string | null {
  const cells = [...records].flatMap((record) => record.cells.get('@verified') ?? []);
  return cells.length === 0 ? null : verifiedQuestion(cells.some(({ mine }) => mine === true));
}
