import { apiAddress } from '../../backend/client';
import { readJson, readText, remove, writeJson, writeText } from '../../base/storage';

const marksKey = 'lowlineBinToEmpty';
const choiceKey = 'lowlineBinAtLogOut';

export const isEmptiedAtLogOut = () => readText(choiceKey) === 'empty';

export function setEmptiedAtLogOut(empties: boolean): void {
  writeText(choiceKey, empties ? 'empty' : 'keep');
}

type HistoryOwner = readonly [server: string, admin: string];

/**
 * Marks the history of an admin for removal, so that the next visit empties it even if the page is closed now.
 * Returns false if the history stays.
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
