// Lists return excerpts: without HTML and cut. `ListedRecord` and `FullRecord` are branded, so code that edits a
// record cannot take a row of a list.

import { type Infer, is, nullable, object, optional, string, type } from 'superstruct';

/**
 * The properties of every record. Read other fields with `fieldValue`: the collection defines their names.
 */
export const AnyRecord = type({
  id: string(),
  collectionId: optional(string()),
  collectionName: optional(string()),
  expand: optional(nullable(object())),
});
export type AnyRecord = Infer<typeof AnyRecord>;

declare const listed: unique symbol;
declare const full: unique symbol;

/** A record of a list response. Its texts may be excerpts, so no save function accepts this type. */
export type ListedRecord = AnyRecord & { readonly [listed]: true };

/** A complete record, read by its id. */
export type FullRecord = AnyRecord & { readonly [full]: true };

/** A record as the server stores it. */
export interface RecordAnswer {
  record: FullRecord;
  /** The source text of each json field: long numbers are not rounded, and keys keep their order. */
  sources: Readonly<Record<string, string>>;
}

/** The content of a save request. */
export interface RecordBody {
  values: Readonly<Record<string, unknown>>;
  /** New files by field name. They are added to a field with several files, and replace a single file. */
  files: readonly (readonly [name: string, file: File])[];
}

/** Undefined when the record has no such field. */
export function fieldValue(record: AnyRecord, name: string): unknown {
  return Object.hasOwn(record, name) ? (record as Record<string, unknown>)[name] : undefined;
}

/** Returns when a record was last changed, as the server prints it; null if the record does not say. */
export function stampOf(record: AnyRecord): string | null {
  const stamp = fieldValue(record, 'updated');
  return typeof stamp === 'string' && stamp !== '' ? stamp : null;
}

/** Returns the same for a row whose values are texts of JSON. */
export const stampIn = (values: ReadonlyMap<string, string>): string | null =>
  stampOf({ id: '', updated: JSON.parse(values.get('updated') ?? 'null') } as AnyRecord);

/** True if a record was not changed between two stamps. Without one nobody knows, so its values have to be compared. */
export const isSameStamp = (one: string | null, other: string | null): boolean =>
  one !== null && one === other;

/** Null, undefined, '', [] and {} are empty; 0 and false are values. */
export function isEmptyValue(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/**
 * Returns the expanded records of a relation field or back relation. Null when it was not expanded: the query had no
 * such expand, or none of the related records exists now.
 */
export function expandedRecords(record: AnyRecord, fieldName: string): ListedRecord[] | null {
  const { expand } = record;
  if (!expand || !Object.hasOwn(expand, fieldName)) return null;
  const related = (expand as Record<string, unknown>)[fieldName];
  if (typeof related !== 'object' || related === null) return null;
  const records: unknown[] = Array.isArray(related) ? related : [related];
  return records.filter((item) => is(item, AnyRecord)) as ListedRecord[];
}
