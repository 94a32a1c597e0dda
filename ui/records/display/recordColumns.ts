import { accountFlags, type Collection, collectionTypeOf } from '../../model/collection';
import { arrange, type ColumnLayout } from '../../model/columnLayout';
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
  /** True if it shall stay in view while the table scrolls sideways. */
  isPinned?: boolean;
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

/** Without checkboxes the id is the first column, and the padding of the page takes part of its width. */
export const edgeWidth = 8;

/** The icon of a verified e-mail is beside the id. */
const authIdWidth = 176;

/** The average letter of a head, and its padding, icon and arrow, with room for wider letters. */
const headLetter = 6.6;
const headExtra = 62;
const widestName = 160;

const flexibleKinds = new Set<ColumnKind>(['text', 'editor', 'email', 'url']);

/**
 * Lists the columns that a collection's table can have; a layout hides some of them. A view has `created` and
 * `updated` only if its query selects them; only its first record shows this. Without records they are as wide as their
 * heads, so that an empty table needs no scrolling.
 */
export function columnsOf(collection: Collection, firstRecord?: AnyRecord, isEmpty = false): RecordColumn[] {
  const type = collectionTypeOf(collection);
  const has = (name: string) =>
    type !== 'view' || (firstRecord !== undefined && fieldValue(firstRecord, name) !== undefined);
  const all: RecordColumn[] = [
    { ...column('id', 'id', type === 'auth' ? authIdWidth : widths.id), narrowWidth: narrowIdWidth },
    ...(type === 'auth'
      ? [
          column('username', 'text'),
          column('email', 'email'),
          ...accountFlags.map((name) => column(name, 'bool')),
        ]
      : []),
    // An unknown type of a newer server is shown as JSON.
    ...collection.schema.map((field) => ({ ...column(field.name, fieldTypeOf(field) ?? 'json'), field })),
    ...['created', 'updated'].filter(has).map((name) => column(name, 'date')),
  ];
  return isEmpty ? all.map((one) => ({ ...one, width: headWidth(one) })) : all;
}

function column(name: string, kind: ColumnKind, width = widths[kind]): RecordColumn {
  return {
    name,
    kind,
    width: Math.max(width, headWidth({ name, kind })),
    isFlexible: flexibleKinds.has(kind),
  };
}

/** Behind the name of a date comes its zone. */
function headWidth({ name, kind }: Pick<RecordColumn, 'name' | 'kind'>): number {
  const letters = name.length + (kind === 'date' ? ' UTC'.length : 0);
  return Math.min(Math.ceil(letters * headLetter) + headExtra, widestName);
}

/**
 * Returns the key of a column in the list of hidden ones. A field uses its id, so that it stays hidden after
 * a rename.
 */
export function columnKeyOf({ name, field }: RecordColumn): string {
  return field ? field.id : `@${name}`;
}

/** Returns the visible columns in their order, with their chosen widths. A phone keeps its narrow id. */
export function withLayout(columns: readonly RecordColumn[], layout: ColumnLayout): RecordColumn[] {
  return arrange(columns, columnKeyOf, layout).map((column) => {
    const key = columnKeyOf(column);
    const width = layout.widths[key];
    const isPinned = layout.pinned.includes(key);
    if (width === undefined && !isPinned) return column;
    // The place of the next pinned column depends on its width.
    return { ...column, width: width ?? column.width, isPinned, isFlexible: false };
  });
}

/** Returns the place of the columns that are no fields: behind the id and the pinned ones, which stay together. */
export const extraAt = (columns: readonly RecordColumn[]): number =>
  columns.filter(({ isPinned }) => isPinned).length + 1;
