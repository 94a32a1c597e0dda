import {
  accountNames,
  type Collection,
  collectionTypeOf,
  fieldOf,
  systemTypeOf,
} from '../../model/collection';
import type { FormValue, SchemaField } from '../../model/field';
import { type AnyRecord, fieldValue } from '../../model/record';
import { holdsFiles, isKnown, typeOf } from '../../model/types/fieldTypes';
import { storedNames } from '../../model/types/file';
import { inputValue } from './recordValues';

/** A value of a record that a cell of a table can change. */
export interface CellField {
  /** The id of the field, or `@username`: it stays when the field is renamed. */
  readonly key: string;
  readonly name: string;
  /** The values that every account has are no fields of the schema; theirs is made here. */
  readonly field: SchemaField;
}

/** Returns the field of a column; null if its cells cannot be changed, such as ids and dates. */
export function cellFieldOf(collection: Collection, name: string): CellField | null {
  const owner = collectionTypeOf(collection);
  if (owner === 'view') return null;
  const field = fieldOf(collection, name);
  if (!field) {
    if (owner !== 'auth' || !accountNames.includes(name)) return null;
    const key = `@${name}`;
    return { key, name, field: { id: key, name, type: systemTypeOf(name), required: name === 'username' } };
  }
  return isKnown(field) ? { key: field.id, name, field } : null;
}

/** Finds a field by its key, also after a rename; null if there is none. */
export function cellFieldByKey(collection: Collection, key: string): CellField | null {
  const name = collection.schema.find(({ id }) => id === key)?.name ?? key.slice(1);
  const cell = cellFieldOf(collection, name);
  return cell?.key === key ? cell : null;
}

/** Returns the value of an empty cell. */
export const emptyCell = ({ field }: CellField): FormValue => typeOf(field).empty(field);

/** Returns the value of a cell as an input holds it. A json value needs its source text. */
export function cellValue(cell: CellField, record: AnyRecord, source?: string): FormValue {
  return inputValue(cell.field, fieldValue(record, cell.name), source);
}

/** Returns a value as a row of a list holds it, without new files; a text that cannot be read stays a text. */
export function rowValue({ field }: CellField, value: FormValue): unknown {
  if (typeof value === 'string') return typeOf(field).toRow?.(value) ?? value;
  return typeof value === 'object' && holdsFiles(field) ? storedNames(value) : value;
}
