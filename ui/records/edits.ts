// A change belongs to a record and a field, so a sort, filter, live change or reload cannot move it. It is stored
// at each key, so that nothing typed is lost. Leaving the page asks no question; closing the tab and logging out
// do. Each record has one draft, under the key that its form uses too. A draft holds the changed values and the
// values before them, never the whole record: the save reads that, and finds out what others have changed.

import { proxy, ref } from 'valtio/vanilla';
import { subscribeKey } from 'valtio/vanilla/utils';
import { isEqual } from '../base/equal';
import { listOf } from '../base/lists';
import { createSteps, type Steps } from '../base/steps';
import { countOf as printCountOf } from '../base/text';
import type { Admin } from '../model/admin';
import type { Collection } from '../model/collection';
import type { FormValue } from '../model/field';
import type { AnyRecord } from '../model/record';
import { isNewFile, newFileItem, storedNames } from '../model/types/file';
import * as collections from '../page/collections';
import * as confirm from '../page/confirm';
import {
  type Drafts,
  dropOffer,
  findDrafts,
  isStored,
  openDrafts,
  type StoredDraft,
} from '../page/forms/drafts';
import * as unsaved from '../page/forms/unsaved';
import * as session from '../page/session/session';
import { draftKeys, type EditedRow, state as rows, storedRow } from './editedRows';
import * as knownRecords from './staged/knownRecords';
import { type CellField, cellFieldByKey, cellFieldOf } from './values/cellField';
import {
  type Change,
  type Changes,
  changeFrom,
  comparedChange,
  type DraftedRecord,
  draftedRecords,
  draftOf,
  fittedChange,
  fittedChanges,
  leftOutOf,
  type SeenValue,
  type StoredNow,
  seenIn,
  seenValue,
} from './values/change';
import { shownChanges } from './values/changeWords';
import type { FileChange } from './values/fileChange';
import { isSame, type RecordForm } from './values/recordValues';

/**
 * The unsaved changes of one record, by field and never by position.
 *
 *   edits.set(collection, [{ row, cell, mine: '5' }]);   // one step for undo
 *   edits.undo(collection);
 *   edits.of(collection.id).get(row.id);
 *
 * Guarantees: the changes survive sort, filter, reload of the list, and another collection. A draft keeps them when the
 * page closes. A value that means the same as the stored one is not kept.
 */
export interface Edit extends EditedRow {
  readonly id: string;
  readonly changes: Changes;
  readonly fault: EditFault | null;
}

/** Why the last save skipped a record. Values that others have changed too are marked at the change. */
export type EditFault = { readonly kind: 'gone' } | { readonly kind: 'refused'; readonly reason: string };

export type Edits = ReadonlyMap<string, Edit>;

export interface NewChange {
  row: AnyRecord;
  cell: CellField;
  mine: FormValue;
  /** The JSON text of a json value. */
  source?: string | undefined;
  /** The stored value that the editor of the cell began with; otherwise that of the row counts. */
  base?: SeenValue | undefined;
}

/** A change before and after a step; null stands for the stored value. */
export interface ChangeStep {
  readonly id: string;
  readonly key: string;
  readonly from: Change | null;
  readonly to: Change | null;
}

const noEdits: Edits = new Map();

export const of = (collectionId: string): Edits =>
  (rows.byCollection[collectionId] as Edits | undefined) ?? noEdits;

export const changeAt = (collectionId: string, id: string, key: string): Change | null =>
  of(collectionId).get(id)?.changes.get(key) ?? null;

/** `wrong` counts the changes that need attention before a save. */
export function countOf(edits: Edits): { changes: number; wrong: number } {
  let count = 0;
  let wrong = 0;
  for (const { changes, fault } of edits.values()) {
    count += changes.size;
    const wrongOnes = [...changes.values()].filter(({ error, now }) => error !== null || now !== null).length;
    wrong += wrongOnes > 0 ? wrongOnes : fault ? 1 : 0;
  }
  return { changes: count, wrong };
}

/** Such as "2 changes in 1 record". */
export const changesText = (changes: number, records: number): string =>
  `${printCountOf(changes, 'change')} in ${printCountOf(records, 'record')}`;

export const askDiscard = (changes: number, records: number): Promise<boolean> =>
  confirm.ask(`Discard ${changesText(changes, records)}?`, { isDangerous: true });

const collectionOf = (collectionId: string): Collection | undefined =>
  collections.find(collectionId) as Collection | undefined;

// --- Change, take back, repeat

const histories = new Map<string, Steps<ChangeStep>>();

function historyOf(collectionId: string): Steps<ChangeStep> {
  const known = histories.get(collectionId) ?? createSteps();
  histories.set(collectionId, known);
  return known;
}

/** Changes values in one step of `undo`. With `isTyping`, the caller makes the step with `remember` later. */
export function set(
  collection: Collection,
  changes: readonly NewChange[],
  { isTyping = false }: { isTyping?: boolean } = {},
): void {
  const steps = changes.map((change) => stepOf(collection, change));
  place(
    collection,
    steps.map(({ id, key, to }) => ({ id, key, change: to })),
  );
  if (!isTyping) remember(collection.id, steps);
}

/** Returns the stored value of a cell, also if the row shows a changed one. */
export const seenInRow = (row: AnyRecord, cell: CellField, source?: string): SeenValue =>
  seenValue(cell, storedRow(row), source);

function stepOf(collection: Collection, { row, cell, mine, source, base }: NewChange): ChangeStep {
  knownRecords.noteExpanded(cell.field, row);
  const from = changeAt(collection.id, row.id, cell.key);
  const seen = from ?? base ?? seenInRow(row, cell, source);
  return { id: row.id, key: cell.key, from, to: changeFrom(collection, cell, seen, mine) };
}

/** Makes typed changes a step of `undo`. Each `from` is the change before the typing. */
export function remember(collectionId: string, steps: readonly ChangeStep[]): void {
  const changed = steps.filter(({ from, to }) => !isEqual(from?.mine, to?.mine));
  if (changed.length > 0) historyOf(collectionId).add(changed);
}

/** Restores an earlier change of a field; null restores the stored value. */
export function putBack(collection: Collection, id: string, key: string, change: Change | null): void {
  place(collection, [{ id, key, change }]);
}

/**
 * Takes the values of the form as the changes of a record. `changed` are the fields that the form shows as changed.
 * `answer` is the record with which the form compares.
 */
export function setForm(
  collection: Collection,
  answer: StoredNow,
  form: RecordForm,
  { names, changed, opened }: { names: Iterable<string>; changed: readonly string[]; opened: Changes },
): void {
  const { id } = answer.record;
  const known = of(collection.id).get(id)?.changes ?? new Map<string, Change>();
  const changes = new Map(known);
  for (const name of names) {
    // The form has reverted this change, perhaps because its field was deleted.
    const isOver = ({ name: old }: Change) => old === name && !changed.includes(name);
    for (const change of known.values()) if (isOver(change)) changes.delete(change.key);
    const cell = changed.includes(name) ? cellFieldOf(collection, name) : null;
    const mine = valueIn(form, name);
    if (!cell || mine === undefined) continue;
    const seen = seenIn(cell, answer);
    const held = [known, opened]
      .map((all) => all.get(cell.key))
      .find((one) => one && isSame(collection, name, one.before, seen.before));
    const next = changeFrom(collection, cell, held ?? seen, mine);
    if (next) changes.set(cell.key, next);
    else changes.delete(cell.key);
  }
  if (!isEqual([...changes], [...known])) replace(collection, [{ id, changes, fault: null }]);
}

/** Returns the changes whose values the form has too. */
export const inForm = (changes: Changes, form: RecordForm): Changes =>
  new Map([...changes].filter(([, { name, mine }]) => isEqual(mine, valueIn(form, name))));

function valueIn({ values, files: all }: RecordForm, name: string): FormValue | undefined {
  const change = all[name];
  return change ? fileItems(change) : values[name];
}

/** Restores earlier changes of a record. */
export function reset(collection: Collection, id: string, changes: Changes): void {
  replace(collection, [{ id, changes, fault: null }]);
}

/** Keeps the draft of a record in the storage, as if the page was closed. */
export function leaveDraft(collectionId: string, id: string): void {
  drafts.get(collectionId)?.leave(`${draftKeys(collectionId)[0]}${id}`);
}

export function takeBack(collection: Collection, id: string, key: string): void {
  const from = changeAt(collection.id, id, key);
  putBack(collection, id, key, null);
  remember(collection.id, [{ id, key, from, to: null }]);
}

/** Returns the record and field to show; null if there is nothing to undo. */
export const undo = (collection: Collection) =>
  follow(collection, historyOf(collection.id).back(), ({ from }) => from);

export const redo = (collection: Collection) =>
  follow(collection, historyOf(collection.id).forth(), ({ to }) => to);

function follow(
  collection: Collection,
  steps: readonly ChangeStep[] | null,
  changeOf: (step: ChangeStep) => Change | null,
): { id: string; key: string } | null {
  const [first] = steps ?? [];
  if (!steps || !first) return null;
  place(
    collection,
    steps.map((step) => ({ id: step.id, key: step.key, change: changeOf(step) })),
  );
  return { id: first.id, key: first.key };
}

/** A new change removes the fault of the last save. */
function place(
  collection: Collection,
  placed: readonly { id: string; key: string; change: Change | null }[],
): void {
  const changed = new Map<string, Map<string, Change>>();
  for (const { id, key, change } of placed) {
    const changes = changed.get(id) ?? new Map(of(collection.id).get(id)?.changes);
    if (change) changes.set(key, change);
    else changes.delete(key);
    changed.set(id, changes);
  }
  replace(
    collection,
    [...changed].map(([id, changes]) => ({ id, changes, fault: null })),
  );
}

/** An edit without the values that its row shows. */
type BareEdit = Pick<Edit, 'id' | 'changes' | 'fault'>;

/** Stores edits and updates the rows. An edit without changes is removed. */
function replace(collection: Collection, bare: Iterable<BareEdit>): void {
  const edits = new Map(of(collection.id));
  const ids: string[] = [];
  for (const { id, changes, fault } of bare) {
    const shown = shownChanges(collection, changes, knownRecords.known);
    if (changes.size === 0) edits.delete(id);
    else edits.set(id, { id, changes, fault, ...shown });
    ids.push(id);
  }
  show(collection.id, edits, ids);
}

/** Without `ids`, discards all. */
export function discard(collectionId: string, ids?: readonly string[]): void {
  const edits = new Map(of(collectionId));
  const dropped = ids ?? [...edits.keys()];
  for (const id of dropped) {
    edits.delete(id);
    sending.delete(placeOf(collectionId, id));
  }
  if (ids) historyOf(collectionId).forget((step) => ids.includes(step.id));
  else histories.delete(collectionId);
  show(collectionId, edits, dropped);
}

function show(collectionId: string, edits: Edits, changedIds: readonly string[]): void {
  if (edits.size === 0) delete rows.byCollection[collectionId];
  else rows.byCollection[collectionId] = ref(edits);
  for (const id of changedIds) keepDraft(collectionId, id);
  watchChanges();
}

let stopWatching: (() => void) | null = null;

const hasAny = () => Object.keys(rows.byCollection).length > 0;

/** Watches only while there are changes: a listener would keep the page out of the back/forward cache. */
function watchChanges(): void {
  if (hasAny()) stopWatching ??= unsaved.watch(hasAny, { survivesNavigation: true, forget });
  else {
    stopWatching?.();
    stopWatching = null;
  }
}

/** Ends the changes with the session. Drafts stay in the storage, unless a log-out removes them. */
function forget(): void {
  for (const collectionId of [...drafts.keys()]) leave(collectionId);
  sending.clear();
  saved.clear();
  histories.clear();
  files.clear();
  knownRecords.forget();
  rows.byCollection = {};
  watchChanges();
}

// When an admin leaves without changes, drop the steps: the next admin must not redo them.
subscribeKey(session.state, 'token', (token) => token === '' && !hasAny() && forget(), true);

/** Updates the rows when related records have been loaded. */
function showRelated(): void {
  for (const collectionId of Object.keys(rows.byCollection)) {
    const collection = collectionOf(collectionId);
    if (collection) replace(collection, of(collectionId).values());
  }
}
subscribeKey(knownRecords.state, 'records', showRelated);

// --- What others store

/**
 * Compares the changes with rows that were read later. If others have changed the value too, it needs attention; if
 * they made the same change, mine is dropped. Rich text and json are compared only at the save.
 */
export function compareRows(collection: Collection, shown: readonly AnyRecord[]): void {
  const known = of(collection.id);
  const changed: BareEdit[] = [];
  for (const row of shown) {
    const edit = known.get(row.id);
    // While a save runs, the row may already show the saved values.
    if (!edit || sending.has(placeOf(collection.id, row.id))) continue;
    const before = [...edit.changes.values()];
    const after = before.map((change) => comparedChange(collection, change, storedRow(row)));
    for (const { key } of before) {
      const field = cellFieldByKey(collection, key)?.field;
      if (field) knownRecords.noteExpanded(field, row);
    }
    if (after.every((change, at) => change === before[at])) continue;
    const changes = new Map(after.flatMap((change) => (change ? [[change.key, change] as const] : [])));
    changed.push({ ...edit, changes });
  }
  if (changed.length > 0) replace(collection, changed);
}

/**
 * Resolves a conflict. Mine: their value counts as seen, and the next save replaces it. Theirs: my change is
 * dropped.
 */
export function choose(collection: Collection, id: string, key: string, version: 'mine' | 'theirs'): void {
  const edit = of(collection.id).get(id);
  const change = edit?.changes.get(key);
  if (!edit || !change?.now) return;
  const changes = new Map(edit.changes);
  const { name, mine, now } = change;
  if (version === 'theirs' || isSame(collection, name, mine, now.before)) changes.delete(key);
  else changes.set(key, { ...change, ...now, now: null });
  replace(collection, [{ ...edit, changes }]);
}

let lastCollections = collections.state.all;

/** Adapts the changes to changed collections. Changes of a deleted collection stay in their drafts. */
function followCollections(all: readonly Collection[]): void {
  const before = lastCollections;
  lastCollections = all;
  if (!collections.state.isLoaded) return;
  for (const collectionId of Object.keys(rows.byCollection)) {
    const [was, now] = [before, all].map((list) => list.find(({ id }) => id === collectionId));
    // If the collection is the same, keep the changes with their errors of the server.
    if (now && !isEqual(was, now)) refit(now);
    if (now) continue;
    leave(collectionId);
    histories.delete(collectionId);
    delete rows.byCollection[collectionId];
    watchChanges();
  }
}
subscribeKey(collections.state, 'all', followCollections);

/** Adapts the changes to the collection as it is now. */
export function refit(collection: Collection): void {
  const known = [...of(collection.id).values()];
  if (known.length === 0) return;
  replace(
    collection,
    known.map((edit) => ({ ...edit, changes: fittedChanges(collection, edit.changes) })),
  );
}

// --- What a save does (`staged/stagedSave.ts`)

interface SavedRecord {
  readonly answer: StoredNow;
  /** The changes that the save has sent. */
  readonly sent: Changes;
}

const placeOf = (collectionId: string, id: string) => `${collectionId} ${id}`;
/** Writes under way, by the ids of collection and record. A discard removes them. */
const sending = new Map<string, Changes>();
/** The last save of each record in this visit, by the ids of collection and record. */
const saved = new Map<string, SavedRecord>();

export function beginSending(collectionId: string, id: string, changes: Changes): void {
  sending.set(placeOf(collectionId, id), changes);
}

/** Removes the unfinished writes of a save. The server may have stored them nevertheless. */
export function endSending(collectionId: string): void {
  for (const one of sending.keys()) if (one.startsWith(placeOf(collectionId, ''))) sending.delete(one);
}

/** Returns the last save of the record by this page; undefined if there is none. */
export const savedAs = (collectionId: string, id: string): SavedRecord | undefined =>
  saved.get(placeOf(collectionId, id));

/**
 * Removes the changes that were saved. Values that were typed or reverted during the save stay as changes to the
 * stored record.
 */
export function commit(collection: Collection, answer: StoredNow, sent: Changes): void {
  const { id } = answer.record;
  const at = placeOf(collection.id, id);
  const isWaiting = sending.get(at) === sent;
  if (isWaiting) sending.delete(at);
  saved.set(at, { answer, sent });
  historyOf(collection.id).forget((step) => step.id === id && sent.has(step.key));
  const changes = new Map(of(collection.id).get(id)?.changes);
  for (const { key } of sent.values()) {
    const cell = cellFieldByKey(collection, key);
    const mine = changes.get(key)?.mine;
    const wasSent = sent.get(key) as Change;
    // The server may store another value than the sent one, such as a rounded number.
    const isDone = mine === undefined ? !isWaiting : isEqual(mine, wasSent.mine);
    if (!cell || isDone) {
      if (cell) changes.delete(key);
      continue;
    }
    const change = changeFrom(collection, cell, seenIn(cell, answer), mine ?? wasSent.before);
    if (change) changes.set(key, change);
    else changes.delete(key);
  }
  replace(collection, [{ id, changes, fault: null }]);
}

interface Refusal {
  fault?: EditFault | null;
  /** By field key: errors of the values. */
  errors?: ReadonlyMap<string, string>;
  /** By field key: values that others have changed too. */
  theirs?: ReadonlyMap<string, SeenValue>;
}

/** Stores why a save skipped a record. */
export function refuse(
  collection: Collection,
  id: string,
  { fault = null, errors = new Map(), theirs = new Map() }: Refusal,
): void {
  const edit = of(collection.id).get(id);
  if (!edit) return;
  const changes = new Map(
    [...edit.changes].map(([key, change]) => [
      key,
      { ...change, error: errors.get(key) ?? change.error, now: theirs.get(key) ?? change.now },
    ]),
  );
  replace(collection, [{ id, changes, fault }]);
}

// --- New files, which no storage of the browser holds

const files = new Map<string, File>();
const items = new WeakMap<File, string>();
let lastItem = 0;

/** Returns the value of a file field: the stored names, then the new files. */
export const fileItems = ({ names, added }: FileChange): string[] => [...names, ...added.map(itemOf)];

function itemOf(file: File): string {
  const known = items.get(file);
  if (known !== undefined) return known;
  lastItem += 1;
  const item = newFileItem(lastItem, file);
  items.set(file, item);
  files.set(item, file);
  return item;
}

/** The reverse of `fileItems`. */
export function filesOf(value: FormValue, stored: readonly string[]): FileChange {
  const all = listOf(value);
  const names = storedNames(all);
  return {
    names: names.filter((name) => stored.includes(name)),
    removed: stored.filter((name) => !names.includes(name)),
    added: all.filter(isNewFile).flatMap((item) => files.get(item) ?? []),
  };
}

// --- Drafts

/** By the id of the collection. */
const drafts = new Map<string, Drafts>();

function keepDraft(collectionId: string, id: string): void {
  const key = `${draftKeys(collectionId)[0]}${id}`;
  if (!of(collectionId).has(id)) {
    drafts.get(collectionId)?.drop(key);
    return;
  }
  const opened = drafts.get(collectionId) ?? openDrafts();
  drafts.set(collectionId, opened);
  opened.write(key, () => {
    const edit = of(collectionId).get(id);
    return edit ? draftOf(collectionId, id, edit.changes) : null;
  });
}

/** Closes the drafts of a collection. They stay in the storage. */
function leave(collectionId: string): void {
  drafts.get(collectionId)?.close();
  drafts.delete(collectionId);
}

/** Drafts of earlier visits that are restored together; at most one of each record. */
export interface Offer {
  readonly savedAt: number;
  readonly records: readonly DraftedRecord[];
  /** The number of changes with new files, which cannot be restored. */
  readonly leftOut: number;
  readonly drafts: readonly StoredDraft[];
}

/** By the id of the collection, the newest first. (refs) */
export const offers = proxy<{ byCollection: Record<string, readonly Offer[]> }>({ byCollection: {} });

/** Looks for drafts of earlier visits. They are offered while there are no changes. */
export async function openOffers(collectionId: string): Promise<void> {
  const collection = collectionOf(collectionId);
  if (!collection || of(collectionId).size > 0) return;
  const found = await findDrafts(...draftKeys(collectionId));
  const [, tableKey] = draftKeys(collectionId);
  // The key of another collection may have the same beginning.
  const isOfTable = ({ key }: StoredDraft) => key === tableKey || key.startsWith(`${tableKey}_`);
  const own = found.filter((draft) => draft.values['collectionId'] === collectionId || isOfTable(draft));
  showOffers(collectionId, groupedOffers(collection, own));
}

/** If a record has several drafts, the older ones are offered later, because each may hold typed values. */
function groupedOffers(collection: Collection, found: readonly StoredDraft[]): Offer[] {
  const groups: { savedAt: number; records: DraftedRecord[]; leftOut: number; drafts: StoredDraft[] }[] = [];
  for (const draft of found) {
    const records = draftedRecords(collection, draft.values);
    // A draft of a new record is offered by its form.
    if (records.length === 0) continue;
    const isFree = (group: { records: DraftedRecord[] }) =>
      !group.records.some(({ id }) => records.some((record) => record.id === id));
    const group = groups.find(isFree) ?? { savedAt: draft.savedAt, records: [], leftOut: 0, drafts: [] };
    if (!groups.includes(group)) groups.push(group);
    group.records.push(...records);
    group.leftOut += leftOutOf(draft.values);
    group.drafts.push(draft);
  }
  return groups;
}

export function restore(collection: Collection, offer: Offer): void {
  // Some may already be restored, by another tab or by the form of a record.
  const records = offer.drafts.filter(isStored).flatMap(({ values }) => draftedRecords(collection, values));
  replace(
    collection,
    records.map(({ id, changes }) => ({
      id,
      changes: new Map(changes.map((change) => [change.key, fittedChange(collection, change)])),
      fault: null,
    })),
  );
  // Store the new drafts before the offered ones are deleted.
  drafts.get(collection.id)?.flush();
  // The rows with the names of their related records may not be loaded.
  const changes = records.flatMap((record) => record.changes);
  knownRecords.readNamed(collection, ({ id }) =>
    changes.flatMap(({ key, before, mine }) => (key === id ? [before, mine] : [])),
  );
  discardOffer(collection.id, offer);
}

export function discardOffer(collectionId: string, offer: Offer): void {
  for (const draft of offer.drafts) dropOffer(draft);
  const left = (offers.byCollection[collectionId] ?? []) as readonly Offer[];
  showOffers(
    collectionId,
    left.filter((one) => one !== offer),
  );
}

function showOffers(collectionId: string, all: readonly Offer[]): void {
  offers.byCollection[collectionId] = ref([...all]);
  rows.hasOffers[collectionId] = all.length > 0;
}

let owner = session.state.admin?.id ?? '';

/** The next admin on this page must not see the offers of the previous one. */
function forgetForNext(admin: Admin | null): void {
  if (!admin || admin.id === owner) return;
  owner = admin.id;
  offers.byCollection = {};
  rows.hasOffers = {};
}
subscribeKey(session.state, 'admin', forgetForNext, true);
