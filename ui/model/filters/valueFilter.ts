import { isMultiple, type SchemaField } from '../field';

/**
 * Returns a filter for records that have a value, or several values, in the field. Null when a filter would
 * parse the field name as a number.
 */
export function valueFilter(field: SchemaField, isSeveral: boolean): string | null {
  const { name, type } = field;
  if (/^\d/.test(name)) return null;
  if (isMultiple(field)) return `${name}:length > ${isSeveral ? 1 : 0}`;
  switch (type) {
    case 'number':
      return `${name} != 0`;
    case 'bool':
      return `${name} = true`;
    case 'json':
      // Empty texts, lists and objects count as empty, as in the server's check of a required field.
      return ['null', '""', '"[]"', '"{}"'].map((empty) => `${name} != ${empty}`).join(' && ');
    default:
      return `${name} != ""`;
  }
}
