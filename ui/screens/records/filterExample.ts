import { type Collection, systemFieldNames } from '../../model/collection';
import { fieldTypeOf, isMultiple, optionOf, type SchemaField } from '../../model/field';
import { escapeText } from '../../model/filter';

/** The names that a path of a filter may begin with. */
export function filterNames(collection: Collection): string[] {
  const fields = collection.schema.map(({ name }) => name);
  // Of a view it is not known which dates it has.
  return [...systemFieldNames(collection), 'created', 'updated', ...fields];
}

/** A filter that can be run on this collection, by its own fields where it has fitting ones. */
export function filterExample({ schema }: Collection): string {
  const ofType = (...types: string[]) => schema.find((field) => types.includes(fieldTypeOf(field) ?? ''));
  const text = ofType('text', 'editor', 'email', 'url');
  const other = ofType('select', 'bool', 'number', 'date');
  return `${text?.name ?? 'id'} ~ "a" && ${other ? comparison(other) : 'id != ""'}`;
}

function comparison(field: SchemaField): string {
  const { name } = field;
  switch (fieldTypeOf(field)) {
    case 'select': {
      const values = optionOf(field, 'values');
      const first = Array.isArray(values) ? String(values[0] ?? '') : '';
      return `${name} ${isMultiple(field) ? '~' : '='} "${escapeText(first, 'plain')}"`;
    }
    case 'bool':
      return `${name} = true`;
    case 'number':
      return `${name} > 0`;
    default:
      return `${name} >= @monthStart`;
  }
}
