import { apiAddress } from '../../api/client';
import { readJson, readText, remove, writeJson, writeText } from '../../platform/storage';

const marksKey = 'lowlineBinToEmpty';
const choiceKey = 'lowlineBinAtLogOut';

/** True if the bin ends with the session. */
export const isEmptiedAtLogOut = () => readText(choiceKey) === 'empty';

export function setEmptiedAtLogOut(empties: boolean): void {
  writeText(choiceKey, empties ? 'empty' : 'keep');
}

/** The owner of a bin: the address of the API, and the id of the admin. */
export type BinOwner = readonly [server: string, admin: string];

/**
 * Marks the bin of an admin, so that it is emptied even if the page closes first. Returns false if the bin outlives
 * the session.
 */
export function markBin(admin: string): boolean {
  if (!isEmptiedAtLogOut()) return false;
  writeJson(marksKey, [...readMarks(), [apiAddress(''), admin]]);
  return true;
}

export function readMarks(): BinOwner[] {
  const stored = readJson(marksKey);
  return Array.isArray(stored) ? stored.filter(isOwner) : [];
}

function isOwner(mark: unknown): mark is BinOwner {
  return Array.isArray(mark) && mark.length === 2 && mark.every((part) => typeof part === 'string');
}

export function dropMarks(): void {
  remove(marksKey);
}
