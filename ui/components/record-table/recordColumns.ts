import { type Collection, collectionTypeOf } from '../../model/collection';
import { type FieldType, fieldTypeOf, type SchemaField } from '../../model/field';
import { type AnyRecord, fieldValue } from '../../model/record';

/** The way to draw a column's values: as a field type, or as the id of the record. */
export type ColumnKind = FieldType | 'id';

export interface RecordColumn {
  name: string;
  kind: ColumnKind;
  /** Absent for columns that every record has. */
  field?: SchemaField;
  /** In CSS pixels. */
  width: number;
  /** On narrow screens, if different. */
  narrowWidth?: number;
  /** Takes a share of the remaining width. */
  isFlexible: boolean;
}

const widths: Record<ColumnKind, number> = {
  id: 152,
  text: 188,
  editor: 188,
  email: 188,
  url: 188,
  relation: 144,
  select: 112,
  number: 96,
  bool: 80,
  file: 176,
  json: 136,
  date: 168,
};

/** A phone cuts the id to leave space for the other columns. */
const narrowIdWidth = 112;

/** The icon of a verified e-mail is beside the id. */
const authIdWidth = 176;

const flexibleKinds = new Set<ColumnKind>(['text', 'editor', 'email', 'url']);

/**
 * Lists the columns of a collection's table. A view has `created` and `updated` only if its query selects
 * them; only its first record shows this.
 */
export function columnsOf(collection: Collection, firstRecord?: AnyRecord): RecordColumn[] {
  const type = collectionTypeOf(collection);
  const has = (name: string) =>
    type !== 'view' || (firstRecord !== undefined && fieldValue(firstRecord, name) !== undefined);
  return [
    { ...column('id', 'id'), narrowWidth: narrowIdWidth, width: type === 'auth' ? authIdWidth : widths.id },
    ...(type === 'auth' ? [column('username', 'text'), column('email', 'email')] : []),
    // An unknown type of a newer server is shown as JSON.
    ...collection.schema.map((field) => ({ ...column(field.name, fieldTypeOf(field) ?? 'json'), field })),
    ...['created', 'updated'].filter(has).map((name) => column(name, 'date')),
  ];
}

function column(name: string, kind: ColumnKind): RecordColumn {
  return { name, kind, width: widths[kind], isFlexible: flexibleKinds.has(kind) };
}

/**
 * Returns the key of a column in the list of hidden ones. A field uses its id, so that it stays hidden after
 * a rename.
 */
export function columnKeyOf({ name, field }: RecordColumn): string {
  return field ? field.id : `@${name}`;
}
