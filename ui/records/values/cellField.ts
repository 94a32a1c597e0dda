import {
  accountFlags,
  accountNames,
  type Collection,
  collectionTypeOf,
  fieldOf,
} from '../../model/collection';
import { type FieldType, fieldTypeOf, isMultiple, type SchemaField } from '../../model/field';
import { type AnyRecord, fieldValue } from '../../model/record';
import { storedNames } from './fileChange';
import { type FormValue, inputValue } from './recordValues';
import { dateOf, jsonOf, numberOf } from './typedValues';

/** A value of a record that a cell of a table can change. */
export interface CellField {
  /** The id of the field, or `@username`: it stays when the field is renamed. */
  readonly key: string;
  readonly name: string;
  readonly type: FieldType;
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
    const kind = accountFlags.includes(name) ? 'bool' : name === 'email' ? 'email' : 'text';
    return { key, name, type: kind, field: { id: key, name, type: kind, required: name === 'username' } };
  }
  const type = fieldTypeOf(field);
  return type === null ? null : { key: field.id, name, type, field };
}

/** Finds a field by its key, also after a rename; null if there is none. */
export function cellFieldByKey(collection: Collection, key: string): CellField | null {
  const name = collection.schema.find(({ id }) => id === key)?.name ?? key.slice(1);
  const cell = cellFieldOf(collection, name);
  return cell?.key === key ? cell : null;
}

/** Returns the value of an empty cell. */
export function emptyCell({ type, field }: CellField): FormValue {
  if (type === 'bool') return false;
  if (type === 'file') return [];
  return (type === 'select' || type === 'relation') && isMultiple(field) ? [] : '';
}

/** Lists show excerpts of these values, or values without their source. */
export const isReadInFull = ({ type }: CellField): boolean => type === 'editor' || type === 'json';

/** Returns the value of a cell as an input holds it. A json value needs its source text. */
export function cellValue(cell: CellField, record: AnyRecord, source?: string): FormValue {
  return inputValue(cell.field, fieldValue(record, cell.name), source);
}

const isList = (value: FormValue): value is readonly string[] => typeof value === 'object';

/** Returns a value as a row of a list holds it, without new files; a text that cannot be read stays a text. */
export function rowValue({ type }: CellField, value: FormValue): unknown {
  if (typeof value !== 'string') return type === 'file' && isList(value) ? storedNames(value) : value;
  switch (type) {
    case 'number': {
      const number = numberOf(value);
      return number === null ? 0 : Number.isNaN(number) ? value : number;
    }
    case 'date': {
      const date = dateOf(value);
      return date ? `${date}${date.includes('.') ? '' : '.000'}Z` : value;
    }
    case 'json': {
      const json = jsonOf(value);
      return json === null ? value : JSON.parse(json);
    }
    default:
      return value;
  }
}
