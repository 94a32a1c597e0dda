import type { FormValue } from '../../model/field';
import { typeOf } from '../../model/types/fieldTypes';
// The server silently drops values of unknown fields, and stores an invalid date as an empty one. So each save
// reads the collection beside the record.

import { isEqual } from '../../base/equal';
import { type Collection, fieldOf } from '../../model/collection';
import type { FullRecord, RecordAnswer, RecordBody } from '../../model/record';
import { isReordered } from './fileChange';
import { changedNames, isSecretName, type RecordForm } from './recordValues';

/**
 * Returns the changed keys, after `checkForm`. For a new record, `before` is the empty form. Removed files are
 * named in `field-`, and new ones are appended, so files that others have added stay. All names are sent only if
 * the order has changed.
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
 * Lists the stored files that a save may remove: all that the form does not keep, because a new order removes the
 * files that it does not name, and a new file replaces a single one.
 */
export function removedFiles({ files }: RecordForm, before: RecordForm): string[] {
  return Object.entries(files).flatMap(([name, { names }]) =>
    (before.files[name]?.names ?? []).filter((file) => !names.includes(file)),
  );
}

/** Returns the names of the changed fields, without passwords, because no Undo can restore them. */
export function changedBy(collection: Collection, { values, files }: RecordBody): string[] {
  const names = [
    ...Object.keys(values).map((name) => name.replace(/[+-]$/, '')),
    ...files.map(([name]) => name),
  ];
  return [...new Set(names)].filter((name) => !isSecretName(collection, name));
}

export function isEmptyBody({ values, files }: RecordBody): boolean {
  return files.length === 0 && isEqual(values, {});
}

/**
 * Returns a checked value as it is sent. JSON is sent as text, because the server rounds numbers and sorts keys of
 * a JSON value.
 */
export function sentValue(collection: Collection, name: string, value: FormValue): unknown {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return [...value];
  const field = fieldOf(collection, name);
  const toSent = field && typeOf(field).toSent;
  if (!toSent) return value;
  const sent = toSent(value);
  // The server would silently store 0, an empty date or null.
  if (sent === undefined) throw new Error(`${name} was not checked.`);
  return sent;
}

/** Returns sent values in the form of a response. JSON is sent as text, which is also its source. */
export function answerOfValues(id: string, values: Readonly<Record<string, unknown>>): RecordAnswer {
  const texts = Object.entries(values).filter((one): one is [string, string] => typeof one[1] === 'string');
  return { record: { ...values, id } as unknown as FullRecord, sources: Object.fromEntries(texts) };
}
