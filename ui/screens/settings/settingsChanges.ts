import { redacted } from '../../model/settings';
import { isEqual } from '../../platform/equal';

/** Settings as they are typed: a number is a text until it is sent. */
export type Typed<T> = T extends number
  ? string
  : T extends readonly unknown[]
    ? T
    : T extends object
      ? { [Key in keyof T]: Typed<T[Key]> }
      : T;

/** Settings in which any key may be missing, at any depth. */
export type Changes = { readonly [key: string]: unknown };

/** A value that was changed here and by someone else, each to something else. */
export interface SettingsConflict {
  /** Dotted, such as `meta.appName`. */
  path: string;
  base: unknown;
  mine: unknown;
  theirs: unknown;
}

interface Merged {
  /** What is to be sent; of a conflict nothing. */
  changes: Changes;
  conflicts: readonly SettingsConflict[];
}

type Group = Record<string, unknown>;

export function typedOf<T>(settings: T): Typed<T> {
  if (typeof settings === 'number') return String(settings) as Typed<T>;
  if (!isGroup(settings)) return structuredClone(settings) as Typed<T>;
  return Object.fromEntries(
    Object.entries(settings).map(([key, value]) => [key, typedOf(value)]),
  ) as Typed<T>;
}

/**
 * What is to be sent of the typed values: only what differs from `base`, which they were opened with, and never a
 * mask. `theirs` is what the server holds now; what only someone else changed stays as they want it.
 */
export function mergeSettings(values: object, base: object, theirs: object): Merged {
  const conflicts: SettingsConflict[] = [];
  const changes: Group = {};
  for (const path of pathsOf(values)) {
    const was = valueAt(base, path);
    const mine = sentValue(valueAt(values, path), was);
    const now = valueAt(theirs, path);
    if (mine === redacted || isEqual(mine, was) || isEqual(mine, now)) continue;
    if (isEqual(now, was)) setAt(changes, path, mine);
    else conflicts.push({ path, base: was, mine, theirs: now });
  }
  return { changes, conflicts };
}

export const hasChanges = (changes: Changes) => Object.keys(changes).length > 0;

/** The value at a dotted path; undefined where there is none. */
export function valueAt(settings: unknown, path: string): unknown {
  let value = settings;
  for (const key of path.split('.')) value = isGroup(value) ? value[key] : undefined;
  return value;
}

/** Changes the object itself; groups that are missing are made. */
export function setAt(settings: object, path: string, value: unknown): void {
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  let group = settings as Group;
  for (const key of keys) {
    if (!isGroup(group[key])) group[key] = {};
    group = group[key] as Group;
  }
  group[last] = value;
}

/** The dotted paths of all values that are no groups. */
export function pathsOf(settings: object, prefix = ''): string[] {
  return Object.entries(settings).flatMap(([key, value]) =>
    isGroup(value) ? pathsOf(value, `${prefix}${key}.`) : [`${prefix}${key}`],
  );
}

/** Where the server has a number it refuses a text. */
function sentValue(typed: unknown, was: unknown): unknown {
  if (typeof was !== 'number' || typeof typed !== 'string') return typed;
  // What is no number would become null, which the server takes for no change.
  return Number.isFinite(Number(typed)) ? Number(typed) : typed;
}

function isGroup(value: unknown): value is Group {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
