import { proxy } from 'valtio/vanilla';
import { apiAddress } from '../../backend/client';
import { readJson, writeJson } from '../../base/storage';

/**
 * Stores the findings of a server in this browser: the notes of accepted ones, and the numbers of the last run, so
 * that a sidebar can show these without a run.
 */
export const state = proxy<{
  /** Null before the first run. */
  critical: number | null;
  high: number;
  /** True if the numbers are from a run without counts of records, so that there may be more. */
  isLeast: boolean;
  /** The notes by the key of the finding. */
  accepted: Readonly<Record<string, string>>;
}>({ critical: null, high: 0, isLeast: false, accepted: {} });

const storageKey = 'lowlineFindings';

interface Marks {
  critical: number | null;
  high: number;
  isLeast: boolean;
  accepted: Record<string, string>;
}

/** Another tab may have changed them. */
export function read(): void {
  Object.assign(state, marksOf(readAll()[apiAddress('')]));
}

export function setCounts(critical: number, high: number, { isLeast = false } = {}): void {
  change((marks) => Object.assign(marks, { critical, high, isLeast }));
}

export function accept(key: string, note: string): void {
  change(({ accepted }) => {
    accepted[key] = note;
  });
}

export function reopen(key: string): void {
  change(({ accepted }) => {
    delete accepted[key];
  });
}

function change(edit: (marks: Marks) => void): void {
  const all = readAll();
  const marks = marksOf(all[apiAddress('')]);
  edit(marks);
  writeJson(storageKey, { ...all, [apiAddress('')]: marks });
  Object.assign(state, marks);
}

function readAll(): Record<string, unknown> {
  const stored = readJson(storageKey);
  return typeof stored === 'object' && stored !== null ? { ...stored } : {};
}

function marksOf(stored: unknown): Marks {
  const given = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>;
  const count = (value: unknown) => (typeof value === 'number' && value > 0 ? value : 0);
  const notes = Object.entries(given['accepted'] ?? {}).filter(([, note]) => typeof note === 'string');
  return {
    critical: typeof given['critical'] === 'number' ? count(given['critical']) : null,
    high: count(given['high']),
    isLeast: given['isLeast'] === true,
    accepted: Object.fromEntries(notes),
  };
}
