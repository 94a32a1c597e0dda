import { movedItem } from '../../base/lists';
import { countOf } from '../../base/text';
import type { SchemaField } from '../../model/field';
import * as toasts from '../../page/toasts';
import {
  type FileChange,
  freePlaces,
  withAdded,
  withoutAdded,
  withRemoved,
  withRestored,
} from '../values/fileChange';

interface Place {
  fieldOf(name: string): SchemaField | undefined;
  /** Undefined if there is no such field now. */
  changeOf(name: string): FileChange | undefined;
  /** Returns the stored files from which the change began. */
  storedOf(name: string): readonly string[];
  put(name: string, change: FileChange): void;
}

/** The acts of a file input. `put` stores the change. */
export function createFileChanges({ fieldOf, changeOf, storedOf, put }: Place) {
  function change(name: string, next: (now: FileChange) => FileChange): void {
    const now = changeOf(name);
    if (now) put(name, next(now));
  }

  return {
    addFiles(name: string, files: readonly File[], refused: readonly File[] = []): void {
      const [field, now] = [fieldOf(name), changeOf(name)];
      const taken = field && now ? fittingFiles(field, now, files, refused) : [];
      if (taken.length > 0) change(name, (before) => withAdded(before, taken));
    },
    removeFile: (name: string, file: string): void => change(name, (now) => withRemoved(now, file)),
    restoreFile: (name: string, file: string): void =>
      change(name, (now) => withRestored(now, file, storedOf(name))),
    removeAddedFile: (name: string, at: number): void => change(name, (now) => withoutAdded(now, at)),
    moveFile: (name: string, from: number, to: number): void =>
      change(name, (now) => ({ ...now, names: movedItem(now.names, from, to) })),
    moveAddedFile: (name: string, from: number, to: number): void =>
      change(name, (now) => ({ ...now, added: movedItem(now.added, from, to) })),
  };
}

/** Returns the files for which the field has room. A message names the others; `refused` have a wrong type. */
function fittingFiles(
  field: SchemaField,
  change: FileChange,
  files: readonly File[],
  refused: readonly File[],
): readonly File[] {
  const taken = files.slice(0, freePlaces(field, change));
  const count = files.length + refused.length;
  const tell = (out: number, why: string) => {
    const files = out === count ? countOf(out, 'file') : `${out} of ${countOf(count, 'file')}`;
    if (out > 0) toasts.warning(`${files} ${out === 1 ? 'was' : 'were'} left out: ${why}.`);
  };
  tell(files.length - taken.length, 'the field is full');
  tell(refused.length, `the field does not take ${refused.length === 1 ? 'its' : 'their'} type`);
  return taken;
}
