import { apiAddress } from '../api/client';
import { readJson, readText, remove, writeJson, writeText } from '../platform/storage';

const marksKey = 'lowlineBinToEmpty';
const choiceKey = 'lowlineBinAtLogOut';

/** Does the bin end with the session? */
export const isEmptiedAtLogOut = () => readText(choiceKey) === 'empty';

export function setEmptiedAtLogOut(empties: boolean): void {
  writeText(choiceKey, empties ? 'empty' : 'keep');
}

/** Names the bin of an admin on this server. */
export const ownerOf = (server: string, admin: string) => `${server} ${admin}`;

/**
 * Marks the bin of an admin, so that it is emptied even if the page closes first. Returns false if the bin outlives
 * the session.
 */
export function markBin(admin: string): boolean {
  if (!isEmptiedAtLogOut()) return false;
  writeJson(marksKey, [...readMarks(), ownerOf(apiAddress(''), admin)]);
  return true;
}

export function readMarks(): string[] {
  const stored = readJson(marksKey);
  return Array.isArray(stored) ? stored.filter((text): text is string => typeof text === 'string') : [];
}

export function dropMarks(): void {
  remove(marksKey);
}
