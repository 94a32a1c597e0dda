import { isEqual } from '../../platform/equal';
import type { Collection } from '../collection';
import type { FieldErrors } from '../fieldErrors';
import { listOf, type RecordAnswer } from '../record';
import { cellFieldByKey, isReadInFull } from './cellField';
import type { FileChange } from './fileChange';
import { byName, type FormValue, type RecordForm } from './recordValues';
import type { StagedCell, StagedCells } from './stagedCell';

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
    if (field.type === 'file') files[field.name] = changeOf(cell.mine, listOf(cell.before));
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
    if (isReadInFull(field) && cell.source !== null) sources.push([field.name, cell.source]);
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
