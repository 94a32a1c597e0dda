import { listOf } from '../../base/lists';
import type { FormValue } from '../../model/field';
import { isNewFile, newFileItem, storedNames } from '../../model/types/file';
import type { FileChange } from '../values/fileChange';

/** The new files that changed cells name, by their items. The browser holds no file in its storage. */
const files = new Map<string, File>();
const items = new WeakMap<File, string>();
let last = 0;

/** Returns the value of a cell with these files: stored names, then new files. */
export const itemsOf = ({ names, added }: FileChange): string[] => [...names, ...added.map(itemOf)];

function itemOf(file: File): string {
  const known = items.get(file);
  if (known !== undefined) return known;
  last += 1;
  const item = newFileItem(last, file);
  items.set(file, item);
  files.set(item, file);
  return item;
}

/** Returns the change that leads from the stored files to the value of a cell. */
export function changeOf(value: FormValue, stored: readonly string[]): FileChange {
  const all = listOf(value);
  const names = storedNames(all);
  return {
    names: names.filter((name) => stored.includes(name)),
    removed: stored.filter((name) => !names.includes(name)),
    added: all.filter(isNewFile).flatMap((item) => files.get(item) ?? []),
  };
}

/** Ends with the session. */
export const forget = (): void => files.clear();
