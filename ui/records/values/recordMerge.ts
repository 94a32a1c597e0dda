import { isEqual } from '../../base/equal';
import {
  type Choices,
  type Conflict,
  createThreeWayMerge,
  type ThreeWayMerge,
  type Versions,
} from '../../base/threeWayMerge';
import { type Collection, fieldOf } from '../../model/collection';
import type { FormValue } from '../../model/field';
import { fieldValue, type RecordAnswer } from '../../model/record';
import { printBool } from '../../model/types/bool';
import { isMultiple, typeOf } from '../../model/types/fieldTypes';
import { jsonOf } from '../../model/types/json';
import { type FileChange, mergedFiles, unchangedFiles } from './fileChange';
import { byName, formOf, isSame, jsonSourceOf, type RecordForm } from './recordValues';

interface Merged {
  form: RecordForm;
  /** By field name. */
  conflicts: readonly Conflict[];
}

/**
 * Merges what others have saved since the form was opened. Takes values that only they have changed. If both have
 * changed a value, it is a conflict, and mine stays until the person chooses.
 */
export function mergeRecord(
  collection: Collection,
  { base, theirs, mine }: { base: RecordAnswer; theirs: RecordAnswer; mine: RecordForm },
  choices: Choices = {},
): Merged {
  const before = formOf(collection, base);
  const now = formOf(collection, theirs);
  const merge = createThreeWayMerge(choices);

  const values = Object.entries(mine.values).map(([name, value]): [string, FormValue] => {
    if (!hasChanged(collection, base, theirs, name)) return [name, value];
    const versions = { base: before.values[name] ?? '', mine: value, theirs: now.values[name] ?? '' };
    return [name, mergeValue(merge, collection, name, versions)];
  });

  const files = Object.entries(mine.files).map(([name, change]): [string, FileChange] => {
    const [old, their] = [before.files[name]?.names ?? [], now.files[name]?.names ?? []];
    return [name, mergeFiles(merge, collection, name, { change, old, now: their })];
  });

  return { form: { values: byName(values), files: byName(files) }, conflicts: merge.conflicts };
}

/** Merges one value, perhaps of a field without an input. */
export function mergeValue(
  merge: ThreeWayMerge,
  collection: Collection,
  name: string,
  versions: Versions<FormValue>,
): FormValue {
  const isSameValue = (a: FormValue, b: FormValue) => isSame(collection, name, a, b);
  return merge.value({
    name,
    label: name,
    ...versions,
    isSame: isSameValue,
    print: printValue,
  });
}

/** Merges a change of the files `old` into the present ones. In a single field, the new file may be a conflict. */
export function mergeFiles(
  merge: ThreeWayMerge,
  collection: Collection,
  name: string,
  { change, old, now }: { change: FileChange; old: readonly string[]; now: readonly string[] },
): FileChange {
  const field = fieldOf(collection, name);
  const isReplaced = now.some((file) => !old.includes(file));
  if (!field || isMultiple(field) || !isReplaced || change.added.length === 0)
    return mergedFiles(change, old, now);
  const taken = merge.value<readonly string[]>({
    name,
    label: name,
    base: old,
    mine: change.added.map((file) => file.name),
    theirs: now,
    // Two different files may have the same name.
    isSame: () => false,
    print: printValue,
  });
  if (taken === now) return unchangedFiles(now);
  return { names: [], removed: now, added: change.added };
}

function printValue(value: FormValue): string {
  if (typeof value === 'boolean') return printBool(value);
  const text = typeof value === 'string' ? value : value.join(', ');
  return text === '' ? '(empty)' : text;
}

/** A missing key proves nothing, because the server may hide an email. */
function hasChanged(collection: Collection, base: RecordAnswer, theirs: RecordAnswer, name: string): boolean {
  const now = fieldValue(theirs.record, name);
  if (now === undefined) return false;
  const field = fieldOf(collection, name);
  if (!field || !typeOf(field).hasSource) return !isEqual(fieldValue(base.record, name), now);
  return !isSameStored(jsonSourceOf(base.sources, name), jsonSourceOf(theirs.sources, name));
}

/** Compares JSON texts. The server rewrites a plain number: 1.10 becomes 1.1. */
function isSameStored(one: string, other: string): boolean {
  if (one === other || jsonOf(one) === jsonOf(other)) return true;
  const isNumber = /^-?\d/;
  return isNumber.test(one) && isNumber.test(other) && Number(one) === Number(other);
}
