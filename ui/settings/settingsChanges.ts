import { isEqual } from '../base/equal';
import { isObject } from '../base/plainData';
import { type Choices, type Conflict, createThreeWayMerge } from '../base/threeWayMerge';
import { redacted } from '../model/settings';

/** Settings in a form: numbers are texts until they are sent. */
export type Draft<T> = T extends number
  ? string
  : T extends readonly unknown[]
    ? T
    : T extends object
      ? { [Key in keyof T]: Draft<T[Key]> }
      : T;

/** The dotted paths of all single values, such as `meta.appName`. */
export type Paths<T> = T extends readonly unknown[]
  ? never
  : T extends object
    ? {
        [Key in keyof T & string]-?: NonNullable<T[Key]> extends object
          ? `${Key}.${Paths<NonNullable<T[Key]>>}`
          : Key;
      }[keyof T & string]
    : never;

/** Settings in which any key may be missing, at any depth. */
export type Changes = { readonly [key: string]: unknown };

/** The labels and texts of values for the conflict question. */
interface SettingWords {
  labelOf: (path: string) => string;
  print: (path: string, value: unknown) => string;
}

type Group = Record<string, unknown>;

export function toDraft<T>(settings: T): Draft<T> {
  if (typeof settings === 'number') return String(settings) as Draft<T>;
  if (!isObject(settings)) return structuredClone(settings) as Draft<T>;
  return Object.fromEntries(
    Object.entries(settings).map(([key, value]) => [key, toDraft(value)]),
  ) as Draft<T>;
}

/** Merges the form into the server's settings (`theirs`). Keeps the typed text of each changed value. */
export function mergeForms<T extends object>(
  { base, mine, theirs }: { base: T; mine: Draft<T> & object; theirs: T },
  { labelOf, print }: SettingWords,
  choices: Choices,
): { form: Draft<T>; conflicts: readonly Conflict[] } {
  const merge = createThreeWayMerge(choices);
  const form = merge.tree({ base, mine, theirs }, (path, versions) => {
    const sent = (value: unknown) => sentValue(value, versions.base);
    // A mask in one version shows that the value is a secret.
    const isSecret = Object.values(versions).includes(redacted);
    return {
      label: labelOf(path),
      // A mask in the form means "unchanged".
      isSame: (a, b) => versions.mine === redacted || isEqual(sent(a), sent(b)),
      print: (value) =>
        isSecret && value !== redacted && value !== '' ? 'a new secret' : print(path, sent(value)),
    };
  });
  return { form: toDraft(form) as Draft<T>, conflicts: merge.conflicts };
}

/** Returns the values to send: those of the form that differ from the stored ones, and never a mask. */
export function changesOf(form: object, stored: object): Changes {
  const changes: Group = {};
  for (const path of pathsOf(form)) {
    const was = valueAt(stored, path);
    const typed = sentValue(valueAt(form, path), was);
    if (typed !== redacted && !isEqual(typed, was)) setAt(changes, path, typed);
  }
  return changes;
}

/** Prints a value for a question if its input has no text for it. */
export function settingText(value: unknown): string {
  if (value === redacted) return 'a stored secret';
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  return value === null || value === undefined || value === '' ? 'Empty' : String(value);
}

export const hasChanges = (changes: Changes) => Object.keys(changes).length > 0;

/** Returns the value at a dotted path; undefined if there is none. */
export function valueAt(settings: unknown, path: string): unknown {
  let value = settings;
  for (const key of path.split('.')) value = isObject(value) ? value[key] : undefined;
  return value;
}

/** Sets the value in the object itself; creates missing groups. */
export function setAt(settings: object, path: string, value: unknown): void {
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  let group = settings as Group;
  for (const key of keys) {
    if (!isObject(group[key])) group[key] = {};
    group = group[key] as Group;
  }
  group[last] = value;
}

/** Lists the dotted paths of all single values. */
export function pathsOf(settings: object, prefix = ''): string[] {
  return Object.entries(settings).flatMap(([key, value]) =>
    isObject(value) ? pathsOf(value, `${prefix}${key}.`) : [`${prefix}${key}`],
  );
}

/** Converts a typed number, because the server refuses a text for a number. */
function sentValue(typed: unknown, was: unknown): unknown {
  if (typeof was !== 'number' || typeof typed !== 'string') return typed;
  // JSON turns NaN into null, which the server ignores; send the text, so that the server refuses it.
  return Number.isFinite(Number(typed)) ? Number(typed) : typed;
}
