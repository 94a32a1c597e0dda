import { proxy } from 'valtio/vanilla';
import { keysStartingWith } from '../base/storage';
import type { CellMarks } from '../kit/table/TableRow';

/**
 * The unsaved changes of records, as the rows of a table show them. Every table reads this. The code that makes them
 * (`edits.ts`) comes with the first change; it puts whole `Edit`s here.
 */
export interface EditedRow {
  /** The changed values by field name, as a row holds them. */
  readonly shown: Readonly<Record<string, unknown>>;
  /** Their related records, as far as they are known, by field name. */
  readonly expand: Readonly<Record<string, unknown>>;
  readonly marks: CellMarks;
  /** All changes, those of deleted fields included. */
  readonly changes: { readonly size: number };
}

/** By the id of the record. */
export type EditedRows = ReadonlyMap<string, EditedRow>;

interface EditedRowsState {
  /** By the id of the collection. A collection without changes is missing. (refs) */
  byCollection: Record<string, EditedRows>;
  /** The collections with drafts of earlier visits. */
  hasOffers: Record<string, boolean>;
  /** The collection that its bar saves next: a key may come before the bar is drawn. */
  saveAsked: string;
}

export const state = proxy<EditedRowsState>({ byCollection: {}, hasOffers: {}, saveAsked: '' });

/** Counts those of the records that have changes. */
export const countAmong = (collectionId: string, ids: readonly string[]) =>
  ids.filter((id) => state.byCollection[collectionId]?.has(id)).length;

/** Counts the changed values of a collection. */
export function countChanges(collectionId: string): number {
  let count = 0;
  for (const { changes } of state.byCollection[collectionId]?.values() ?? []) count += changes.size;
  return count;
}

/** The keys of the drafts of a collection begin like one of these. The last version kept one for the whole table. */
export const draftKeys = (collectionId: string): readonly [string, string] => [
  `record_draft_${collectionId}_`,
  `table_draft_${collectionId}`,
];

/** True if an earlier visit may have left changes of this collection. */
export const mayHaveDraft = (collectionId: string) =>
  draftKeys(collectionId).some((key) => keysStartingWith(key).length > 0);

const shownRows = new WeakMap<EditedRow, { row: object; shown: object }>();

/** Returns the rows with their changed values. The other rows stay the same objects, so they are not drawn again. */
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

/** Returns the row without its changed values. */
export const storedRow = <Row extends object>(row: Row): Row =>
  (storedRows.get(row) as Row | undefined) ?? row;
