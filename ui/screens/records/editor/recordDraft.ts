import { type Collection, collectionTypeOf } from '../../../model/collection';
import { isEqual } from '../../../platform/equal';
import type { Choices, Conflict } from './recordMerge';
import { byName, type FormValue, type FormValues, isSame, passwordNames } from './recordValues';

/**
 * What a draft holds: the values that were changed, and what they were before, so that a record which was saved
 * since is noticed. Never passwords, never files.
 */
export interface RecordDraft {
  changed: FormValues;
  before: FormValues;
}

/** Null when there is nothing to keep. */
export function draftOf(collection: Collection, now: FormValues, before: FormValues): RecordDraft | null {
  const isAccount = collectionTypeOf(collection) === 'auth';
  const names = Object.keys(now)
    .filter((name) => !(isAccount && passwordNames.includes(name)))
    .filter((name) => !isEqual(now[name], before[name]));
  if (names.length === 0) return null;
  const only = (values: FormValues) =>
    byName(names.map((name): [string, FormValue] => [name, plain(values[name] ?? '')]));
  return { changed: only(now), before: only(before) };
}

export interface Restored {
  values: FormValues;
  /** What both the draft and someone since have changed. */
  conflicts: Conflict[];
  /** What was typed into fields that are gone, or hold another kind of value now. */
  lost: string[];
}

/** The draft on top of today's values. */
export function restoredFrom(
  collection: Collection,
  stored: Readonly<Record<string, unknown>>,
  today: FormValues,
  choices: Choices = {},
): Restored {
  const { changed, before } = {
    changed: entriesOf(stored['changed']),
    before: new Map(entriesOf(stored['before'])),
  };
  const values = new Map(Object.entries(today));
  const conflicts: Conflict[] = [];
  const lost: string[] = [];
  for (const [name, mine] of changed) {
    const theirs = today[name];
    const base = before.get(name);
    if (theirs === undefined || !isFormValue(mine) || kindOf(mine) !== kindOf(theirs)) {
      lost.push(name);
      continue;
    }
    const isUntouched = !isFormValue(base) || isSame(collection, name, base, theirs);
    const choice = Object.hasOwn(choices, name) ? choices[name] : undefined;
    if (isUntouched || choice || isSame(collection, name, mine, theirs)) {
      if (choice !== 'theirs') values.set(name, mine);
    } else conflicts.push({ name, isFile: false, base, mine, theirs });
  }
  return { values: byName(values), conflicts, lost };
}

/** A copy that no proxy watches. */
const plain = (value: FormValue): FormValue => (typeof value === 'object' ? [...value] : value);

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

function isFormValue(value: unknown): value is FormValue {
  return kindOf(value) !== 'object' && kindOf(value) !== 'undefined';
}

function kindOf(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'boolean') return typeof value;
  return Array.isArray(value) && value.every((item) => typeof item === 'string') ? 'list' : 'object';
}
