import { listOf } from '../../base/lists';
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
  /** On wide screens it shrinks to this before the table scrolls sideways. */
  least?: number | undefined;
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

/** The average letter of a head, and its padding and icon, with room for wider letters. */
const headLetter = 6.6;
const headExtra = 44;
const widestName = 160;
const leastHead = 48;

/**
 * Lists the columns that a collection's table can have; a layout hides some of them. A view has `created` and
 * `updated` only if its query selects them; only its first record shows this.
 */
export function columnsOf(collection: Collection, firstRecord?: AnyRecord): RecordColumn[] {
  const type = collectionTypeOf(collection);
  const has = (name: string) =>
    type !== 'view' || (firstRecord !== undefined && fieldValue(firstRecord, name) !== undefined);
  return [
    { ...column('id', 'id', type === 'auth' ? authIdWidth : idWidth), narrowWidth: narrowIdWidth },
    ...(type === 'auth' ? accountNames.map((name) => column(name, systemTypeOf(name))) : []),
    // An unknown type of a newer server is shown as JSON.
    ...collection.schema.map((field) => ({ ...column(field.name, shownTypeOf(field)), field })),
    ...dateNames.filter(has).map((name) => column(name, systemTypeOf(name))),
  ];
}

/** The columns of an empty table are as wide as their heads, or smaller, so that it needs no scrolling. */
export function emptyColumns(columns: readonly RecordColumn[]): RecordColumn[] {
  return columns.map((column) => ({
    ...column,
    width: headWidth(column),
    least: leastHead,
    isFlexible: false,
  }));
}

/**
 * Fits the columns to the values of some records. The widths are estimated from the characters, because a measurement
 * would need a layout before the first rows are drawn.
 */
export function fittedColumns(
  columns: readonly RecordColumn[],
  records: readonly AnyRecord[],
): RecordColumn[] {
  return columns.map((column) => {
    const { fit, holds, isAtEnd, isMoment, print } = columnType(column);
    if (!fit || column.kind === 'id') return column;
    const units = records
      .map((record) => fieldValue(record, column.name))
      .map((value) =>
        holds === 'files' || holds === 'records' ? listOf(value).length : textUnits(print(value)),
      )
      .toSorted((one, other) => one - other);
    // A number that is cut is another number. Of the other values, a few may be cut.
    const whole = isAtEnd || isMoment ? 1 : 0.9;
    const fitting = fit.rest + fit.unit * (units[Math.ceil(units.length * whole) - 1] ?? 0);
    const width = Math.min(Math.max(Math.ceil(fitting), fit.least), fit.most);
    return { ...column, width: Math.max(width, headWidth(column)) };
  });
}

/** Chinese, Japanese and Korean characters take the width of two. No column is as wide as 100. */
function textUnits(text: string): number {
  const start = text.slice(0, 100);
  return start.length + (start.match(/[\u2e80-\uffef]/g)?.length ?? 0);
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
    return { ...column, width: width ?? column.width, least: undefined, isPinned, isFlexible: false };
  });
}

/** Returns the place of the columns that are no fields: behind the id and the pinned ones, which stay together. */
export const extraAt = (columns: readonly RecordColumn[]): number =>
  columns.filter(({ isPinned }) => isPinned).length + 1;
