import { isEqual } from '../../base/equal';
import { listOf } from '../../base/lists';
import { isObject } from '../../base/plainData';
import { type Conflict, createThreeWayMerge } from '../../base/threeWayMerge';
import { type Collection, isDated } from '../../model/collection';
import type { FormValue } from '../../model/field';
import type { FieldErrors } from '../../model/fieldErrors';
import { type AnyRecord, fieldValue, type RecordAnswer, stampOf } from '../../model/record';
import { textOf } from '../../model/types/fieldType';
import { holdsFiles, isReadInFull, valueShape } from '../../model/types/fieldTypes';
import { isNewFile } from '../../model/types/file';
import { type CellField, cellFieldByKey, cellFieldOf, cellValue, emptyCell, rowValue } from './cellField';
import type { FileChange } from './fileChange';
import { mergeFiles, mergeValue } from './recordMerge';
import { wrongCell } from './recordRules';
import { byName, formOf, inputValue, isSame, type RecordForm } from './recordValues';

/** The stored value of a field as the person saw it. */
export interface SeenValue {
  /** As an input has it. */
  readonly before: FormValue;
  /** The date of the record's last change; '' if unknown. */
  readonly updated: string;
}

/** An unsaved value of a record. */
export interface Change extends SeenValue {
  /** The key of the field (`CellField`). */
  readonly key: string;
  /** The field's name when the value was typed. */
  readonly name: string;
  /** The field's `valueShape` when the value was typed. */
  readonly shape: string;
  readonly mine: FormValue;
  /** A sentence why the value cannot be saved; null if it can. */
  readonly error: string | null;
  /** The value that others have stored since, as far as a row or a save has shown it; else null. */
  readonly now: SeenValue | null;
}

/** By the key of the field. */
export type Changes = ReadonlyMap<string, Change>;

/** A json value needs its source text. */
export function seenValue(cell: CellField, record: AnyRecord, source?: string): SeenValue {
  return { before: cellValue(cell, record, source), updated: stampOf(record) ?? '' };
}

export interface StoredNow {
  readonly record: AnyRecord;
  readonly sources: RecordAnswer['sources'];
}

export const seenIn = (cell: CellField, { record, sources }: StoredNow): SeenValue =>
  seenValue(cell, record, isReadInFull(cell.field) ? sources[cell.name] : undefined);

/** Null if the value means the same as the one that was seen. */
export function changeFrom(
  collection: Collection,
  cell: CellField,
  { before, updated, now = null }: SeenValue & { readonly now?: SeenValue | null },
  mine: FormValue,
): Change | null {
  const { key, name } = cell;
  if (isSame(collection, name, mine, before)) return null;
  const error = wrongCell(collection, name, mine)?.message ?? null;
  return { key, name, shape: valueShape(cell.field), mine, before, updated, error, now };
}

/**
 * Compares a change with a row that was read later. Adds the value that others have stored; null if it means the
 * same as mine. An older row changes nothing.
 */
export function comparedChange(collection: Collection, change: Change, row: AnyRecord): Change | null {
  const field = cellFieldByKey(collection, change.key);
  if (!field || valueShape(field.field) !== change.shape || (isDated(collection) && !isNewer(row, change)))
    return change;
  // The row has only a part of this value, so the save compares it.
  if (isReadInFull(field.field) || fieldValue(row, field.name) === undefined) return change;
  const now = seenValue(field, row);
  if (isSame(collection, field.name, now.before, change.before))
    return change.now ? { ...change, now: null } : change;
  if (isSame(collection, field.name, change.mine, now.before)) return null;
  return isEqual(change.now, now) ? change : { ...change, now };
}

/** A row without a date may be newer. */
function isNewer(row: AnyRecord, { updated, now }: Change): boolean {
  const stamp = stampOf(row);
  return stamp === null || stamp > (now?.updated ?? updated);
}

/**
 * Adapts a change to the present collection. A renamed field keeps its value. If the field is missing or has
 * another shape, the value gets an error.
 */
export function fittedChange(collection: Collection, change: Change): Change {
  const field = cellFieldByKey(collection, change.key);
  if (!field) return { ...change, error: 'This field no longer exists.' };
  if (valueShape(field.field) !== change.shape)
    return { ...change, error: 'The value no longer fits the field.' };
  const error = wrongCell(collection, field.name, change.mine)?.message ?? null;
  return { ...change, name: field.name, error };
}

export const fittedChanges = (collection: Collection, changes: Changes): Changes =>
  new Map([...changes].map(([key, change]) => [key, fittedChange(collection, change)]));

/** False for a value that this page finds invalid. A value that only the server has refused may be sent again. */
export const canBeSent = (collection: Collection, change: Change): boolean =>
  fittedChange(collection, change).error === null;

/**
 * Returns the form of a record with its changes. `stored` has the values that the person saw before, so that a save
 * of the form asks about what others have stored since.
 */
export function changedForm(
  collection: Collection,
  answer: RecordAnswer,
  changes: Changes,
  filesOf: (value: FormValue, stored: readonly string[]) => FileChange,
): { form: RecordForm; stored: RecordAnswer } {
  const record: [string, unknown][] = Object.entries(answer.record);
  const sources: [string, string][] = Object.entries(answer.sources);
  const mine: [name: string, change: Change, isOfFiles: boolean][] = [];
  for (const change of changes.values()) {
    const cell = cellFieldByKey(collection, change.key);
    if (!cell || valueShape(cell.field) !== change.shape) continue;
    mine.push([cell.name, change, holdsFiles(cell.field)]);
    if (isSame(collection, cell.name, seenIn(cell, answer).before, change.before)) continue;
    record.push([cell.name, rowValue(cell, change.before)]);
    if (isReadInFull(cell.field)) sources.push([cell.name, String(change.before)]);
  }
  const stored = { record: Object.fromEntries(record), sources: Object.fromEntries(sources) } as RecordAnswer;
  const { values, files } = formOf(collection, stored);
  for (const [name, change, isOfFiles] of mine) {
    if (isOfFiles) files[name] = filesOf(change.mine, listOf(change.before));
    else values[name] = change.mine;
  }
  return { form: { values, files }, stored };
}

interface Applied {
  readonly form: RecordForm;
  /** The changes that the form includes. */
  readonly sent: Changes;
  /** Values that others have changed too, by field name. */
  readonly conflicts: readonly Conflict[];
}

/**
 * Merges the changes that can be saved into the present record. `filesOf` returns the change from the stored files
 * to the value of a change.
 */
export function appliedTo(
  collection: Collection,
  answer: RecordAnswer,
  changes: Changes,
  filesOf: (value: FormValue, stored: readonly string[]) => FileChange,
): Applied {
  const stored = formOf(collection, answer);
  const values = byName(Object.entries(stored.values));
  const files = byName(Object.entries(stored.files));
  const sent = new Map<string, Change>();
  const merge = createThreeWayMerge();
  for (const change of changes.values()) {
    const cell = cellFieldByKey(collection, change.key);
    if (!cell || change.error !== null) continue;
    const { name } = cell;
    if (holdsFiles(cell.field)) {
      const [old, now] = [listOf(change.before), stored.files[name]?.names ?? []];
      files[name] = mergeFiles(merge, collection, name, { change: filesOf(change.mine, old), old, now });
    } else {
      const now = stored.values[name] ?? '';
      const isTheirs = !isSame(collection, name, change.before, now);
      const versions = { base: change.before, mine: change.mine, theirs: now };
      values[name] = isTheirs ? mergeValue(merge, collection, name, versions) : change.mine;
    }
    sent.set(change.key, change);
  }
  return { form: { values, files }, sent, conflicts: merge.conflicts };
}

/** Returns the errors of the changed fields by key, and the others as sentences. */
export function placedErrors(
  collection: Collection,
  { changes, sent }: { changes: Changes; sent: Changes },
  errors: FieldErrors,
): { own: ReadonlyMap<string, string>; others: string } {
  const keys = new Map(
    [...changes.keys()].map((key) => [cellFieldByKey(collection, key)?.name ?? '', key] as const),
  );
  const own = new Map<string, string>();
  const others: string[] = [];
  for (const [name, { message }] of Object.entries(errors)) {
    const key = keys.get(name);
    if (key === undefined) others.push(`${name}: ${message} Not changed here.`);
    else if (sent.has(key) && !isEqual(changes.get(key)?.mine, sent.get(key)?.mine))
      others.push(`${name}: ${message} You have changed the value since.`);
    else own.set(key, message);
  }
  return { own, others: others.join(' ') };
}

/** By key: the present stored values of these fields. */
export function storedNow(
  collection: Collection,
  changes: Changes,
  names: readonly string[],
  answer: RecordAnswer,
): ReadonlyMap<string, SeenValue> {
  return new Map(
    [...changes.keys()].flatMap((key) => {
      const cell = cellFieldByKey(collection, key);
      return cell && names.includes(cell.name) ? [[key, seenIn(cell, answer)] as const] : [];
    }),
  );
}

/** True if the value contains files that are not stored yet. */
export const hasNewFile = (value: FormValue): boolean => typeof value === 'object' && value.some(isNewFile);

/**
 * Returns the draft of a record's changes, by field name like that of its form; null if nothing can be stored. New
 * files cannot be stored, so they are only counted.
 */
export function draftOf(collectionId: string, recordId: string, changes: Changes) {
  const kept = [...changes.values()].filter(({ mine }) => !hasNewFile(mine));
  if (kept.length === 0) return null;
  const names = new Set<string>();
  const named = kept.map((change) => {
    // Another field may have the name of a deleted one by now.
    const name = names.has(change.name) ? change.key : change.name;
    names.add(name);
    return [name, change] as const;
  });
  return {
    collectionId,
    recordId,
    changed: byName(named.map(([name, { mine }]) => [name, mine])),
    before: byName(named.map(([name, { before }]) => [name, before])),
    fields: byName(
      named.map(([name, { key, shape }]) => [name, { key, shape, name: changes.get(key)?.name }]),
    ),
    leftOut: changes.size - kept.length,
  };
}

export interface DraftedRecord {
  readonly id: string;
  readonly changes: readonly Change[];
}

type Stored = Readonly<Record<string, unknown>>;

/** Returns the number of changes that the draft could not store. */
export function leftOutOf(values: Stored): number {
  const { leftOut } = values;
  return typeof leftOut === 'number' ? leftOut : 0;
}

/**
 * Reads the draft of a record, or that of a whole table, which the last version stored. Skips what cannot be a change
 * of the collection.
 */
export function draftedRecords(collection: Collection, values: Stored): DraftedRecord[] {
  const { collectionId, recordId } = values;
  const isOfRecord = collectionId === collection.id && typeof recordId === 'string';
  const records = isOfRecord
    ? [{ id: recordId, changes: changesIn(collection, values) }]
    : listIn(values, 'records').flatMap((record) =>
        isObject(record) && typeof record['id'] === 'string'
          ? {
              id: record['id'],
              changes: listIn(record, 'cells').flatMap((cell) => readChange(collection, cell)),
            }
          : [],
      );
  return records.filter(({ changes }) => changes.length > 0);
}

function changesIn(collection: Collection, { changed, before, fields }: Stored): Change[] {
  const [old, known] = [objectOf(before), objectOf(fields)];
  return Object.entries(objectOf(changed)).flatMap(([name, mine]) => {
    const cell = cellFieldOf(collection, name);
    const isFitting = cell && kindOf(mine) === kindOf(emptyCell(cell));
    // A draft of a form stores no key and shape. For a missing field, these stand-ins match none, and so give an error.
    const present = { key: cell?.key ?? `@@${name}`, shape: isFitting ? valueShape(cell.field) : '' };
    return readChange(collection, { name, ...present, ...objectOf(known[name]), before: old[name], mine });
  });
}

function readChange(collection: Collection, cell: unknown): Change[] {
  const { key, name, shape, seen, source, before, updated, mine } = objectOf(cell);
  const isWhole = typeof key === 'string' && typeof name === 'string' && typeof shape === 'string';
  if (!isWhole || !isFormValue(before) || !isFormValue(mine)) return [];
  // In drafts of the last version, dates in `before` have no milliseconds.
  const field = seen === undefined ? null : cellFieldByKey(collection, key)?.field;
  const isFitting = field && valueShape(field) === shape;
  const exact = isFitting ? inputValue(field, seen, textOf(source) || undefined) : before;
  return [{ key, name, shape, before: exact, updated: textOf(updated), mine, error: null, now: null }];
}

const kindOf = (value: unknown) => (Array.isArray(value) ? 'list' : typeof value);

const objectOf = (value: unknown): Stored => (isObject(value) ? value : {});

function listIn(values: Stored, name: string): readonly unknown[] {
  const list = values[name];
  return Array.isArray(list) ? list : [];
}

const isFormValue = (value: unknown): value is FormValue =>
  typeof value === 'string' ||
  typeof value === 'boolean' ||
  (Array.isArray(value) && value.every((item) => typeof item === 'string'));
