import { type Collection, collectionTypeOf } from '../../model/collection';
import { type FieldType, fieldTypeOf, type SchemaField } from '../../model/field';
import { type AnyRecord, fieldValue } from '../../model/record';

/** How a column's values are drawn: as one of the field types, or as the id of the record. */
export type ColumnKind = FieldType | 'id';

export interface RecordColumn {
  name: string;
  kind: ColumnKind;
  /** Absent for what every record has. */
  field?: SchemaField;
  /** In CSS pixels. */
  width: number;
  /** On narrow screens, when that differs. */
  narrowWidth?: number;
  /** Takes a share of the width that is left. */
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

/** On a phone an id is cut: there is more to see than ids. */
const narrowIdWidth = 112;

/** The mark of a verified e-mail stands beside the id. */
const authIdWidth = 176;

const flexibleKinds = new Set<ColumnKind>(['text', 'editor', 'email', 'url']);

/**
 * The columns of a collection's table. A view has `created` and `updated` only when its query selects them,
 * which shows in its first record alone.
 */
export function columnsOf(collection: Collection, firstRecord?: AnyRecord): RecordColumn[] {
  const type = collectionTypeOf(collection);
  const has = (name: string) =>
    type !== 'view' || (firstRecord !== undefined && fieldValue(firstRecord, name) !== undefined);
  return [
    { ...column('id', 'id'), narrowWidth: narrowIdWidth, width: type === 'auth' ? authIdWidth : widths.id },
    ...(type === 'auth' ? [column('username', 'text'), column('email', 'email')] : []),
    // A type that only a newer server knows is shown as what it is in the answer.
    ...collection.schema.map((field) => ({ ...column(field.name, fieldTypeOf(field) ?? 'json'), field })),
    ...['created', 'updated'].filter(has).map((name) => column(name, 'date')),
  ];
}

function column(name: string, kind: ColumnKind): RecordColumn {
  return { name, kind, width: widths[kind], isFlexible: flexibleKinds.has(kind) };
}

/** How a column is kept in the list of hidden ones: a field by its id, so that a rename does not show it again. */
export function columnKeyOf({ name, field }: RecordColumn): string {
  return field ? field.id : `@${name}`;
}
