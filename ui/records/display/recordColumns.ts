import {
  accountNames,
  type Collection,
  collectionTypeOf,
  dateNames,
  systemTypeOf,
} from '../../model/collection';
import { arrange, type ColumnLayout } from '../../model/columnLayout';
import type { SchemaField } from '../../model/field';
import { type AnyRecord, fieldValue } from '../../model/record';
import type { FieldType } from '../../model/types/fieldType';
import { type FieldTypeName, fieldTypes, shownTypeOf } from '../../model/types/fieldTypes';

/** The way to draw a column's values: as a field type, or as the id of the record. */
export type ColumnKind = FieldTypeName | 'id';

/** Returns the type of a column's values; an id is a text. */
export const columnType = ({ kind }: Pick<RecordColumn, 'kind'>): FieldType =>
  fieldTypes[kind === 'id' ? 'text' : kind];

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

const idWidth = 152;

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
    { ...column('id', 'id', type === 'auth' ? authIdWidth : idWidth), narrowWidth: narrowIdWidth },
    ...(type === 'auth' ? accountNames.map((name) => column(name, systemTypeOf(name))) : []),
    // An unknown type of a newer server is shown as JSON.
    ...collection.schema.map((field) => ({ ...column(field.name, shownTypeOf(field)), field })),
    ...dateNames.filter(has).map((name) => column(name, systemTypeOf(name))),
  ];
  return isEmpty ? all.map((one) => ({ ...one, width: headWidth(one) })) : all;
}

function column(name: string, kind: ColumnKind, width = columnType({ kind }).width): RecordColumn {
  return {
    name,
    kind,
    width: Math.max(width, headWidth({ name, kind })),
    isFlexible: kind !== 'id' && columnType({ kind }).isTextual === true,
  };
}

/** Behind the name of a date comes its zone. */
function headWidth({ name, kind }: Pick<RecordColumn, 'name' | 'kind'>): number {
  const letters = name.length + (columnType({ kind }).isMoment ? ' UTC'.length : 0);
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
