import { listOf } from '../base/lists';
import { printBool } from './types/bool';
import { holdsFiles, holdsImages, isMultiple } from './types/fieldTypes';
// Lists return excerpts: without HTML and cut. `ListedRecord` and `FullRecord` are branded, so code that edits a
// record cannot take a row of a list.

import { type Infer, is, nullable, object, optional, string, type } from 'superstruct';
import { plainText } from '../base/text';
import { type Collection, hasField, presentableFields } from './collection';

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

/** Returns the date of the last change, as the server prints it; '' if the answer holds none. */
export const updatedOf = ({ record }: RecordAnswer): string => String(fieldValue(record, 'updated') ?? '');

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

/** Field names to try in this order when no presentable field has a value. */
const identifyingNames = [
  'title',
  'name',
  'slug',
  'email',
  'username',
  'nickname',
  'label',
  'heading',
  'message',
  'key',
  'identifier',
];

/** Returns the fields that `displayText` reads. */
export function identifyingFields(collection: Collection): readonly string[] {
  const presentable = presentableFields(collection).filter((field) => !holdsFiles(field));
  return presentable.length > 0
    ? presentable.map(({ name }) => name)
    : identifyingNames.filter((name) => hasField(collection, name));
}

/** Returns one line that identifies the record; never empty, not shortened. */
export function displayText(record: AnyRecord, collection: Collection | undefined): string {
  const presentable = collection
    ? presentableFields(collection)
        .filter((field) => !holdsFiles(field))
        .map((field) => textOfValue(fieldValue(record, field.name)))
        .filter((text) => text !== '')
    : [];
  if (presentable.length > 0) return presentable.join(', ');
  for (const name of identifyingNames) {
    const text = textOfValue(fieldValue(record, name));
    if (text !== '') return text;
  }
  return record.id;
}

/** Returns a value as one line of words; '' for an empty one. */
function textOfValue(value: unknown): string {
  if (isEmptyValue(value)) return '';
  if (typeof value === 'string') return plainText(value);
  if (typeof value === 'boolean') return printBool(value);
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null)) {
    return value.map(textOfValue).filter(Boolean).join(', ');
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/**
 * Returns the name of the file whose thumbnail represents the record, or null. It is the first file of the
 * presentable file fields. A collection without any presentable field uses its first field for a single
 * image.
 */
export function presentableThumb(record: AnyRecord, collection: Collection | undefined): string | null {
  if (!collection) return null;
  const presentable = presentableFields(collection);
  const candidates =
    presentable.length > 0
      ? presentable.filter(holdsFiles)
      : collection.schema.filter((field) => holdsImages(field) && !isMultiple(field)).slice(0, 1);
  for (const field of candidates) {
    const [name] = listOf(fieldValue(record, field.name));
    if (name !== undefined) return name;
  }
  return null;
}
