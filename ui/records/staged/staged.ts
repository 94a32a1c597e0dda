// A change belongs to a record and a field, so sort, filter, live changes and a reload cannot move it. It is staged
// with each key, so nothing typed is lost. A row without changes stays the same object and is not drawn again.
// Leaving the page asks no question; closing the tab and logging out do.

import { ref } from 'valtio/vanilla';
import { subscribeKey } from 'valtio/vanilla/utils';
import { isEqual } from '../../base/equal';
import { createSteps, type Steps } from '../../base/steps';
import type { Conflict } from '../../base/threeWayMerge';
import type { Collection } from '../../model/collection';
import type { FormValue } from '../../model/field';
import type { AnyRecord } from '../../model/record';
import * as collections from '../../page/collections';
import { type Draft, openDraft } from '../../page/forms/drafts';
import * as unsaved from '../../page/forms/unsaved';
import * as session from '../../page/session/session';
import type { CellField } from '../values/cellField';
import {
  changedCell,
  type DraftedRecord,
  draftOf,
  fittedCell,
  type SeenValue,
  type StagedCell,
  type StagedCells,
  seenValue,
  shownChanges,
} from '../values/stagedCell';
import * as knownRecords from './knownRecords';
import * as stagedFiles from './stagedFiles';
import { draftKey, type StagedRow, state, storedRow } from './stagedRows';
import * as stagedWrites from './stagedWrites';

/**
 * Changes of records that were made in a table and are not saved: by collection, record and field, never by position.
 *
 *   stage(collection, [{ row, cell, mine: '5' }]);   // one step for undo
 *   undo(collection);
 *
 * Guarantees: the changes survive sort, filter, reload of the list, and another collection. A draft keeps them when the
 * page closes. A value that means the same as the stored one is not kept.
 *
 * `stagedMerge.ts` compares them with what the server stores, `stagedCollections.ts` follows their collections.
 */
export interface StagedRecord extends StagedRow {
  readonly id: string;
  readonly cells: StagedCells;
  readonly fault: RecordFault | null;
}

/** Why the last save left a record out. */
export type RecordFault =
  | { readonly kind: 'gone' }
  /** Somebody else has changed these fields, too. The conflicts are named after the fields. */
  | {
      readonly kind: 'conflict';
      readonly conflicts: readonly Conflict[];
      readonly theirs: stagedWrites.StoredNow;
    }
  | { readonly kind: 'refused'; readonly reason: string };

export type StagedRecords = ReadonlyMap<string, StagedRecord>;

export interface CellChange {
  row: AnyRecord;
  cell: CellField;
  mine: FormValue;
  /** The source of a json value. */
  source?: string | undefined;
  /** The stored value, if the caller knows it better than the row. */
  base?: SeenValue | undefined;
}

/** The change of a cell before and after a step; null for the stored value. */
export interface CellStep {
  readonly id: string;
  readonly key: string;
  readonly from: StagedCell | null;
  readonly to: StagedCell | null;
}

const histories = new Map<string, Steps<CellStep>>();
const drafts = new Map<string, Draft>();
let stopWatching: (() => void) | null = null;

const noRecords: StagedRecords = new Map();

/** The rows of `stagedRows.state`, with all that a save needs. Only this file puts them there. */
export const recordsOf = (collectionId: string): StagedRecords =>
  (state.byCollection[collectionId] as StagedRecords | undefined) ?? noRecords;

export const cellAt = (collectionId: string, recordId: string, key: string): StagedCell | null =>
  recordsOf(collectionId).get(recordId)?.cells.get(key) ?? null;

function historyOf(collectionId: string): Steps<CellStep> {
  const known = histories.get(collectionId) ?? createSteps();
  histories.set(collectionId, known);
  return known;
}

/** Changes cells; together they are one step for `undo`. With `isTyping` they wait for `remember`. */
export function stage(
  collection: Collection,
  changes: readonly CellChange[],
  { isTyping = false }: { isTyping?: boolean } = {},
): void {
  const steps = changes.map((change) => stepOf(collection, change));
  apply(
    collection,
    steps.map(({ id, key, to }) => ({ id, key, cell: to })),
  );
  if (!isTyping) remember(collection.id, steps);
}

/** Returns the stored value of a cell; the row may be one that shows changed values. */
export const seenIn = (row: AnyRecord, cell: CellField, source?: string): SeenValue =>
  seenValue(cell, storedRow(row), source);

function stepOf(collection: Collection, { row, cell, mine, source, base }: CellChange): CellStep {
  knownRecords.noteExpanded(cell.field, row);
  const from = cellAt(collection.id, row.id, cell.key);
  const seen = from ?? base ?? seenIn(row, cell, source);
  return { id: row.id, key: cell.key, from, to: changedCell(collection, cell, seen, mine) };
}

/** Makes typed changes a step: `from` is what each cell held before the typing. */
export function remember(collectionId: string, steps: readonly CellStep[]): void {
  const changed = steps.filter(({ from, to }) => !isEqual(from?.mine, to?.mine));
  if (changed.length > 0) historyOf(collectionId).add(changed);
}

/** Puts a cell back to an earlier change; null: to the stored value. */
export function putBack(collection: Collection, id: string, key: string, cell: StagedCell | null): void {
  apply(collection, [{ id, key, cell }]);
}

/** Reverts the change of one cell; `undo` restores it. */
export function takeBack(collection: Collection, id: string, key: string): void {
  const from = cellAt(collection.id, id, key);
  putBack(collection, id, key, null);
  remember(collection.id, [{ id, key, from, to: null }]);
}

/** Undoes the last step; returns the record and field to show, or null if there is none. */
export const undo = (collection: Collection) =>
  follow(collection, historyOf(collection.id).back(), ({ from }) => from);

/** Redoes the last undone step. */
export const redo = (collection: Collection) =>
  follow(collection, historyOf(collection.id).forth(), ({ to }) => to);

function follow(
  collection: Collection,
  steps: readonly CellStep[] | null,
  cellOf: (step: CellStep) => StagedCell | null,
): { id: string; key: string } | null {
  const [first] = steps ?? [];
  if (!steps || !first) return null;
  apply(
    collection,
    steps.map((step) => ({ id: step.id, key: step.key, cell: cellOf(step) })),
  );
  return { id: first.id, key: first.key };
}

interface Placed {
  readonly id: string;
  readonly key: string;
  readonly cell: StagedCell | null;
}

/** Puts cells into the records. A changed record forgets why its last save failed. */
function apply(collection: Collection, placed: readonly Placed[]): void {
  const changed = new Map<string, StagedCells>();
  for (const { id, key, cell } of placed) {
    const cells = new Map(changed.get(id) ?? recordsOf(collection.id).get(id)?.cells);
    if (cell) cells.set(key, cell);
    else cells.delete(key);
    changed.set(id, cells);
  }
  replace(
    collection,
    [...changed].map(([id, cells]) => ({ id, cells, fault: null })),
  );
}

/** A changed record without what its row shows. */
export type BareRecord = Pick<StagedRecord, 'id' | 'cells' | 'fault'>;

/** Shows records with other changes; one without changes is left out. */
export function replace(collection: Collection, bare: Iterable<BareRecord>): void {
  const records = new Map(recordsOf(collection.id));
  for (const { id, cells, fault } of bare) {
    const shown = shownChanges(collection, cells, knownRecords.known);
    if (cells.size === 0) records.delete(id);
    else records.set(id, { id, cells, fault, ...shown });
  }
  show(collection.id, records);
}

function show(collectionId: string, records: StagedRecords): void {
  if (records.size === 0) {
    delete state.byCollection[collectionId];
    drafts.get(collectionId)?.drop();
  } else {
    state.byCollection[collectionId] = ref(records);
    openedDraft(collectionId).write(() => draftContent(collectionId));
  }
  watchChanges();
}

/** Without changes nothing is watched, because a listener would keep the page out of the back/forward cache. */
function watchChanges(): void {
  if (hasAny()) stopWatching ??= unsaved.watch(hasAny, { survivesNavigation: true, forget });
  else {
    stopWatching?.();
    stopWatching = null;
  }
}

const hasAny = () => Object.keys(state.byCollection).length > 0;

/** Drops the steps that can no longer be undone. */
export const forgetSteps = (collectionId: string, isGone: (step: CellStep) => boolean): void =>
  historyOf(collectionId).forget(isGone);

/** Drops all changes of a collection, and its draft. */
export function discard(collectionId: string): void {
  for (const recordId of recordsOf(collectionId).keys()) stagedWrites.forgetSending(collectionId, recordId);
  histories.delete(collectionId);
  show(collectionId, noRecords);
}

/** Drops the changes of one record. */
export function discardRecord(collectionId: string, recordId: string): void {
  stagedWrites.forgetSending(collectionId, recordId);
  const records = new Map(recordsOf(collectionId));
  records.delete(recordId);
  forgetSteps(collectionId, (step) => step.id === recordId);
  show(collectionId, records);
}

/** Ends with the session. The stored drafts stay, unless a log-out removes them. */
function forget(): void {
  for (const draft of drafts.values()) draft.close();
  drafts.clear();
  stagedWrites.forget();
  histories.clear();
  knownRecords.forget();
  stagedFiles.forget();
  state.byCollection = {};
  watchChanges();
}

/** Draws the changes with the related records that have become known. */
function showRelated(): void {
  for (const collectionId of Object.keys(state.byCollection)) {
    const collection = collectionOf(collectionId);
    if (collection) replace(collection, recordsOf(collectionId).values());
  }
}
subscribeKey(knownRecords.state, 'records', showRelated);

// Forget the steps when an admin leaves without changes: the next admin must not redo them.
subscribeKey(session.state, 'token', (token) => token === '' && !hasAny() && forget(), true);

/** Counts the changed cells, their records, and what needs attention before a save. */
export function countOf(records: StagedRecords): { changes: number; wrong: number } {
  let changes = 0;
  let wrong = 0;
  for (const { cells, fault } of records.values()) {
    changes += cells.size;
    const wrongCells = [...cells.values()].filter(({ error, now }) => error !== null || now !== null).length;
    wrong += wrongCells > 0 ? wrongCells : fault ? 1 : 0;
  }
  return { changes, wrong };
}

/** Adds the changes of a draft. They replace those of the same records. */
export function put(collection: Collection, drafted: readonly DraftedRecord[]): void {
  replace(
    collection,
    drafted.map(({ id, cells }) => {
      const fitting = new Map(cells.map((cell) => [cell.key, fittedCell(collection, cell)]));
      return { id, cells: fitting, fault: null };
    }),
  );
}

function openedDraft(collectionId: string): Draft {
  const known = drafts.get(collectionId) ?? openDraft(draftKey(collectionId));
  drafts.set(collectionId, known);
  return known;
}

function draftContent(collectionId: string): ReturnType<typeof draftOf> | null {
  const records = recordsOf(collectionId);
  return records.size === 0 ? null : draftOf(records.values());
}

/** Returns the collection as it is known now. */
export const collectionOf = (collectionId: string): Collection | undefined =>
  collections.find(collectionId) as Collection | undefined;
