import { ApiError, isMissing, isWithoutAnswer } from '../../api/ApiError';
import * as collectionCalls from '../../api/collections';
import { readByIds } from '../../api/recordPages';
import * as records from '../../api/records';
import { type Collection, fieldOf, hasField } from '../../model/collection';
import type { RecordAnswer, RecordBody } from '../../model/record';
import {
  changedSince,
  collectionGone,
  differingNames,
  entryKey,
  gone,
  RowRefusal,
  rowFault,
  updatedOf,
} from './writeEntries';
import { fieldKey, type WriteEntry, type WriteJob } from './writeJob';

export interface RecordWriterOptions<Job extends WriteJob> {
  /** Throws a `RowRefusal` if the collection is missing. */
  collectionOf(entry: WriteEntry, job: Job): Collection;
  /** Returns values that the journal does not hold, such as passwords. */
  secretsOf(entry: WriteEntry): object;
  filesOf?(entry: WriteEntry, job: Job): Promise<RecordBody['files']>;
  /** Called with the stored record after each create and update. Returns it after further writes. */
  onStored?(entry: WriteEntry, answer: RecordAnswer, collection: Collection): Promise<RecordAnswer>;
}

/** A collection that was read longer ago is read again before the next write. */
const collectionFreshMs = 10_000;

export type RecordWriter = ReturnType<typeof createRecordWriter>;

/**
 * Sends one entry of a job, and looks for one whose response was lost. The server drops values of unknown fields
 * silently. So the collection is read before, and an entry with a deleted or renamed field is not sent. A run makes a
 * new one, because the collections may have changed before it.
 */
export function createRecordWriter<Job extends WriteJob>(options: RecordWriterOptions<Job>, job: Job) {
  const { secretsOf, filesOf, onStored } = options;
  const collectionOf = (entry: WriteEntry) => options.collectionOf(entry, job);
  const knownOf = (entry: WriteEntry) => knownCollection(options, entry, job);
  const readings = new Map<string, { readonly at: number; readonly answer: Promise<Collection> }>();

  async function today(entry: WriteEntry): Promise<Collection> {
    const { id } = collectionOf(entry);
    const known = readings.get(id);
    if (known && Date.now() - known.at < collectionFreshMs) return known.answer;
    const answer = collectionCalls.get(id).catch((error: unknown) => {
      readings.delete(id);
      throw isMissing(error) ? new RowRefusal(collectionGone) : error;
    });
    readings.set(id, { at: Date.now(), answer });
    return answer;
  }

  /** Returns why the values cannot be sent; '' if they can. A field with the name of another one is not the same. */
  function faultIn(collection: Collection, names: readonly string[]): string {
    const missing = names.find((name) => {
      const known = job.fieldIds?.get(fieldKey(collection.id, name));
      return !hasField(collection, name) || (known && fieldOf(collection, name)?.id !== known);
    });
    return missing === undefined ? '' : `The field ${missing} no longer exists.`;
  }

  async function stored(
    entry: WriteEntry,
    answer: RecordAnswer,
    collection = collectionOf(entry),
  ): Promise<WriteEntry> {
    let last = answer;
    try {
      last = (await onStored?.(entry, answer, collection)) ?? answer;
    } catch (error) {
      // A further write was refused. The record is stored, and must not be sent again.
      if (!(error instanceof ApiError) || isWithoutAnswer(error)) throw error;
    }
    return { ...entry, state: 'done', updated: updatedOf(last), fault: null };
  }

  const differs = (entry: WriteEntry, answer: RecordAnswer, collection = collectionOf(entry)) =>
    differingNames(collection, entry, answer).length > 0;
  const isFormer = (entry: WriteEntry, answer: RecordAnswer, collection?: Collection) =>
    !differs({ ...entry, body: entry.former ?? '{}' }, answer, collection);

  async function undo(entry: WriteEntry): Promise<WriteEntry> {
    if (entry.kind === 'create') {
      await records.remove(collectionOf(entry).id, entry.id);
      return { ...entry, state: 'undone' };
    }
    const collection = await today(entry);
    const values = JSON.parse(entry.former ?? '{}') as Record<string, unknown>;
    const fault = faultIn(collection, Object.keys(values));
    // It can be undone later, when the field has its name again.
    if (fault) return { ...entry, state: 'done', fault: rowFault(fault) };
    const answer = await records.update(collection, entry.id, { values, files: [] });
    return { ...entry, state: isFormer(entry, answer, collection) ? 'undone' : 'kept' };
  }

  async function readIfExists(entry: WriteEntry): Promise<RecordAnswer | null> {
    try {
      return await records.get(collectionOf(entry), entry.id);
    } catch (error) {
      if (!isMissing(error)) throw error;
      return null;
    }
  }

  return {
    knownOf,

    /** Returns the entry with its new state. An entry that cannot be undone yet stays 'done', with a `fault`. */
    async send(entry: WriteEntry): Promise<WriteEntry> {
      if (entry.state === 'undoing') return undo(entry);
      const collection = await today(entry);
      const own = JSON.parse(entry.body) as object;
      const fault = faultIn(collection, [...Object.keys(own), ...(entry.files ?? []).map(([name]) => name)]);
      if (fault) throw new RowRefusal(fault);
      const values = { ...own, ...secretsOf(entry) };
      const body = { values, files: (await filesOf?.(entry, job)) ?? [] };
      const answer =
        entry.kind === 'create'
          ? await records.create(collection, body)
          : await records.update(collection, entry.id, body);
      return stored(entry, answer, collection);
    },

    /** Returns the entry with its new state, or 'again' if the write has not arrived. */
    async look(entry: WriteEntry): Promise<WriteEntry | 'again'> {
      const answer = await readIfExists(entry);
      if (entry.state === 'undoing') {
        if (!answer) return { ...entry, state: entry.kind === 'create' ? 'undone' : 'kept' };
        if (updatedOf(answer) === entry.updated) return 'again';
        const isUndone = entry.kind === 'update' && isFormer(entry, answer);
        return { ...entry, state: isUndone ? 'undone' : 'kept' };
      }
      if (entry.kind === 'create') return answer ? stored(entry, answer) : 'again';
      if (!answer) return { ...entry, state: 'refused', fault: rowFault(gone) };
      if (updatedOf(answer) === entry.stamp) return 'again';
      if (!differs(entry, answer)) return stored(entry, answer);
      return { ...entry, state: 'refused', fault: rowFault(changedSince) };
    },

    /**
     * Returns when the records were changed last, by their keys. Deleted records and those of deleted collections are
     * missing.
     */
    async readStamps(entries: readonly WriteEntry[], isStopped: () => boolean): Promise<Map<string, string>> {
      const stamps = new Map<string, string>();
      for (const [collection, keys] of keysByCollection(entries, knownOf)) {
        const call = { fields: ['id', 'updated'], isStopped };
        for (const { id, values } of await readByIds(collection.id, [...keys.keys()], call)) {
          stamps.set(keys.get(id) ?? '', JSON.parse(values.get('updated') ?? '""') as string);
        }
      }
      return stamps;
    },
  };
}

/** Returns the collection of an entry; null if it is missing. */
export function knownCollection<Job extends WriteJob>(
  { collectionOf }: Pick<RecordWriterOptions<Job>, 'collectionOf'>,
  entry: WriteEntry,
  job: Job,
): Collection | null {
  try {
    return collectionOf(entry, job);
  } catch (error) {
    if (error instanceof RowRefusal) return null;
    throw error;
  }
}

/** Returns the keys of the entries by collection and id, without those of deleted collections. */
function keysByCollection(
  entries: readonly WriteEntry[],
  knownOf: (entry: WriteEntry) => Collection | null,
): Map<Collection, Map<string, string>> {
  const found = new Map<Collection, Map<string, string>>();
  for (const entry of entries) {
    const collection = knownOf(entry);
    if (!collection) continue;
    const keys = found.get(collection) ?? new Map<string, string>();
    found.set(collection, keys.set(entry.id, entryKey(entry)));
  }
  return found;
}
