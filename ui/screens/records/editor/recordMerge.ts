import type { RecordAnswer } from '../../../api/records';
import { type Collection, fieldOf } from '../../../model/collection';
import { isMultiple } from '../../../model/field';
import { fieldValue } from '../../../model/record';
import { isEqual } from '../../../platform/equal';
import { type FileChange, unchangedFiles } from './fileChange';
import { byName, type FormValue, formOf, isSame, type RecordForm, sourceOf } from './recordValues';
import { jsonOf } from './typedValues';

/** A field that two people changed, each to something else. Of files these are their names. */
export interface Conflict {
  name: string;
  isFile: boolean;
  base: FormValue;
  mine: FormValue;
  theirs: FormValue;
}

/** By field name, whose value is taken. */
export type Choices = Readonly<Record<string, 'mine' | 'theirs'>>;

interface Versions {
  /** What my form began with. */
  base: RecordAnswer;
  /** What the server holds now. */
  theirs: RecordAnswer;
  mine: RecordForm;
}

interface Merged {
  form: RecordForm;
  conflicts: Conflict[];
}

/**
 * My form on top of what others have saved since it was opened: what only they changed is taken into it. What both
 * changed is a conflict, in which mine stands until another choice is made.
 */
export function mergeRecord(
  collection: Collection,
  { base, theirs, mine }: Versions,
  choices: Choices = {},
): Merged {
  const before = formOf(collection, base);
  const now = formOf(collection, theirs);
  const conflicts: Conflict[] = [];

  const takesTheirs = (conflict: Conflict) => {
    const choice = Object.hasOwn(choices, conflict.name) ? choices[conflict.name] : undefined;
    if (choice === undefined) conflicts.push(conflict);
    return choice === 'theirs';
  };

  const values = Object.entries(mine.values).map(([name, value]): [string, FormValue] => {
    const [old, their] = [before.values[name] ?? '', now.values[name] ?? ''];
    if (!hasChanged(collection, base, theirs, name) || isSame(collection, name, value, their)) {
      return [name, value];
    }
    if (isSame(collection, name, value, old)) return [name, their];
    const conflict = { name, isFile: false, base: old, mine: value, theirs: their };
    return [name, takesTheirs(conflict) ? their : value];
  });

  const files = Object.entries(mine.files).map(([name, change]): [string, FileChange] => {
    const [old, their] = [before.files[name]?.names ?? [], now.files[name]?.names ?? []];
    const field = fieldOf(collection, name);
    const isReplaced = their.some((file) => !old.includes(file));
    if (field && !isMultiple(field) && isReplaced && change.added.length > 0) {
      const added = change.added.map((file) => file.name);
      const conflict = { name, isFile: true, base: old, mine: added, theirs: their };
      if (takesTheirs(conflict)) return [name, unchangedFiles(their)];
      return [name, { names: [], removed: their, added: change.added }];
    }
    return [name, mergedFiles(change, old, their)];
  });

  return { form: { values: byName(values), files: byName(files) }, conflicts };
}

/** What they added is kept, what they removed is gone, and my order stands if I made one. */
function mergedFiles(
  { names, removed, added }: FileChange,
  old: readonly string[],
  their: readonly string[],
) {
  const isTouched = removed.length > 0 || !isEqual([...names], [...old]);
  const kept = names.filter((name) => their.includes(name));
  const newNames = their.filter((name) => !old.includes(name));
  return {
    names: isTouched ? [...kept, ...newNames] : their,
    removed: removed.filter((name) => their.includes(name)),
    added,
  };
}

/** A key that they do not have tells nothing: to a guest an e-mail may be hidden. */
function hasChanged(collection: Collection, base: RecordAnswer, theirs: RecordAnswer, name: string): boolean {
  const now = fieldValue(theirs.record, name);
  if (now === undefined) return false;
  if (fieldOf(collection, name)?.type !== 'json') return !isEqual(fieldValue(base.record, name), now);
  return !isSameStored(sourceOf(base.sources, name), sourceOf(theirs.sources, name));
}

/** The server writes a bare number its own way once it is stored: `1.10` comes back as 1.1. */
function isSameStored(one: string, other: string): boolean {
  if (one === other || jsonOf(one) === jsonOf(other)) return true;
  const isNumber = /^-?\d/;
  return isNumber.test(one) && isNumber.test(other) && Number(one) === Number(other);
}
