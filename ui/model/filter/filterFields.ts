import { type Collection, systemFieldNames, systemTypeOf } from '../collection';
import type { SchemaField } from '../field';
import { possibleDates, searchColumnsOf } from '../recordsQuery';
import { isKnown, isSecret } from '../types/fieldTypes';
import type { FilterLanguage } from './filterTree';
import { isOfNewer } from './ruleWords';

export function filterLanguage(collection: Collection): FilterLanguage {
  const columns = searchColumnsOf(collection);
  return { fields: filterFields(collection), columns, hasCalls: isOfNewer(collection) };
}

/**
 * Returns the fields that a condition can name: those of the schema, then the system fields, which have the id
 * ''. The server reads a name that begins with a digit as a number.
 */
export function filterFields(collection: Collection): SchemaField[] {
  const isNamed = (field: SchemaField) => isKnown(field) && !isSecret(field) && !/^\d/.test(field.name);
  const schema = collection.schema.filter(isNamed);
  const names = new Set([...systemFieldNames(collection), ...possibleDates(collection)]);
  return [...schema, ...[...names].map((name) => ({ id: '', name, type: systemTypeOf(name) }))];
}
