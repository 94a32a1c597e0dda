import { proxy } from 'valtio/vanilla';
import { keysStartingWith } from '../../base/storage';
import type { CellMarks } from '../../kit/table/TableRow';
import type { AnyRecord } from '../../model/record';

/**
 * The values that were changed in tables and are not saved, as their rows show them. Every table reads this. The
 * code that changes them (`staged.ts`) comes with the first edit; it puts whole `StagedRecord`s here.
 */
export interface StagedRow {
  /** The changed values by field name, as a row holds them. */
  readonly shown: Readonly<Record<string, unknown>>;
  /** Their related records, as far as they are known, by field name. */
  readonly expand: Readonly<Record<string, unknown>>;
  /** The changed cells by field name. */
  readonly marks: CellMarks;
  /** All changed cells, those of deleted fields included. */
  readonly cells: { readonly size: number };
}

/** By the id of the record. */
export type StagedRows = ReadonlyMap<string, StagedRow>;

interface StagedRowsState {
  /** By the id of the collection. A collection without changes is missing. (refs) */
  byCollection: Record<string, StagedRows>;
  /** The collections with drafts of earlier visits. */
  hasOffers: Record<string, boolean>;
  /** The collection that its bar saves next: a key may come before the bar is drawn. */
  saveAsked: string;
}

export const state = proxy<StagedRowsState>({ byCollection: {}, hasOffers: {}, saveAsked: '' });

/** Called with each row that a live event has changed. `stagedMerge.ts` adds a listener when it loads. */
export const listeners = new Set<(collectionId: string, row: AnyRecord) => void>();

/** Counts those of the records that have changes. */
export const countAmong = (collectionId: string, ids: readonly string[]) =>
  ids.filter((id) => state.byCollection[collectionId]?.has(id)).length;

/** Counts the changed cells of a collection. */
export function countChanges(collectionId: string): number {
  let changes = 0;
  for (const { cells } of state.byCollection[collectionId]?.values() ?? []) changes += cells.size;
  return changes;
}

export const draftKey = (collectionId: string) => `table_draft_${collectionId}`;

/** True if an earlier visit may have left changes of this collection. */
export const mayHaveDraft = (collectionId: string) => keysStartingWith(draftKey(collectionId)).length > 0;

const shownRows = new WeakMap<StagedRow, { row: object; shown: object }>();

/** Returns the rows with their changed values. The other rows stay the same objects, so they are not drawn again. */
export function withStaged<Row extends { id: string; expand?: unknown }>(
  rows: readonly Row[],
  staged: StagedRows | undefined,
): readonly Row[] {
  if (!staged) return rows;
  return rows.map((row) => {
    const changed = staged.get(row.id);
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
