import { isMissing } from '../../backend/ApiError';
import * as records from '../../backend/records';
import { type Collection, isDated } from '../../model/collection';
import type { RecordAnswer } from '../../model/record';
import * as collections from '../../page/collections';
import { report } from '../../page/report';
import type { Recorder } from '../history/history';
import { keepRecords } from '../history/keeping';
import { type Part, partKey } from '../history/plan/act';
import {
  type Attempt,
  cutTo,
  isFresh,
  type Made,
  type Reading,
  readForWrites,
  type Written,
  writeRecord,
} from './writeRecord';
import { createWriteRun, RowRefusal } from './writeRun';

/** One write of a record. If a run writes a record twice, the two jobs differ in `step`. */
export interface WriteJob {
  readonly kind: 'create' | 'change' | 'delete';
  readonly collectionId: string;
  readonly id: string;
  /** The name of a new record in the history. */
  readonly name?: string;
  readonly step?: string;
}

/** How a job has ended. A job that was not tried because of a stop has no end. */
export type WriteEnd =
  /** The record was created or changed. */
  | { readonly kind: 'stored'; readonly after: RecordAnswer }
  /** There was nothing to send. */
  | { readonly kind: 'same'; readonly after: RecordAnswer }
  | Extract<Written, { kind: 'conflict' }>
  | { readonly kind: 'deleted' }
  /** `isSure` is false if the server may have stored it. */
  | { readonly kind: 'refused'; readonly error: unknown; readonly isSure: boolean };

interface WriteManyOptions<Job extends WriteJob, Change extends Made> {
  /** Null if it was deleted; then the job is refused. By default, that of the loaded collections. */
  collectionOf?(job: Job): Collection | null;
  /** Creates the record, with the id of the job. */
  create?(job: Job): Promise<RecordAnswer>;
  /** Changes the present record; may run twice. If this or another function throws a `RowRefusal`, the job ends. */
  make?(job: Job, now: RecordAnswer): Change | Promise<Change>;
  /** Throws a `RowRefusal` if the present record must stay. Without it, the record is not read before the delete. */
  checkDelete?(job: Job, now: RecordAnswer): void;
  /**
   * Called once for each job with an end. `change` is what was sent or refused, or what an earlier run has sent,
   * if that has arrived late. If `onEnd` throws, the run stops and rejects.
   */
  onEnd(job: Job, end: WriteEnd, change: Change | null): void | Promise<void>;
  /** How many jobs run at a time; four by default. Called at the start of a run. */
  atATime?(): number;
  /** False if the end of the session refuses a job. By default, the run waits for the next sign-in. */
  waitsForSession?: boolean;
}

interface WriteManyCall {
  /** Stores what the writes change, before they are sent. The caller begins and closes it. */
  readonly act: Recorder;
  /** Stops the run; writes under way still end. It may be aborted from the start. */
  readonly signal: AbortSignal;
  /** The number of jobs that will probably send something; by default, all. */
  readonly planned?: number;
  /** Relations to expand in the responses to changes. */
  readonly expand?: readonly string[];
}

interface WriteManyEnd {
  /** True if all jobs have ended. False after a stop, or if the person declined to write what cannot be kept. */
  readonly isWhole: boolean;
  /** False if certainly nothing was written. */
  readonly mayHaveWritten: boolean;
}

/**
 * Records that are read together before their writes. Few enough that all are written within two seconds, even on a
 * slow line.
 */
const readAtOnce = 20;
/** New records that the history stores in one transaction. */
const keptAtOnce = 200;

/**
 * Writes many records as one act of the history, four at a time.
 *
 *   const many = createWriteMany<WriteJob>({ make: (job, now) => ..., onEnd: (job, end) => ... });
 *   await many.run(jobs, { act, signal: stopping.signal });
 *
 * Guarantees: what a write changes is in the act before it is sent, and what certainly was not written leaves it. Each
 * job gets one end, unless a stop leaves it. A write whose response was lost is looked for before it is sent again; a
 * later run does so, too.
 */
export function createWriteMany<Job extends WriteJob, Change extends Made = Made>(
  options: WriteManyOptions<Job, Change>,
) {
  const { create = notGiven, make = notGiven, checkDelete, onEnd } = options;
  const { atATime = () => 4, waitsForSession = true } = options;
  const collectionOf =
    options.collectionOf ?? ((job) => (collections.find(job.collectionId) as Collection | undefined) ?? null);
  /** Changes that may have reached the server, over all runs. */
  const attempts = new Map<string, Attempt & { change: Change | null }>();
  const readings = new Map<Job, Reading>();
  /** Creates and deletes that are in the act and perhaps not written. A sent one may have reached the server. */
  const open = new Map<Job, 'kept' | 'sent' | 'refused'>();
  let call: WriteManyCall;
  let hasWritten = false;
  let ended = 0;

  const write = createWriteRun<Job, WriteEnd>({
    atATime,
    send,
    settle,
    // An earlier run, or a page that was closed, may have sent the job.
    isInDoubt: (job) => open.get(job) === 'sent',
    async onDone(job, end) {
      await finish(job, end);
      return end.kind !== 'same';
    },
    onRefused(job, error, isSure) {
      report(error, { isSilent: true });
      return finish(job, { kind: 'refused', error, isSure: isSure && !attempts.get(keyOf(job))?.lost });
    },
    waitsForSession,
  });

  const keyOf = (job: WriteJob) => `${partKey(job)}/${job.step ?? ''}`;

  function existing(job: Job): Collection {
    const collection = collectionOf(job);
    if (!collection) throw new RowRefusal('The collection was deleted.');
    return collection;
  }

  async function send(job: Job): Promise<WriteEnd> {
    const collection = existing(job);
    const reading = readings.get(job) ?? null;
    readings.delete(job);
    if (job.kind === 'change') return change(job, collection, reading);
    if (job.kind === 'create') {
      open.set(job, 'sent');
      return { kind: 'stored', after: await create(job) };
    }
    if (checkDelete) {
      const isNew = isFresh(collection, job.id, reading);
      const now = isNew ? reading.answer : await records.getIfExists(collection, job.id);
      if (!now) return { kind: 'deleted' };
      checkDelete(job, now);
    }
    open.set(job, 'sent');
    await records.remove(collection.id, job.id).catch((error: unknown) => {
      // The delete of another record may have deleted it, too.
      if (!isMissing(error)) throw error;
    });
    return { kind: 'deleted' };
  }

  async function change(job: Job, collection: Collection, reading: Reading | null): Promise<WriteEnd> {
    const attempt = attempts.get(keyOf(job)) ?? { lost: null, change: null };
    attempts.set(keyOf(job), attempt);
    const makeNoted = async (now: RecordAnswer) => {
      attempt.change = await make(job, now);
      return attempt.change;
    };
    const { act, expand } = call;
    return writeRecord(collection, job.id, makeNoted, { reading, attempt, act, expand });
  }

  /** Looks for a create or delete without a response. For changes, `writeRecord` does it. */
  async function settle(job: Job): Promise<WriteEnd | null> {
    if (job.kind === 'change') return null;
    const now = await records.getIfExists(existing(job), job.id);
    if (job.kind === 'delete') return now ? null : { kind: 'deleted' };
    return now && { kind: 'stored', after: now };
  }

  async function finish(job: Job, end: WriteEnd): Promise<void> {
    const isUnsure = end.kind === 'refused' && !end.isSure;
    const made = attempts.get(keyOf(job))?.change ?? null;
    if (!isUnsure) attempts.delete(keyOf(job));
    if (end.kind !== 'refused') {
      open.delete(job);
      hasWritten ||= end.kind !== 'same';
    } else if (end.isSure && open.has(job)) open.set(job, 'refused');
    if (job.kind === 'create' && end.kind === 'stored') {
      // Without a date, an Undo compares the whole record.
      const hasDate = isDated(existing(job));
      call.act.after(partKey(job), hasDate ? cutTo([], end.after) : end.after);
    }
    ended += 1;
    await onEnd(job, end, made);
  }

  /** Ends at the first job that cannot be kept, if the person declines. */
  async function* prepare(jobs: readonly Job[]): AsyncGenerator<Job> {
    if (!(await keepDeleted(jobs.filter(({ kind }) => kind === 'delete')))) return;
    for (let at = 0; at < jobs.length; at += keptAtOnce) {
      const some = jobs.slice(at, at + keptAtOnce);
      if (!(await keepCreated(some.filter(({ kind }) => kind === 'create')))) return;
      for (let from = 0; from < some.length; from += readAtOnce) {
        const batch = some.slice(from, from + readAtOnce);
        await read(batch.filter(({ kind }) => kind === 'change' || (kind === 'delete' && checkDelete)));
        yield* batch;
      }
    }
  }

  async function keepDeleted(jobs: readonly Job[]): Promise<boolean> {
    for (const job of jobs) open.set(job, 'kept');
    for (const [collection, some] of byCollection(jobs)) {
      const ids = some.map(({ id }) => id);
      if (!(await keepRecords(collection, ids, call.act, call.signal))) return false;
    }
    return true;
  }

  async function keepCreated(jobs: readonly Job[]): Promise<boolean> {
    if (jobs.length === 0) return true;
    for (const job of jobs) open.set(job, call.act.isUnsure(partKey(job)) ? 'sent' : 'kept');
    const parts = jobs.map(({ collectionId, id, name = id }): Part => {
      return { collectionId, id, name, before: null, after: null };
    });
    return call.act.add({ parts, collections: [...byCollection(jobs).keys()] });
  }

  /** If this fails, each record is read by its own job, which waits for the server and the session. */
  async function read(jobs: readonly Job[]): Promise<void> {
    for (const [collection, some] of byCollection(jobs)) {
      const ids = some.map(({ id }) => id);
      const found = await readForWrites(collection, ids).catch((error: unknown) => {
        report(error, { isSilent: true });
        return null;
      });
      for (const job of some) {
        const reading = found?.get(job.id);
        if (reading) readings.set(job, reading);
      }
    }
  }

  /** Leaves out jobs of missing collections. */
  function byCollection(jobs: readonly Job[]): Map<Collection, Job[]> {
    const sorted = new Map<Collection, Job[]>();
    for (const job of jobs) {
      const collection = collectionOf(job);
      const some = collection && sorted.get(collection);
      if (some) some.push(job);
      else if (collection) sorted.set(collection, [job]);
    }
    return sorted;
  }

  /** Resolves when no call is under way. Rejects with an error of `onEnd`. */
  async function run(jobs: readonly Job[], given: WriteManyCall): Promise<WriteManyEnd> {
    call = given;
    [ended, hasWritten] = [0, false];
    for (const map of [readings, open]) map.clear();
    try {
      await write.run(prepare(jobs), given.planned ?? jobs.length, given);
    } finally {
      const isUnwritten = ([{ kind }, state]: [Job, string]) =>
        state === 'refused' || (state === 'kept' && kind === 'create');
      await given.act.forget([...open].filter(isUnwritten).map(([job]) => partKey(job)));
    }
    const mayHaveWritten = hasWritten || [...open.values()].includes('sent');
    return { isWhole: ended === jobs.length, mayHaveWritten };
  }

  return {
    state: write.state,
    run,
    /** Forgets lost responses. Must be called before a run with other changes. */
    reset: () => attempts.clear(),
  };
}

function notGiven(): never {
  throw new Error('The run has no function for this kind of job.');
}
