// How a record is named where there is room for one line.

import { listOf } from '../base/lists';
import { plainText } from '../base/text';
import { type Collection, hasField, presentableFields } from './collection';
import { type AnyRecord, fieldValue, isEmptyValue } from './record';
import { printBool } from './types/bool';
import { holdsFiles, holdsImages, isMultiple } from './types/fieldTypes';

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
