import { listOf } from '../../base/lists';
import {
  accountNamesOf,
  type Collection,
  collectionTypeOf,
  dateNames,
  systemFieldNames,
  systemTypeOf,
} from '../../model/collection';
import { arrange, type ColumnLayout } from '../../model/columnLayout';
import type { SchemaField } from '../../model/field';
import { type AnyRecord, fieldValue } from '../../model/record';
import type { FieldType } from '../../model/types/fieldType';
import { type FieldTypeName, fieldTypes, isSecret, shownTypeOf } from '../../model/types/fieldTypes';

/** How a column shows its values: as a type of field, or as the id of the record. */
export type ColumnKind = FieldTypeName | 'id';

/** An id is a text. */
export const columnType = ({ kind }: Pick<RecordColumn, 'kind'>): FieldType =>
  fieldTypes[kind === 'id' ? 'text' : kind];

export interface RecordColumn {
  name: string;
  kind: ColumnKind;
  /** Undefined for the columns that every record has. */
  field?: SchemaField;
  /** In CSS pixels. */
  width: number;
  /** On narrow screens, if it is another width. */
  narrowWidth?: number;
  /** On wide screens, the column shrinks to this width before the table scrolls sideways. */
  least?: number | undefined;
  /** True if it gets a share of the remaining width. */
  isFlexible: boolean;
  /** True if it stays in view while the table scrolls sideways. */
  isPinned?: boolean;
}

const idWidth = 152;

/** A phone cuts the id, so that the other columns have room. */
const narrowIdWidth = 112;

/** Without checkboxes, the id is the first column and includes a part of the page's padding. */
export const edgeWidth = 8;

/** Room for the icon of a verified email beside the id. */
const authIdWidth = 176;

/** In px: the average letter of a head, then its padding and icon. */
const headLetter = 6.6;
const headExtra = 44;
const widestName = 160;
const leastHead = 48;

/**
 * Lists all columns that a table can have. A view has `created` and `updated` only if its query selects them, which
 * only a record shows.
 */
export function columnsOf(collection: Collection, firstRecord?: AnyRecord): RecordColumn[] {
  const type = collectionTypeOf(collection);
  const has = (name: string) =>
    collection.builtIn || type !== 'view'
      ? systemFieldNames(collection).includes(name)
      : firstRecord !== undefined && fieldValue(firstRecord, name) !== undefined;
  return [
    { ...column('id', 'id', type === 'auth' ? authIdWidth : idWidth), narrowWidth: narrowIdWidth },
    ...accountNamesOf(collection).map((name) => column(name, systemTypeOf(name))),
    // A type that only newer servers know is shown as json. No response contains a password.
    ...collection.schema
      .filter((field) => !isSecret(field))
      .map((field) => ({ ...column(field.name, shownTypeOf(field)), field })),
    ...dateNames.filter(has).map((name) => column(name, systemTypeOf(name))),
  ];
}

/** In an empty table, columns are as wide as their heads or smaller, so that it does not scroll. */
export function emptyColumns(columns: readonly RecordColumn[]): RecordColumn[] {
  return columns.map((column) => ({
    ...column,
    width: headWidth(column),
    least: leastHead,
    isFlexible: false,
  }));
}

/**
 * Fits the widths to the values of some records. They are estimated from the characters, because measuring would
 * need a layout before the first rows appear.
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
    // A cut number would be wrong, so all of them must fit. Of other values, one in ten may be cut.
    const whole = isAtEnd || isMoment ? 1 : 0.9;
    const fitting = fit.rest + fit.unit * (units[Math.ceil(units.length * whole) - 1] ?? 0);
    const width = Math.min(Math.max(Math.ceil(fitting), fit.least), fit.most);
    return { ...column, width: Math.max(width, headWidth(column)) };
  });
}

/** Chinese, Japanese and Korean characters count twice. Stops at 100, which is wider than any column. */
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

/** The head of a date also shows the time zone. */
function headWidth({ name, kind }: Pick<RecordColumn, 'name' | 'kind'>): number {
  const letters = name.length + (columnType({ kind }).isMoment ? ' UTC'.length : 0);
  return Math.min(Math.ceil(letters * headLetter) + headExtra, widestName);
}

/**
 * Identifies a column in a layout. A field is found by its id, so a rename changes nothing. Each save of a view gives
 * the fields that it takes from a collection other ids, so they are found by their names.
 */
export function columnKeyOf({ name, field }: RecordColumn): string {
  return field && !field.id.startsWith('_clone_') ? field.id : `@${name}`;
}

/** Returns the visible columns in their order and width. On a phone, the id stays narrow. */
export function withLayout(columns: readonly RecordColumn[], layout: ColumnLayout): RecordColumn[] {
  return arrange(columns, columnKeyOf, layout).map((column) => {
    const key = columnKeyOf(column);
    const width = layout.widths[key];
    const isPinned = layout.pinned.includes(key);
    if (width === undefined && !isPinned) return column;
    // The next pinned column is placed by this width.
    return { ...column, width: width ?? column.width, least: undefined, isPinned, isFlexible: false };
  });
}

/** Returns where columns that are no fields stand: after the id and the pinned ones, which stay together. */
export const extraAt = (columns: readonly RecordColumn[]): number =>
  columns.filter(({ isPinned }) => isPinned).length + 1;
