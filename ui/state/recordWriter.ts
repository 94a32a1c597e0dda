import { ApiError } from '../api/ApiError';
import { readAllByIds } from '../api/recordPages';
import * as records from '../api/records';
import type { Collection } from '../model/collection';
import type { RecordAnswer, RecordBody } from '../model/record';
import * as session from './session';
import { changedSince, differingNames, entryKey, faultOf, gone, RowRefusal, updatedOf } from './writeEntries';
import type { WriteEntry } from './writeJournal';
import type { WriteLease } from './writeLock';
import { isWithoutAnswer } from './writeRun';

export interface RecordWriterOptions {
  /** Throws a `RowRefusal` if the collection is gone. */
  collectionOf(entry: WriteEntry): Collection;
  /** Returns values that the journal does not hold, such as passwords. */
  secretsOf(entry: WriteEntry): object;
  filesOf?(entry: WriteEntry): Promise<RecordBody['files']>;
  /** Called with the stored record after each create and update. Returns it after further writes. */
  onStored?(
    entry: WriteEntry,
    answer: RecordAnswer,
    collection: Collection,
    lease?: WriteLease,
  ): Promise<RecordAnswer>;
}

/** Sends one entry of a journal, and looks for one whose response was lost. */
export function createRecordWriter(options: RecordWriterOptions) {
  const { collectionOf, secretsOf, filesOf, onStored } = options;

  async function stored(entry: WriteEntry, answer: RecordAnswer, lease?: WriteLease): Promise<WriteEntry> {
    let last = answer;
    try {
      last = (await onStored?.(entry, answer, collectionOf(entry), lease)) ?? answer;
    } catch (error) {
      // A further write was refused. The record is stored, and must not be sent again.
      if (!(error instanceof ApiError) || isWithoutAnswer(error)) throw error;
    }
    return { ...entry, state: 'done', updated: updatedOf(last), fault: null };
  }

  const differs = (entry: WriteEntry, answer: RecordAnswer) =>
    differingNames(collectionOf(entry), entry, answer).length > 0;

  async function undo(entry: WriteEntry, lease?: WriteLease): Promise<WriteEntry> {
    const collection = collectionOf(entry);
    if (entry.kind === 'create') await records.remove(collection.id, entry.id, { lease });
    else {
      const values = JSON.parse(entry.former ?? '{}') as Record<string, unknown>;
      await records.update(collection, entry.id, { values, files: [] }, { lease });
    }
    return { ...entry, state: 'undone' };
  }

  /** The server hides records from a dead session, too: a proof asks whether the session is alive. */
  async function readIfExists(entry: WriteEntry, { provesMissing = false }): Promise<RecordAnswer | null> {
    try {
      return await records.get(collectionOf(entry), entry.id);
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) throw error;
      if (provesMissing && !(await session.confirm({ isFresh: true }))) throw error;
      return null;
    }
  }

  return {
    /** Returns the entry with its end. */
    async send(entry: WriteEntry, lease?: WriteLease): Promise<WriteEntry> {
      if (entry.state === 'undoing') return undo(entry, lease);
      const collection = collectionOf(entry);
      const values = { ...(JSON.parse(entry.body) as object), ...secretsOf(entry) };
      const body = { values, files: (await filesOf?.(entry)) ?? [] };
      const answer =
        entry.kind === 'create'
          ? await records.create(collection, body, { lease })
          : await records.update(collection, entry.id, body, { lease });
      return stored(entry, answer, lease);
    },

    /**
     * Returns the entry with its end, or 'again' if the write has not arrived. `isRefused`: it will not be sent again,
     * so a missing record must be proved.
     */
    async look(
      entry: WriteEntry,
      lease?: WriteLease,
      { isRefused = false }: { isRefused?: boolean } = {},
    ): Promise<WriteEntry | 'again'> {
      const isNew = entry.kind === 'create' && entry.state !== 'undoing';
      const answer = await readIfExists(entry, { provesMissing: !isNew || isRefused });
      if (entry.state === 'undoing') {
        if (!answer) return { ...entry, state: entry.kind === 'create' ? 'undone' : 'kept' };
        if (updatedOf(answer) === entry.updated) return 'again';
        const isUndone =
          entry.kind === 'update' && !differs({ ...entry, body: entry.former ?? '{}' }, answer);
        return { ...entry, state: isUndone ? 'undone' : 'kept' };
      }
      if (entry.kind === 'create') return answer ? stored(entry, answer, lease) : 'again';
      if (!answer) return { ...entry, state: 'refused', fault: faultOf(gone) };
      if (updatedOf(answer) === entry.stamp) return 'again';
      if (!differs(entry, answer)) return stored(entry, answer, lease);
      return { ...entry, state: 'refused', fault: faultOf(changedSince) };
    },

    /** Returns when the records were changed last, by their keys. Deleted records and those of gone collections are missing. */
    async readStamps(entries: readonly WriteEntry[], isStopped: () => boolean): Promise<Map<string, string>> {
      const stamps = new Map<string, string>();
      for (const [collection, keys] of keysByCollection(entries, collectionOf)) {
        const call = { fields: ['id', 'updated'], isStopped };
        for (const { id, values } of await readAllByIds(collection.id, [...keys.keys()], call)) {
          stamps.set(keys.get(id) ?? '', JSON.parse(values.get('updated') ?? '""') as string);
        }
      }
      return stamps;
    },
  };
}

/** Returns the keys of the entries by collection and id, without those of collections that are gone. */
function keysByCollection(
  entries: readonly WriteEntry[],
  collectionOf: (entry: WriteEntry) => Collection,
): Map<Collection, Map<string, string>> {
  const found = new Map<Collection, Map<string, string>>();
  for (const entry of entries) {
    try {
      const collection = collectionOf(entry);
      const keys = found.get(collection) ?? new Map<string, string>();
      found.set(collection, keys.set(entry.id, entryKey(entry)));
    } catch (error) {
      if (!(error instanceof RowRefusal)) throw error;
    }
  }
  return found;
}
