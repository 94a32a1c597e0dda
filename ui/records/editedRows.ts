import { proxy } from 'valtio/vanilla';
import { keysStartingWith } from '../base/storage';
import type { CellMarks } from '../kit/table/TableRow';

/**
 * The unsaved changes of records, for the rows of any table. The code that makes changes (`edits.ts`) is loaded
 * with the first one, and stores whole `Edit`s here.
 */
export interface EditedRow {
  /** By field name: the changed values, in the form of a row. */
  readonly shown: Readonly<Record<string, unknown>>;
  /** By field name: the related records, as far as they are loaded. */
  readonly expand: Readonly<Record<string, unknown>>;
  readonly marks: CellMarks;
  /** All changes, also those of deleted fields. */
  readonly changes: { readonly size: number };
}

/** By the id of the record. */
export type EditedRows = ReadonlyMap<string, EditedRow>;

interface EditedRowsState {
  /** By the id of the collection; a collection without changes has no entry. (refs) */
  byCollection: Record<string, EditedRows>;
  /** The collections with drafts of earlier visits. */
  hasOffers: Record<string, boolean>;
  /** The collection whose bar must save, because Ctrl+S was pressed before the bar was loaded. */
  saveAsked: string;
}

export const state = proxy<EditedRowsState>({ byCollection: {}, hasOffers: {}, saveAsked: '' });

export const countAmong = (collectionId: string, ids: readonly string[]) =>
  ids.filter((id) => state.byCollection[collectionId]?.has(id)).length;

export function countChanges(collectionId: string): number {
  let count = 0;
  for (const { changes } of state.byCollection[collectionId]?.values() ?? []) count += changes.size;
  return count;
}

/**
 * Prefixes of the draft keys of a collection. The second is of the last version, which kept one draft for the whole
 * table.
 */
export const draftKeys = (collectionId: string): readonly [string, string] => [
  `record_draft_${collectionId}_`,
  `table_draft_${collectionId}`,
];

/** True if an earlier visit may have left drafts of this collection. */
export const mayHaveDraft = (collectionId: string) =>
  draftKeys(collectionId).some((key) => keysStartingWith(key).length > 0);

const shownRows = new WeakMap<EditedRow, { row: object; shown: object }>();

/** Rows without changes stay the same objects, so that they do not render again. */
export function withEdits<Row extends { id: string; expand?: unknown }>(
  rows: readonly Row[],
  edited: EditedRows | undefined,
): readonly Row[] {
  if (!edited) return rows;
  return rows.map((row) => {
    const changed = edited.get(row.id);
    if (!changed) return row;
    const known = shownRows.get(changed);
    if (known?.row === row) return known.shown as Row;
    const expand = { ...(row.expand as object | undefined), ...changed.expand };
    const shown = { ...row, ...changed.shown, expand };
    shownRows.set(changed, { row, shown });
    storedRows.set(shown, row);
    return shown;
  });
}

const storedRows = new WeakMap<object, object>();

export const storedRow = <Row extends object>(row: Row): Row =>
  (storedRows.get(row) as Row | undefined) ?? row;
