import { ref } from 'valtio/vanilla';
import { subscribeKey } from 'valtio/vanilla/utils';
import type { Collection } from '../../model/collection';
import type { AnyRecord, RecordAnswer } from '../../model/record';
import { type CellField, cellFieldByKey, isReadInFull } from '../../model/records/cellField';
import { type FormValue, isSame } from '../../model/records/recordValues';
import {
  changedCell,
  comparedCell,
  type DraftedRecord,
  draftOf,
  fittedCell,
  fittedCells,
  type SeenValue,
  type StagedCell,
  type StagedCells,
  seenValue,
  shownChanges,
} from '../../model/records/stagedCell';
import type { Conflict } from '../../model/threeWayMerge';
import { isEqual } from '../../platform/equal';
import { createSteps, type Steps } from '../../platform/steps';
import * as collections from '../collections';
import { type Draft, openDraft } from '../forms/drafts';
import * as unsaved from '../forms/unsaved';
import { openPanel } from '../panels';
import * as session from '../session';
import * as knownRecords from './knownRecords';
import * as stagedFiles from './stagedFiles';
import { draftKey, listeners, type StagedRow, state, storedRow } from './stagedRows';

/**
 * Changes of records that were made in a table and are not saved: by collection, record and field, never by position.
 *
 *   stage(collection, [{ row, cell, mine: '5' }]);   // one step for undo
 *   undo(collection);
 *   commit(collection, { record, sources }, sent);   // the server has stored these values
 *
 * Guarantees: the changes survive sort, filter, reload of the list, and another collection. A draft keeps them when the
 * page closes. A value that means the same as the stored one is not kept.
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
  | { readonly kind: 'conflict'; readonly conflicts: readonly Conflict[]; readonly theirs: StoredNow }
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
  const records = new Map(recordsOf(collection.id));
  for (const { id, key, cell } of placed) {
    const known = records.get(id);
    const cells = new Map(known?.cells);
    if (cell) cells.set(key, cell);
    else cells.delete(key);
    if (cells.size === 0) records.delete(id);
    else records.set(id, recordWith(collection, { id, cells, fault: null }));
  }
  show(collection.id, records);
}

type Bare = Omit<StagedRecord, 'shown' | 'expand' | 'marks'>;

const recordWith = (collection: Collection, bare: Bare): StagedRecord => ({
  ...bare,
  ...shownChanges(collection, bare.cells, knownRecords.known),
});

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

/** Drops all changes of a collection, and its draft. */
export function discard(collectionId: string): void {
  for (const recordId of recordsOf(collectionId).keys()) sending.delete(placeOf(collectionId, recordId));
  histories.delete(collectionId);
  show(collectionId, noRecords);
}

/** Drops the changes of one record. */
export function discardRecord(collectionId: string, recordId: string): void {
  sending.delete(placeOf(collectionId, recordId));
  const records = new Map(recordsOf(collectionId));
  records.delete(recordId);
  forgetSteps(collectionId, (step) => step.id === recordId);
  show(collectionId, records);
}

/** Ends with the session. The stored drafts stay, unless a log-out removes them. */
function forget(): void {
  for (const draft of drafts.values()) draft.close();
  drafts.clear();
  sending.clear();
  saved.clear();
  histories.clear();
  knownRecords.forget();
  stagedFiles.forget();
  state.byCollection = {};
  watchChanges();
}

/**
 * Compares the changes with rows that were read since. A value that somebody else has changed, too, needs attention; a
 * change that somebody else has also made is dropped. Rows that were read in full have `sources`, by their ids.
 */
export function compareRows(
  collection: Collection,
  rows: readonly AnyRecord[],
  sources?: ReadonlyMap<string, RecordAnswer['sources']>,
): void {
  const known = recordsOf(collection.id);
  const records = new Map(known);
  let isChanged = false;
  for (const row of rows) {
    const record = known.get(row.id);
    // The row may show what a save has stored before its answer is there.
    if (!record || sending.has(placeOf(collection.id, row.id))) continue;
    const before = [...record.cells.values()];
    const after = before.map((cell) => comparedCell(collection, cell, storedRow(row), sources?.get(row.id)));
    for (const { key } of before) {
      const field = cellFieldByKey(collection, key)?.field;
      if (field) knownRecords.noteExpanded(field, row);
    }
    if (after.every((cell, at) => cell === before[at])) continue;
    isChanged = true;
    const cells = new Map(after.flatMap((cell) => (cell ? [[cell.key, cell] as const] : [])));
    if (cells.size === 0) records.delete(row.id);
    else {
      const moved = before.filter((cell, at) => after[at] !== cell).map(({ name }) => name);
      const fault = withoutConflicts(record.fault, moved);
      records.set(row.id, recordWith(collection, { id: row.id, cells, fault }));
    }
  }
  if (isChanged) show(collection.id, records);
}

listeners.add((collectionId, row) => {
  const collection = collectionOf(collectionId);
  if (collection) compareRows(collection, [row]);
});

/** Removes the conflicts of these fields, because they are resolved or older than a row that was shown. */
function withoutConflicts(fault: RecordFault | null, names: readonly string[]): RecordFault | null {
  if (fault?.kind !== 'conflict') return fault;
  const conflicts = fault.conflicts.filter(({ name }) => !names.includes(name));
  return conflicts.length > 0 ? { ...fault, conflicts } : null;
}

/** Draws the changes with the related records that have become known. */
function showRelated(): void {
  for (const collectionId of Object.keys(state.byCollection)) {
    const collection = collectionOf(collectionId);
    if (!collection) continue;
    show(
      collectionId,
      new Map([...recordsOf(collectionId)].map(([id, record]) => [id, recordWith(collection, record)])),
    );
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

/** A record as the server stores it now. */
export interface StoredNow {
  readonly record: AnyRecord;
  readonly sources: Readonly<Record<string, string>>;
}

interface SavedRecord extends StoredNow {
  /** The cells that the save has sent. */
  readonly sent: StagedCells;
}

/** The writes under way, by the ids of collection and record. A discard takes it out. */
const sending = new Map<string, StagedCells>();
/** The records saved last in this visit, by the ids of collection and record. */
const saved = new Map<string, SavedRecord>();
const placeOf = (collectionId: string, recordId: string) => `${collectionId} ${recordId}`;

/** Notes the cells that a save is about to send. */
export function beginSending(collectionId: string, recordId: string, cells: StagedCells): void {
  sending.set(placeOf(collectionId, recordId), cells);
}

/** Forgets the unfinished writes of a save. The server may have stored them. */
export function endSending(collectionId: string): void {
  for (const place of sending.keys()) if (place.startsWith(placeOf(collectionId, ''))) sending.delete(place);
}

/** Returns the record as this page has saved it last; undefined if it has not. */
export const savedAs = (collectionId: string, recordId: string): SavedRecord | undefined =>
  saved.get(placeOf(collectionId, recordId));

/**
 * Takes out what a save has sent. Values that were typed meanwhile stay, compared with the stored ones; so do values
 * that were taken back meanwhile.
 */
export function commit(collection: Collection, stored: StoredNow, sent: StagedCells): void {
  const { id } = stored.record;
  const place = placeOf(collection.id, id);
  saved.set(place, { ...stored, sent });
  forgetSteps(collection.id, (step) => step.id === id && sent.has(step.key));
  const cells = new Map(recordsOf(collection.id).get(id)?.cells);
  if (sending.get(place) === sent) {
    sending.delete(place);
    for (const cell of sent.values()) {
      if (!cells.has(cell.key)) cells.set(cell.key, { ...cell, mine: cell.before, error: null });
    }
    replace(collection, { id, cells, fault: null });
  }
  rebase(collection, stored, ({ key, mine }) => {
    const cell = sent.get(key);
    if (!cell) return 'keep';
    // The server may store another value than the sent one, such as a rounded number.
    return isEqual(cell.mine, mine) ? 'drop' : 'compare';
  });
}

/**
 * Decides a conflict of one field. Mine: their value counts as seen, so that the next save replaces it. Theirs: my
 * value is dropped.
 */
export function choose(collection: Collection, id: string, key: string, version: 'mine' | 'theirs'): void {
  const { cells, fault = null } = recordsOf(collection.id).get(id) ?? {};
  const name = cellFieldByKey(collection, key)?.name;
  const conflicts = fault?.kind === 'conflict' ? fault.conflicts.filter((one) => one.name !== name) : [];
  if (fault?.kind !== 'conflict' || conflicts.length === fault.conflicts.length) {
    const now = cells?.get(key)?.now;
    if (now) decide(collection, { id, cells: new Map(cells), fault }, key, version === 'mine' ? now : null);
    return;
  }
  rebase(
    collection,
    fault.theirs,
    (cell) => (cell.key !== key ? 'keep' : version === 'mine' ? 'compare' : 'drop'),
    conflicts.length > 0 ? { ...fault, conflicts } : null,
  );
}

/** Bases a change on the value that somebody else has stored; without the value the change is dropped. */
function decide(
  collection: Collection,
  { id, cells, fault }: Bare & { cells: Map<string, StagedCell> },
  key: string,
  now: SeenValue | null,
): void {
  const cell = cells.get(key);
  const isChange = cell && now && !isSame(collection, cell.name, cell.mine, now.before);
  if (isChange) cells.set(key, { ...cell, ...now, now: null });
  else cells.delete(key);
  replace(collection, { id, cells, fault });
}

/** Compares the changes of a record with what is stored now. */
function rebase(
  collection: Collection,
  { record, sources }: StoredNow,
  decide: (cell: StagedCell) => 'keep' | 'drop' | 'compare',
  fault: RecordFault | null = null,
): void {
  const known = recordsOf(collection.id).get(record.id);
  if (!known) return;
  const cells = new Map<string, StagedCell>();
  for (const cell of known.cells.values()) {
    const field = cellFieldByKey(collection, cell.key);
    const decision = field ? decide(cell) : 'keep';
    if (!field || decision === 'keep') cells.set(cell.key, cell);
    if (!field || decision !== 'compare') continue;
    const now = seenValue(field, record, isReadInFull(field) ? sources[field.name] : undefined);
    if (isSame(collection, field.name, cell.mine, now.before)) continue;
    cells.set(cell.key, { ...cell, ...now, now: null });
  }
  replace(collection, { id: record.id, cells, fault });
}

/** Shows a record with other changes; without changes it is left out. */
function replace(collection: Collection, bare: Bare): void {
  const records = new Map(recordsOf(collection.id));
  if (bare.cells.size === 0) records.delete(bare.id);
  else records.set(bare.id, recordWith(collection, bare));
  show(collection.id, records);
}

/** Notes why a save left a record out, and the errors of its cells by key. */
export function refuse(
  collection: Collection,
  recordId: string,
  fault: RecordFault | null,
  errors: ReadonlyMap<string, string> = new Map(),
): void {
  const known = recordsOf(collection.id).get(recordId);
  if (!known) return;
  const cells = new Map(
    [...known.cells].map(([key, cell]) => [key, { ...cell, error: errors.get(key) ?? cell.error }]),
  );
  replace(collection, { ...known, cells, fault });
}

const forgetSteps = (collectionId: string, isGone: (step: CellStep) => boolean) =>
  historyOf(collectionId).forget(isGone);

let lastCollections = collections.state.all;

/** Fits the changes to collections that were changed, and offers those of deleted ones. */
function followCollections(all: readonly Collection[]): void {
  const before = lastCollections;
  lastCollections = all;
  // The session has ended.
  if (!collections.state.isLoaded) return;
  for (const collectionId of Object.keys(state.byCollection)) {
    const [was, now] = [before, all].map((list) => list.find(({ id }) => id === collectionId));
    if (!now) void tellGone(collectionId, was?.name ?? collectionId);
    // The same collection, read again, would lose the errors of the server.
    else if (!isEqual(was, now)) refit(now);
  }
}
subscribeKey(collections.state, 'all', followCollections);

const told = new Set<string>();

/** Offers the changes of a deleted collection until they are discarded. A navigation only closes the popup. */
async function tellGone(collectionId: string, name: string): Promise<void> {
  if (told.has(collectionId)) return;
  told.add(collectionId);
  while (recordsOf(collectionId).size > 0 && !collectionOf(collectionId)) {
    await openPanel('goneChanges', { collectionId, name });
  }
  told.delete(collectionId);
}

/** Fits the changes to the present collection. */
export function refit(collection: Collection): void {
  const known = recordsOf(collection.id);
  if (known.size === 0) return;
  const records = new Map<string, StagedRecord>();
  for (const record of known.values()) {
    const cells = fittedCells(collection, record.cells);
    records.set(record.id, recordWith(collection, { ...record, cells }));
  }
  show(collection.id, records);
}

/** Adds the changes of a draft. They replace those of the same records. */
export function put(collection: Collection, drafted: readonly DraftedRecord[]): void {
  const records = new Map<string, StagedRecord>(recordsOf(collection.id));
  for (const { id, cells } of drafted) {
    const fitting = new Map(cells.map((cell) => [cell.key, fittedCell(collection, cell)]));
    records.set(id, recordWith(collection, { id, cells: fitting, fault: null }));
  }
  show(collection.id, records);
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
