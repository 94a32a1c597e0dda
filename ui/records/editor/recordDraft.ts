import { isEqual } from '../../base/equal';
import { type Choices, type Conflict, createThreeWayMerge } from '../../base/threeWayMerge';
import type { Collection } from '../../model/collection';
import type { FormValue } from '../../model/field';
import { mergeValue } from '../values/recordMerge';
import { byName, type FormValues, isSame, isSecretName } from '../values/recordValues';

/**
 * The changed values and those before them, which show if others have saved the record since. Never contains
 * passwords or files.
 */
export interface RecordDraft {
  changed: FormValues;
  before: FormValues;
}

/** Null if nothing has changed. */
export function draftOf(collection: Collection, now: FormValues, before: FormValues): RecordDraft | null {
  const names = Object.keys(now)
    .filter((name) => !isSecretName(collection, name))
    .filter((name) => !isEqual(now[name], before[name]));
  if (names.length === 0) return null;
  const only = (values: FormValues) =>
    byName(names.map((name): [string, FormValue] => [name, plain(values[name] ?? '')]));
  return { changed: only(now), before: only(before) };
}

export interface Restored {
  values: FormValues;
  /** Values that others have changed too. */
  conflicts: readonly Conflict[];
  /** Values of fields that were removed, or have another type now. */
  lost: string[];
}

/** Merges the draft into the present values. */
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
  const merge = createThreeWayMerge(choices);
  const lost: string[] = [];
  for (const [name, mine] of changed) {
    const theirs = today[name];
    const base = before.get(name);
    if (theirs === undefined || !isFormValue(mine) || kindOf(mine) !== kindOf(theirs)) {
      lost.push(name);
      continue;
    }
    const isUntouched = !isFormValue(base) || isSame(collection, name, base, theirs);
    values.set(name, isUntouched ? mine : mergeValue(merge, collection, name, { base, mine, theirs }));
  }
  return { values: byName(values), conflicts: merge.conflicts, lost };
}

/** Returns a copy outside the proxy. */
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
