import type { FormValue } from '../../model/field';
import { holdsFiles, isReadInFull, typeOf } from '../../model/types/fieldTypes';
// The server drops values of unknown fields silently, and turns a text into an empty date. So each save reads the
// collection beside the record.

import { isEqual } from '../../base/equal';
import { listOf } from '../../base/lists';
import { type Collection, fieldOf } from '../../model/collection';
import type { FieldErrors } from '../../model/fieldErrors';
import type { FullRecord, RecordAnswer, RecordBody } from '../../model/record';
import { cellFieldByKey } from './cellField';
import { type FileChange, isReordered } from './fileChange';
import { byName, changedNames, passwordNames, type RecordForm } from './recordValues';
import type { StagedCell, StagedCells } from './stagedCell';

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

/**
 * Puts the staged values that can be saved into the stored form; `sent` are their cells. `changeOf` returns the change
 * that leads from the stored files to the value of a cell.
 */
export function stagedForm(
  collection: Collection,
  stored: RecordForm,
  cells: StagedCells,
  changeOf: (value: FormValue, stored: readonly string[]) => FileChange,
): { form: RecordForm; sent: StagedCells } {
  const sent = new Map<string, StagedCell>();
  const values = byName(Object.entries(stored.values));
  const files = byName(Object.entries(stored.files));
  for (const cell of cells.values()) {
    const field = cellFieldByKey(collection, cell.key);
    if (!field || cell.error !== null) continue;
    if (holdsFiles(field.field)) files[field.name] = changeOf(cell.mine, listOf(cell.before));
    else values[field.name] = cell.mine;
    sent.set(cell.key, cell);
  }
  return { form: { values, files }, sent };
}

/** Returns the record as the person saw it: as it is stored now, but for the staged fields. */
export function seenRecord(collection: Collection, theirs: RecordAnswer, cells: StagedCells): RecordAnswer {
  const seen: [string, unknown][] = [];
  const sources: [string, string][] = [];
  for (const cell of cells.values()) {
    const field = cellFieldByKey(collection, cell.key);
    if (!field) continue;
    seen.push([field.name, cell.seen]);
    if (isReadInFull(field.field) && cell.source !== null) sources.push([field.name, cell.source]);
  }
  return {
    record: { ...theirs.record, ...Object.fromEntries(seen) },
    sources: { ...theirs.sources, ...Object.fromEntries(sources) },
  };
}

/** Sorts the server's errors of a save: those of the `staged` cells by key, and the others as sentences. */
export function placedErrors(
  collection: Collection,
  { staged, sent }: { staged: StagedCells; sent: StagedCells },
  errors: FieldErrors,
): { own: ReadonlyMap<string, string>; others: string } {
  const keys = new Map(
    [...staged.keys()].map((key) => [cellFieldByKey(collection, key)?.name ?? '', key] as const),
  );
  const own = new Map<string, string>();
  const others: string[] = [];
  for (const [name, { message }] of Object.entries(errors)) {
    const key = keys.get(name);
    if (key === undefined) others.push(`${name}: ${message} Not changed here.`);
    else if (sent.has(key) && !isEqual(staged.get(key)?.mine, sent.get(key)?.mine))
      others.push(`${name}: ${message} You have changed the value since.`);
    else own.set(key, message);
  }
  return { own, others: others.join(' ') };
}

/** Returns sent values as the server answers them. JSON is sent as its text, which is also its source. */
export function answerOfValues(id: string, values: Readonly<Record<string, unknown>>): RecordAnswer {
  const texts = Object.entries(values).filter((one): one is [string, string] => typeof one[1] === 'string');
  return { record: { ...values, id } as unknown as FullRecord, sources: Object.fromEntries(texts) };
}
