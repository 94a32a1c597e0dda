import { isReadInFull } from '../../model/types/fieldTypes';
// A value that somebody else has changed is marked before the save. Only a row with a later date counts, and only
// values that a row holds whole.

import { isEqual } from '../../base/equal';
import type { Collection } from '../../model/collection';
import type { AnyRecord } from '../../model/record';
import { cellFieldByKey } from '../values/cellField';
import { isSame } from '../values/recordValues';
import {
  comparedCell,
  type SeenValue,
  type StagedCell,
  type StagedCells,
  seenValue,
} from '../values/stagedCell';
import * as knownRecords from './knownRecords';
import { type BareRecord, collectionOf, forgetSteps, type RecordFault, recordsOf, replace } from './staged';
import { listeners, storedRow } from './stagedRows';
import { forgetSending, isSending, noteSaved, type StoredNow } from './stagedWrites';

/**
 * Compares the changes with rows that were read since. A value that somebody else has changed, too, needs attention; a
 * change that somebody else has also made is dropped. The save compares rich text and json.
 */
export function compareRows(collection: Collection, rows: readonly AnyRecord[]): void {
  const known = recordsOf(collection.id);
  const changed: BareRecord[] = [];
  for (const row of rows) {
    const record = known.get(row.id);
    // The row may show what a save has stored before its answer is there.
    if (!record || isSending(collection.id, row.id)) continue;
    const before = [...record.cells.values()];
    const after = before.map((cell) => comparedCell(collection, cell, storedRow(row)));
    for (const { key } of before) {
      const field = cellFieldByKey(collection, key)?.field;
      if (field) knownRecords.noteExpanded(field, row);
    }
    if (after.every((cell, at) => cell === before[at])) continue;
    const cells = new Map(after.flatMap((cell) => (cell ? [[cell.key, cell] as const] : [])));
    const moved = before.filter((cell, at) => after[at] !== cell).map(({ name }) => name);
    changed.push({ id: row.id, cells, fault: withoutConflicts(record.fault, moved) });
  }
  if (changed.length > 0) replace(collection, changed);
}

/** Removes the conflicts of these fields, because they are resolved or older than a row that was shown. */
function withoutConflicts(fault: RecordFault | null, names: readonly string[]): RecordFault | null {
  if (fault?.kind !== 'conflict') return fault;
  const conflicts = fault.conflicts.filter(({ name }) => !names.includes(name));
  return conflicts.length > 0 ? { ...fault, conflicts } : null;
}

listeners.add((collectionId, row) => {
  const collection = collectionOf(collectionId);
  if (collection) compareRows(collection, [row]);
});

/**
 * Takes out what a save has sent. Values that were typed meanwhile stay, compared with the stored ones; so do values
 * that were taken back meanwhile.
 */
export function commit(collection: Collection, stored: StoredNow, sent: StagedCells): void {
  const { id } = stored.record;
  noteSaved(collection.id, stored, sent);
  forgetSteps(collection.id, (step) => step.id === id && sent.has(step.key));
  const cells = new Map(recordsOf(collection.id).get(id)?.cells);
  if (isSending(collection.id, id, sent)) {
    forgetSending(collection.id, id);
    for (const cell of sent.values()) {
      if (!cells.has(cell.key)) cells.set(cell.key, { ...cell, mine: cell.before, error: null });
    }
    replace(collection, [{ id, cells, fault: null }]);
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
  { id, cells, fault }: BareRecord & { cells: Map<string, StagedCell> },
  key: string,
  now: SeenValue | null,
): void {
  const cell = cells.get(key);
  const isChange = cell && now && !isSame(collection, cell.name, cell.mine, now.before);
  if (isChange) cells.set(key, { ...cell, ...now, now: null });
  else cells.delete(key);
  replace(collection, [{ id, cells, fault }]);
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
    const now = seenValue(field, record, isReadInFull(field.field) ? sources[field.name] : undefined);
    if (isSame(collection, field.name, cell.mine, now.before)) continue;
    cells.set(cell.key, { ...cell, ...now, now: null });
  }
  replace(collection, [{ id: record.id, cells, fault }]);
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
  replace(collection, [{ id: recordId, cells, fault }]);
}
