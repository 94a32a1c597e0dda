import { isMultiple, type SchemaField } from './field';

/** Finds the records with a value in the field, or with several. Null: to a filter the name would be a number. */
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
      // Empty texts, lists and objects count as none, as they do for the server's own check of a required field.
      return ['null', '""', '"[]"', '"{}"'].map((empty) => `${name} != ${empty}`).join(' && ');
    default:
      return `${name} != ""`;
  }
}
