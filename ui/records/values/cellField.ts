import {
  accountNamesOf,
  type Collection,
  collectionTypeOf,
  fieldOf,
  systemTypeOf,
} from '../../model/collection';
import type { FormValue, SchemaField } from '../../model/field';
import { type AnyRecord, fieldValue } from '../../model/record';
import { holdsFiles, isEditable, isSecret, typeOf } from '../../model/types/fieldTypes';
import { storedNames } from '../../model/types/file';
import { inputValue } from './recordValues';

export interface CellField {
  /** The id of the field, or a name such as `@username`. A rename does not change it. */
  readonly key: string;
  readonly name: string;
  /** The values that every account has are not in the schema, so their field is made here. */
  readonly field: SchemaField;
}

/** Null if the cells of the column cannot be changed, such as ids and dates of the server. */
export function cellFieldOf(collection: Collection, name: string): CellField | null {
  const owner = collectionTypeOf(collection);
  if (owner === 'view') return null;
  const field = fieldOf(collection, name);
  if (!field) {
    if (!accountNamesOf(collection).includes(name)) return null;
    const key = `@${name}`;
    return { key, name, field: { id: key, name, type: systemTypeOf(name), required: name === 'username' } };
  }
  return isEditable(field) && !isSecret(field) ? { key: field.id, name, field } : null;
}

/** Also finds a renamed field. Null if there is none. */
export function cellFieldByKey(collection: Collection, key: string): CellField | null {
  const name = collection.schema.find(({ id }) => id === key)?.name ?? key.slice(1);
  const cell = cellFieldOf(collection, name);
  return cell?.key === key ? cell : null;
}

export const emptyCell = ({ field }: CellField): FormValue => typeOf(field).empty(field);

/** Returns a value as an input has it. A json value needs its source text. */
export function cellValue(cell: CellField, record: AnyRecord, source?: string): FormValue {
  return inputValue(cell.field, fieldValue(record, cell.name), source);
}

/** Returns a value as a row has it, without new files. An invalid text stays a text. */
export function rowValue({ field }: CellField, value: FormValue): unknown {
  if (typeof value === 'string') return typeOf(field).toRow?.(value) ?? value;
  return typeof value === 'object' && holdsFiles(field) ? storedNames(value) : value;
}
