import { ref } from 'valtio/vanilla';
import { isEqual } from '../../base/equal';
import type { Collection } from '../../model/collection';
import type { FormValue } from '../../model/field';
import { fieldValue, type RecordAnswer } from '../../model/record';
import { replaceKeys } from '../../page/forms/editing';
import { type FileChange, isReordered, unchangedFiles } from '../values/fileChange';
import { byName, isSame, type RecordForm } from '../values/recordValues';

export function copyForm({ values, files }: RecordForm): RecordForm {
  return {
    values: byName(Object.entries(values).map(([name, value]) => [name, copyValue(value)])),
    files: byName(Object.entries(files).map(([name, change]) => [name, copyChange(change)])),
  };
}

export function copyValue(value: FormValue): FormValue {
  return typeof value === 'object' ? [...value] : value;
}

/** A File must stay outside proxies. */
export function copyChange({ names, removed, added }: FileChange): FileChange {
  return { names: [...names], removed: [...removed], added: added.map((file) => ref(file)) };
}

/** Replaces only values that differ, so that caret and scroll position stay. */
export function showForm(shown: RecordForm, next: RecordForm): void {
  replaceKeys(shown.values, next.values);
  replaceKeys(shown.files, next.files);
}

/** Lists the names of values and files that differ, passwords too. */
export function changedPaths(form: RecordForm, baseline: RecordForm): string[] {
  const differing = <Value>(now: Readonly<Record<string, Value>>, before: Readonly<Record<string, Value>>) =>
    Object.keys(now).filter((name) => !isEqual(now[name], before[name]));
  return [...differing(form.values, baseline.values), ...differing(form.files, baseline.files)];
}

/**
 * Returns the form after `sent` was stored as `stored`. Edits made since stay, and so do texts that mean the same
 * as the stored ones.
 */
export function commitForm(
  collection: Collection,
  { sent, now, stored }: { sent: RecordForm; now: RecordForm; stored: RecordForm },
): { form: RecordForm; baseline: RecordForm } {
  const [shown, kept] = [byName<FormValue>([]), byName<FormValue>([])];
  for (const [name, value] of Object.entries(stored.values)) {
    const typed = now.values[name] ?? value;
    const isTypedSince = !isEqual(typed, sent.values[name]);
    const isKept = !isTypedSince && isSame(collection, name, typed, value);
    shown[name] = isTypedSince || isKept ? typed : value;
    kept[name] = isKept ? typed : value;
  }
  const files = Object.entries(stored.files).map(([name, { names }]): [string, FileChange] => {
    const [before, after] = [sent.files[name], now.files[name]];
    // The server has dropped the files of a field that was removed there, so they stay in the form as new ones.
    if (!before) return [name, { ...unchangedFiles(names), added: after?.added ?? [] }];
    return [name, after ? commitFiles(before, after, names) : unchangedFiles(names)];
  });
  return {
    form: { values: shown, files: byName(files) },
    baseline: { values: kept, files: stored.files },
  };
}

/** Keeps the changes of files that were made during the request. */
function commitFiles(sent: FileChange, now: FileChange, stored: readonly string[]): FileChange {
  const uploaded = stored.filter((file) => !sent.names.includes(file));
  // The server appends the sent files in order. If the number differs, others have added files too.
  const isOrderKnown = uploaded.length === sent.added.length;
  const takenBack = uploaded.filter((_, at) => isOrderKnown && !now.added.includes(sent.added[at] as File));
  const removed = stored.filter((file) => now.removed.includes(file) || takenBack.includes(file));
  const isMoved = isReordered(now, sent.names);
  const inOrder = isMoved
    ? [
        ...now.names.filter((file) => stored.includes(file)),
        ...stored.filter((file) => !now.names.includes(file)),
      ]
    : stored;
  return {
    names: inOrder.filter((file) => !removed.includes(file)),
    removed,
    added: now.added.filter((file) => !sent.added.includes(file)),
  };
}

export function withoutNames({ values, files }: RecordForm, names: readonly string[]): RecordForm {
  const others = <Value>(all: Readonly<Record<string, Value>>) =>
    byName(Object.entries(all).filter(([name]) => !names.includes(name)));
  return { values: others(values), files: others(files) };
}

/** Takes the values of these fields from `other`. */
export function withValuesOf(names: readonly string[], form: RecordForm, other: RecordForm): RecordForm {
  const merged = <Value>(all: Readonly<Record<string, Value>>, theirs: Readonly<Record<string, Value>>) =>
    byName(
      Object.entries(all).map(([name, value]) => [
        name,
        (names.includes(name) ? theirs[name] : null) ?? value,
      ]),
    );
  return { values: merged(form.values, other.values), files: merged(form.files, other.files) };
}

/** Takes the values of these fields from `other`. */
export function withFieldsOf(
  names: readonly string[],
  answer: RecordAnswer,
  other: RecordAnswer,
): RecordAnswer {
  const record: [string, unknown][] = names.map((name) => [name, fieldValue(other.record, name)]);
  const sources = names.flatMap((name) =>
    other.sources[name] === undefined ? [] : [[name, other.sources[name]] as const],
  );
  return {
    record: { ...answer.record, ...Object.fromEntries(record) },
    sources: { ...answer.sources, ...Object.fromEntries(sources) },
  };
}
