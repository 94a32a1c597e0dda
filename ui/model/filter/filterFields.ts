import { type Collection, systemFieldNames, systemTypeOf } from '../collection';
import type { SchemaField } from '../field';
import { possibleDates, searchColumnsOf } from '../recordsQuery';
import { isKnown } from '../types/fieldTypes';
import type { FilterLanguage } from './filterTree';

export function filterLanguage(collection: Collection): FilterLanguage {
  return { fields: filterFields(collection), columns: searchColumnsOf(collection) };
}

/**
 * Returns the fields that a condition can name: those of the schema, then the system fields, which have the id
 * ''. The server reads a name that begins with a digit as a number.
 */
export function filterFields(collection: Collection): SchemaField[] {
  const schema = collection.schema.filter((field) => isKnown(field) && !/^\d/.test(field.name));
  const names = new Set([...systemFieldNames(collection), ...possibleDates(collection)]);
  return [...schema, ...[...names].map((name) => ({ id: '', name, type: systemTypeOf(name) }))];
}
