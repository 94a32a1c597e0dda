import { ApiError, isMissing } from '../../api/ApiError';
import type { Collection } from '../../model/collection';
import { fieldValue, listOf, type RecordAnswer } from '../../model/record';
import { formOf, isSame } from '../../model/records/recordValues';
import type { WriteEntry } from './writeJob';

/** Why a row is refused before it is sent. */
export class RowRefusal extends Error {}

export const gone = 'The record is gone.';
export const collectionGone = 'The collection is gone.';
export const changedSince = 'The record was changed since the check.';

/** Rows that the server refused for the same reason. */
export interface RefusedGroup {
  readonly field: string;
  readonly message: string;
  readonly rows: readonly number[];
}

/** Identifies the record of an entry. Two collections may have the same id. */
export const entryKey = ({ collectionId = '', id }: Pick<WriteEntry, 'collectionId' | 'id'>) =>
  `${collectionId}/${id}`;

/** Returns one entry for each record: its first write, with the date of its last one. */
export function latestOf(entries: readonly WriteEntry[]): WriteEntry[] {
  const byKey = new Map<string, WriteEntry>();
  for (const entry of entries) {
    const first = byKey.get(entryKey(entry));
    byKey.set(entryKey(entry), first ? { ...first, updated: entry.updated || first.updated } : entry);
  }
  return [...byKey.values()];
}

/** Returns the date of each record after the first write of its row, by its key. */
export function firstStamps(done: readonly WriteEntry[]): Map<string, string> {
  return new Map(done.filter(({ isSecond }) => !isSecond).map((entry) => [entryKey(entry), entry.updated]));
}

/**
 * Returns the writes that are still to be undone, the last ones first, and each record before those that it refers
 * to: when the server deletes a record, it also changes all that refer to it.
 */
export function undoOrder(latest: readonly WriteEntry[], done: readonly WriteEntry[]): WriteEntry[] {
  const isIn = ({ state }: WriteEntry) => state === 'done' || state === 'undoing';
  const byKey = new Map(latest.filter(isIn).map((entry) => [entryKey(entry), entry]));
  /** The keys of the records that refer to an id. */
  const referrers = new Map<string, string[]>();
  for (const entry of done.filter(({ wave }) => wave > 0)) {
    for (const target of Object.values(JSON.parse(entry.body) as object).flatMap(listOf)) {
      const keys = referrers.get(target);
      if (keys) keys.push(entryKey(entry));
      else referrers.set(target, [entryKey(entry)]);
    }
  }
  const ordered = new Set<WriteEntry>();
  const visited = new Set<string>();
  for (const key of [...byKey.keys()].reverse()) {
    // Without recursion, because a list of linked records may be long.
    const stack = [{ key, isReady: false }];
    for (let top = stack.pop(); top; top = stack.pop()) {
      const entry = byKey.get(top.key);
      if (top.isReady) {
        if (entry) ordered.add(entry);
      } else if (!visited.has(top.key)) {
        visited.add(top.key);
        stack.push({ key: top.key, isReady: true });
        const id = top.key.slice(top.key.indexOf('/') + 1);
        for (const referrer of referrers.get(id) ?? []) stack.push({ key: referrer, isReady: false });
      }
    }
  }
  return [...ordered];
}

/** Returns the entry with the reason why it was refused. */
export function withRefusal(entry: WriteEntry, error: unknown): WriteEntry {
  const isGone = isMissing(error) && entry.kind === 'create';
  const state = entry.state !== 'undoing' ? 'refused' : isGone ? 'undone' : 'kept';
  return {
    ...entry,
    state,
    fault: isMissing(error) && entry.kind === 'update' ? rowFault(gone) : reasonOf(error),
  };
}

function reasonOf(error: unknown): string {
  if (error instanceof RowRefusal) return rowFault(error.message);
  if (!(error instanceof ApiError)) return rowFault('Something went wrong on this page.');
  const fields = Object.entries(error.fields).map(([name, { message }]) => [name, message]);
  return fields.length > 0 ? JSON.stringify(Object.fromEntries(fields)) : rowFault(error.message);
}

/** Returns the fault of a whole row, as the journal stores it. */
export const rowFault = (message: string) => JSON.stringify({ '': message });

const faultsOf = (fault: string | null) =>
  Object.entries(JSON.parse(fault ?? '{}') as Record<string, string>);

/** Returns the reason for the file of the rows that failed. */
export function faultText({ fault }: WriteEntry): string {
  return faultsOf(fault)
    .map(([field, message]) => (field ? `${field}: ${message}` : message))
    .join(' ');
}

/** Adds refused rows to the groups by field and message. */
export function withRefused(groups: readonly RefusedGroup[], entries: readonly WriteEntry[]): RefusedGroup[] {
  const byReason = new Map(
    groups.map((group) => [
      JSON.stringify([group.field, group.message]),
      { ...group, rows: [...group.rows] },
    ]),
  );
  for (const { number, fault } of entries) {
    for (const [field, message] of faultsOf(fault)) {
      const key = JSON.stringify([field, message]);
      const group = byReason.get(key);
      if (group) group.rows.push(number);
      else byReason.set(key, { field, message, rows: [number] });
    }
  }
  return [...byReason.values()];
}

export function updatedOf({ record }: RecordAnswer): string {
  const updated = fieldValue(record, 'updated');
  return typeof updated === 'string' ? updated : '';
}

/** Lists the names whose stored value is not the sent one: a hook changed it, or there is no such field. */
export function differingNames(collection: Collection, { body }: WriteEntry, answer: RecordAnswer): string[] {
  const sent = JSON.parse(body) as Record<string, unknown>;
  const stored = formOf(collection, answer).values;
  const given = formOf(collection, {
    record: sent as unknown as RecordAnswer['record'],
    sources: Object.fromEntries(
      Object.entries(sent).filter((one): one is [string, string] => typeof one[1] === 'string'),
    ),
  }).values;
  return Object.keys(sent).filter(
    (name) =>
      !Object.hasOwn(answer.record, name) ||
      (name in stored && !isSame(collection, name, given[name] ?? '', stored[name] ?? '')),
  );
}
