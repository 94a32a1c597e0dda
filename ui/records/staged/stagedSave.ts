import { proxy } from 'valtio/vanilla';
import { ApiError, isMissing, isWithoutAnswer } from '../../backend/ApiError';
import { get as readCollection } from '../../backend/collections';
import { isEqual } from '../../base/equal';
import { countOf, printCount } from '../../base/text';
import type { Collection } from '../../model/collection';
import type { FullRecord, RecordAnswer } from '../../model/record';
import * as collections from '../../page/collections';
import * as confirm from '../../page/confirm';
import { report } from '../../page/report';
import * as session from '../../page/session/session';
import * as writeLock from '../../page/session/writeLock';
import * as edits from '../edits';
import * as history from '../history/history';
import * as undo from '../history/undo';
import { cellFieldByKey } from '../values/cellField';
import {
  appliedTo,
  type Change,
  type Changes,
  fittedChanges,
  placedErrors,
  storedNow,
} from '../values/change';
import { relationNames } from '../values/relatedIds';
import { changesQuestion } from '../values/verifiedQuestion';
import { type Attempt, type Made, type Reading, readForWrites, writeRecord } from '../write/writeRecord';
import { createWriteRun } from '../write/writeRun';

export interface StagedSaveState {
  isSaving: boolean;
  done: number;
  total: number;
  /** True while the server is away, or has asked for a pause. */
  isWaiting: boolean;
}

export interface StagedSave {
  state: StagedSaveState;
  /**
   * Saves the changes of the table. Returns false if something is left to do. `onStored` gets each record as the
   * server has it: after it was written, or when somebody else has changed it.
   */
  save(onStored: (record: FullRecord) => void): Promise<boolean>;
  /** Lets the calls under way end. */
  stop(): void;
}

const readAtOnce = 20;
const writesAtATime = 4;

/** One record of a save, as the server had it a moment ago. */
interface Job {
  readonly id: string;
  /** The cells when Save was pressed. */
  readonly pressed: Changes;
  /** Null while it could not be read. */
  reading: Reading | null;
  /** The value sent last, by the key of the field, with the record before it. */
  sent: Changes;
  /** The number of wrong values, which stay. */
  kept: number;
  readonly attempt: Attempt;
  stored: RecordAnswer | null;
}

const saves = new Map<string, StagedSave>();

/**
 * Returns the save of a collection's table. There is one for each, also after another visit: the server writes
 * whole rows, so a record must never have two calls at once.
 */
export function stagedSaveOf(collectionId: string): StagedSave {
  const known = saves.get(collectionId) ?? createStagedSave(collectionId);
  saves.set(collectionId, known);
  return known;
}

/**
 * Saves the staged changes of a collection: reads the records in full, merges, and sends the changed keys of each
 * record in one call. It sends what is staged when Save is pressed. What is typed meanwhile stays staged.
 */
function createStagedSave(collectionId: string): StagedSave {
  const state = proxy<StagedSaveState>({
    isSaving: false,
    done: 0,
    total: 0,
    isWaiting: false,
  });
  let stopping = new AbortController();
  let tellStored: (record: FullRecord) => void = () => {};
  /** The jobs that have not ended, by the id of the record: the server may have stored what they sent. */
  const open = new Map<string, Job>();

  async function save(onStored: (record: FullRecord) => void): Promise<boolean> {
    const pressed = edits.of(collectionId);
    if (state.isSaving || pressed.size === 0) return false;
    tellStored = onStored;
    if (!(await mayWrite(pressed)) || state.isSaving) return false;
    const release = writeLock.hold();
    stopping = new AbortController();
    Object.assign(state, { isSaving: true, done: 0, total: 0 });
    try {
      const collection = await readCollection(collectionId);
      // Adopt it now: if the list below brought its change after the responses, their errors would be lost.
      if (!isEqual(collections.find(collectionId), collection))
        collections.adopt(collection, { isOwn: false });
      edits.refit(collection);
      void collections.load();
      return await saveAll(collection, pressed);
    } catch (error) {
      report(error);
      // The collection may be deleted.
      if (isMissing(error)) void collections.load();
      return false;
    } finally {
      release();
      Object.assign(state, { isSaving: false, isWaiting: false });
    }
  }

  /** Asks once about all changes of `verified`, and if writes are locked. The changes stay. */
  async function mayWrite(pressed: edits.Edits): Promise<boolean> {
    const question = changesQuestion(pressed.values());
    if (question !== null && !(await confirm.ask(question, { writes: true }))) return false;
    const { changes } = edits.countOf(pressed);
    return writeLock.ask({
      what: `save ${countOf(changes, 'change')} in ${countOf(pressed.size, 'record')}`,
      verb: 'save',
    });
  }

  async function saveAll(collection: Collection, pressed: edits.Edits): Promise<boolean> {
    const due = [...pressed.values()]
      .map(({ id, changes }) => ({ id, pressed: fittedChanges(collection, changes) }))
      .filter((one) => [...one.pressed.values()].some(({ error }) => error === null));
    state.total = due.length;
    let [saved, sent, kept, inPart] = [0, 0, 0, 0];
    const title = countOf(due.length, 'record');
    const act = history.begin({ kind: 'save', verb: 'Save', title, collection });
    const run = createWriteRun<Job>({
      atATime: () => writesAtATime,
      send: (job) => send(collection, job, act),
      // `writeRecord` looks for it.
      settle: async () => null,
      onDone(job) {
        open.delete(job.id);
        if (adopt(collection, job)) {
          saved += 1;
          sent += job.sent.size;
          kept += job.kept;
          if (job.kept > 0) inPart += 1;
        }
        state.done += 1;
      },
      async onRefused(job, error) {
        if (!job.attempt.lost) open.delete(job.id);
        await refuse(collection, job, error);
        state.done += 1;
      },
    });
    const tellPart = () => {
      const others = inPart > 0 ? `, and ${printCount(inPart)} in part` : '';
      const message = `Saved ${saved - inPart} of ${countOf(pressed.size, 'record')}${others}.`;
      undo.offerPart(message, act);
    };
    const showWait = setInterval(() => {
      state.isWaiting = run.state.wait !== null;
    }, 250);
    try {
      await run.run(readJobs(collection, due), due.length, { signal: stopping.signal });
    } catch (error) {
      if (saved > 0) tellPart();
      throw error;
    } finally {
      clearInterval(showWait);
      edits.endSending(collectionId);
      act.setTitle(countOf(saved, 'record'));
      await act.close();
    }
    const isWhole = edits.of(collectionId).size === 0;
    if (saved < pressed.size) tellPart();
    else if (kept > 0) undo.offerPart(`Saved ${sent} of ${countOf(sent + kept, 'change')}.`, act);
    else undo.offer(`Saved ${countOf(saved, 'record')}.`, act);
    return isWhole;
  }

  /** Reads the records, some at a time, just before they are written. */
  async function* readJobs(
    collection: Collection,
    due: readonly Pick<Job, 'id' | 'pressed'>[],
  ): AsyncGenerator<Job> {
    for (let at = 0; at < due.length; at += readAtOnce) {
      const some = due.slice(at, at + readAtOnce);
      const found = await readBatch(
        collection,
        some.map(({ id }) => id),
      );
      for (const one of some) {
        const last = open.get(one.id);
        const job: Job = {
          ...one,
          reading: found.get(one.id) ?? null,
          sent: last?.sent ?? new Map(),
          kept: 0,
          attempt: last?.attempt ?? { lost: null },
          stored: null,
        };
        open.set(one.id, job);
        yield job;
      }
    }
  }

  /** Returns none while the server is away or asks for a pause: `send` reads each record then, which waits. */
  async function readBatch(collection: Collection, ids: string[]): Promise<Map<string, Reading>> {
    try {
      return await readForWrites(collection, ids);
    } catch (error) {
      const canWait = isWithoutAnswer(error) || (error instanceof ApiError && error.status === 429);
      if (!canWait) throw error;
      report(error, { isSilent: true });
      return new Map();
    }
  }

  async function send(collection: Collection, job: Job, act: history.Recorder): Promise<void> {
    const { id, reading, attempt } = job;
    // Taken back or discarded meanwhile.
    if (stillStaged(job).size === 0) return;
    const make = (now: RecordAnswer): Made => {
      const mine = stillStaged(job);
      const { sent, ...made } = appliedTo(collection, now, mine, edits.filesOf);
      Object.assign(job, { sent, kept: mine.size - sent.size });
      if (made.conflicts.length === 0) edits.beginSending(collectionId, id, sent);
      return made;
    };
    const expand = relationNames(collection);
    job.reading = null;
    const written = await writeRecord(collection, id, make, { reading, attempt, expand, act });
    if (job.sent.size === 0) return;
    if (written.kind !== 'conflict') {
      job.stored = written.after;
      return;
    }
    attempt.lost = null;
    const { conflicts, now, arrived } = written;
    const isStored = ([key]: [string, Change]) =>
      arrived.includes(cellFieldByKey(collection, key)?.name ?? '');
    if (arrived.length > 0) edits.commit(collection, now, new Map([...job.sent].filter(isStored)));
    const theirs = storedNow(
      collection,
      job.sent,
      conflicts.map(({ name }) => name),
      now,
    );
    const reason = 'Somebody else has changed the record during the save.';
    edits.refuse(collection, id, { theirs, fault: theirs.size > 0 ? null : { kind: 'refused', reason } });
    tellStored(now.record);
  }

  /**
   * Returns the cells of the job without those that were taken back meanwhile. A cell that was typed again goes with
   * the value that it had when Save was pressed.
   */
  function stillStaged({ id, pressed }: Job): Changes {
    const now = edits.of(collectionId).get(id)?.changes;
    const changes = new Map<string, Change>();
    for (const [key, change] of pressed) {
      const held = now?.get(key);
      if (held) changes.set(key, isEqual(held.mine, change.mine) ? held : change);
    }
    return changes;
  }

  /** Returns true if the record was stored. */
  function adopt(collection: Collection, { stored, sent }: Job): boolean {
    if (!stored) return false;
    edits.commit(collection, stored, sent);
    tellStored(stored.record);
    return true;
  }

  async function refuse(collection: Collection, { id, sent }: Job, error: unknown): Promise<void> {
    if (!(error instanceof ApiError)) throw error;
    report(error, { isSilent: true });
    if (error.isAborted || !session.isSignedIn()) return;
    if (error.status === 404) {
      edits.refuse(collection, id, { fault: { kind: 'gone' } });
      return;
    }
    const changes = edits.of(collectionId).get(id)?.changes ?? new Map();
    const { own, others } = placedErrors(collection, { changes, sent }, error.fields);
    const text = isWithoutAnswer(error) || Object.keys(error.fields).length === 0 ? error.message : others;
    const fault = text === '' ? null : ({ kind: 'refused', reason: text } as const);
    edits.refuse(collection, id, { fault, errors: own });
  }

  return { state, save, stop: () => stopping.abort() };
}
