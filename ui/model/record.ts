import { type Infer, is, nullable, object, optional, string, type } from 'superstruct';
import { plainText } from '../platform/text';
import { type Collection, hasField, presentableFields } from './collection';
import { isMultiple, takesImages } from './field';

/** What every record has. Its fields are read with `fieldValue`: their names come from the collection. */
export const AnyRecord = type({
  id: string(),
  collectionId: optional(string()),
  collectionName: optional(string()),
  expand: optional(nullable(object())),
});
export type AnyRecord = Infer<typeof AnyRecord>;

declare const listed: unique symbol;
declare const full: unique symbol;

/** A row of a list. Its texts may be excerpts, so nothing that saves takes one. */
export type ListedRecord = AnyRecord & { readonly [listed]: true };

/** A record read by its id, as the server holds it. */
export type FullRecord = AnyRecord & { readonly [full]: true };

/** Undefined when the record has no such field. */
export function fieldValue(record: AnyRecord, name: string): unknown {
  return Object.hasOwn(record, name) ? (record as Record<string, unknown>)[name] : undefined;
}

/** Null, undefined, '', [] and {} are empty; 0 and false are values. */
export function isEmptyValue(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** The texts in a value that is one text or a list of them, without empty ones. */
export function listOf(value: unknown): string[] {
  const items: unknown[] = Array.isArray(value) ? value : [value];
  return items.filter((item): item is string => typeof item === 'string' && item !== '');
}

export function relationIds(value: unknown): string[] {
  return listOf(value);
}

/**
 * The records that a relation field (or back relation) was expanded to. Null when it was not expanded:
 * the query left the expand out, or nothing of what the ids name is there any more.
 */
export function expandedRecords(record: AnyRecord, fieldName: string): ListedRecord[] | null {
  const { expand } = record;
  if (!expand || !Object.hasOwn(expand, fieldName)) return null;
  const related = (expand as Record<string, unknown>)[fieldName];
  if (typeof related !== 'object' || related === null) return null;
  const records: unknown[] = Array.isArray(related) ? related : [related];
  return records.filter((item) => is(item, AnyRecord)) as ListedRecord[];
}

/** Tried in this order where no presentable field says anything. */
const tellingNames = [
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

/** The fields that `displayText` reads. */
export function tellingFields(collection: Collection): readonly string[] {
  const presentable = presentableFields(collection).filter(({ type }) => type !== 'file');
  return presentable.length > 0
    ? presentable.map(({ name }) => name)
    : tellingNames.filter((name) => hasField(collection, name));
}

/** One line that tells the record from others; never empty. Not cut. */
export function displayText(record: AnyRecord, collection: Collection | undefined): string {
  const presentable = collection
    ? presentableFields(collection)
        .filter((field) => field.type !== 'file')
        .map((field) => textOf(fieldValue(record, field.name)))
        .filter((text) => text !== '')
    : [];
  if (presentable.length > 0) return presentable.join(', ');
  for (const name of tellingNames) {
    const text = textOf(fieldValue(record, name));
    if (text !== '') return text;
  }
  return record.id;
}

function textOf(value: unknown): string {
  if (isEmptyValue(value)) return '';
  if (typeof value === 'string') return plainText(value);
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null)) {
    return value.map(textOf).filter(Boolean).join(', ');
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/**
 * The name of the file whose thumb stands for the record: the first of its presentable file fields, or, when
 * the collection has no presentable field at all, that of its first field for a single picture. Null: none.
 */
export function presentableThumb(record: AnyRecord, collection: Collection | undefined): string | null {
  if (!collection) return null;
  const presentable = presentableFields(collection);
  const candidates =
    presentable.length > 0
      ? presentable.filter((field) => field.type === 'file')
      : collection.schema.filter((field) => takesImages(field) && !isMultiple(field)).slice(0, 1);
  for (const field of candidates) {
    const [name] = listOf(fieldValue(record, field.name));
    if (name !== undefined) return name;
  }
  return null;
}
