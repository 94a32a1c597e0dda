import type { FormValue } from '../../model/field';
import { typeOf } from '../../model/types/fieldTypes';
// The server drops values of unknown fields silently, and turns a text into an empty date. So each save reads the
// collection beside the record.

import { isEqual } from '../../base/equal';
import { type Collection, fieldOf } from '../../model/collection';
import type { FullRecord, RecordAnswer, RecordBody } from '../../model/record';
import { isReordered } from './fileChange';
import { changedNames, passwordNames, type RecordForm } from './recordValues';

/**
 * Builds the body of a save from the changed keys. Call it after `checkForm`; for a new record `before` is
 * the empty form. Removed files are named in `field-`, and new ones are appended, so a file that another
 * person added meanwhile stays. The whole list of names is sent only if the order changed.
 */
export function bodyOf(collection: Collection, form: RecordForm, before: RecordForm): RecordBody {
  const values: [string, unknown][] = changedNames(collection, form.values, before.values).map((name) => [
    name,
    sentValue(collection, name, form.values[name] ?? ''),
  ]);
  const files: [string, File][] = [];
  for (const [name, change] of Object.entries(form.files)) {
    if (isReordered(change, before.files[name]?.names ?? [])) values.push([name, [...change.names]]);
    else if (change.removed.length > 0) values.push([`${name}-`, [...change.removed]]);
    files.push(...change.added.map((file): [string, File] => [name, file]));
  }
  return { values: Object.fromEntries(values), files };
}

/**
 * Lists the stored files that a save may remove: all that the form does not keep, because a sent order removes those
 * that it does not name, and a new file takes the place of a single one.
 */
export function removedFiles({ files }: RecordForm, before: RecordForm): string[] {
  return Object.entries(files).flatMap(([name, { names }]) =>
    (before.files[name]?.names ?? []).filter((file) => !names.includes(file)),
  );
}

/** Names the fields that a save changes, without passwords, which nothing can bring back. */
export function changedBy({ values, files }: RecordBody): string[] {
  const names = [
    ...Object.keys(values).map((name) => name.replace(/[+-]$/, '')),
    ...files.map(([name]) => name),
  ];
  return [...new Set(names)].filter((name) => !passwordNames.includes(name));
}

export function isEmptyBody({ values, files }: RecordBody): boolean {
  return files.length === 0 && isEqual(values, {});
}

/**
 * Returns a checked value as it is sent. JSON is sent as text, because the server rounds the numbers and sorts the
 * keys of a JSON value.
 */
export function sentValue(collection: Collection, name: string, value: FormValue): unknown {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return [...value];
  const field = fieldOf(collection, name);
  const toSent = field && typeOf(field).toSent;
  if (!toSent) return value;
  const sent = toSent(value);
  // The server would silently store 0, no date or null.
  if (sent === undefined) throw new Error(`${name} was not checked.`);
  return sent;
}

/** Returns sent values as the server answers them. JSON is sent as its text, which is also its source. */
export function answerOfValues(id: string, values: Readonly<Record<string, unknown>>): RecordAnswer {
  const texts = Object.entries(values).filter((one): one is [string, string] => typeof one[1] === 'string');
  return { record: { ...values, id } as unknown as FullRecord, sources: Object.fromEntries(texts) };
}
