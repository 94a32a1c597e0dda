import { apiAddress } from '../../backend/client';
import { readJson, readText, remove, writeJson, writeText } from '../../base/storage';

const marksKey = 'lowlineBinToEmpty';
const choiceKey = 'lowlineBinAtLogOut';

/** True if the history ends with the session. */
export const isEmptiedAtLogOut = () => readText(choiceKey) === 'empty';

export function setEmptiedAtLogOut(empties: boolean): void {
  writeText(choiceKey, empties ? 'empty' : 'keep');
}

/** The owner of a history: the address of the API, and the id of the admin. */
type HistoryOwner = readonly [server: string, admin: string];

/**
 * Marks the history of an admin, so that it is emptied even if the page closes first. Returns false if the history outlives
 * the session.
 */
export function markHistory(admin: string): boolean {
  if (!isEmptiedAtLogOut()) return false;
  writeJson(marksKey, [...readMarks(), [apiAddress(''), admin]]);
  return true;
}

export function readMarks(): HistoryOwner[] {
  const stored = readJson(marksKey);
  return Array.isArray(stored) ? stored.filter(isOwner) : [];
}

function isOwner(mark: unknown): mark is HistoryOwner {
  return Array.isArray(mark) && mark.length === 2 && mark.every((part) => typeof part === 'string');
}

export function dropMarks(): void {
  remove(marksKey);
}
