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
import { createWriteMany, type WriteEnd, type WriteJob } from '../write/writeMany';
import type { Made } from '../write/writeRecord';

interface Job extends WriteJob {
  /** The changes when Save was pressed. */
  readonly pressed: Changes;
  /** The changes that were sent last, with the values before them. */
  sent: Changes;
  /** The number of wrong values, which are not sent. */
  kept: number;
}

type StagedSave = ReturnType<typeof createStagedSave>;

const saves = new Map<string, StagedSave>();

/**
 * There is one save per collection, even after another visit: the server writes whole rows, so two calls must never
 * write the same record.
 */
export function stagedSaveOf(collectionId: string): StagedSave {
  const known = saves.get(collectionId) ?? createStagedSave(collectionId);
  saves.set(collectionId, known);
  return known;
}

/**
 * Saves the edits of a collection: reads the records, merges, and sends the changed keys of each record in one
 * call. Only what exists when Save is pressed is sent; later edits stay.
 */
function createStagedSave(collectionId: string) {
  const state = proxy({ isSaving: false, done: 0, total: 0 });
  let stopping = new AbortController();
  let tellStored: (record: FullRecord) => void = () => {};
  let collection: Collection;
  /** By record id: changes that the server may have stored, also those of jobs that a stop has left. */
  const inDoubt = new Map<string, Changes>();
  let ended = { saved: 0, sent: 0, kept: 0, inPart: 0 };

  const many = createWriteMany<Job>({
    collectionOf: () => collection,
    make,
    async onEnd(job, end) {
      state.done += 1;
      if (end.kind !== 'refused' || end.isSure) inDoubt.delete(job.id);
      if (job.sent.size > 0 || end.kind === 'refused') await settle(job, end);
    },
    waitsForSession: false,
  });

  async function save(onStored: (record: FullRecord) => void): Promise<boolean> {
    const pressed = edits.of(collectionId);
    if (state.isSaving || pressed.size === 0) return false;
    tellStored = onStored;
    if (!(await mayWrite(pressed)) || state.isSaving) return false;
    const release = writeLock.hold();
    stopping = new AbortController();
    Object.assign(state, { isSaving: true, done: 0, total: 0 });
    try {
      collection = await readCollection(collectionId);
      // Adapt the edits now: if the load below did it after the responses, their errors would be lost.
      if (!isEqual(collections.find(collectionId), collection))
        collections.adopt(collection, { isOwn: false });
      edits.refit(collection);
      void collections.load();
      return await saveAll(pressed);
    } catch (error) {
      report(error);
      // The collection may have been deleted.
      if (isMissing(error)) void collections.load();
      return false;
    } finally {
      release();
      state.isSaving = false;
    }
  }

  /** Asks once about all changes of `verified`, and about locked writes. */
  async function mayWrite(pressed: edits.Edits): Promise<boolean> {
    const question = changesQuestion(pressed.values());
    if (question !== null && !(await confirm.ask(question, { writes: true }))) return false;
    const { changes } = edits.countOf(pressed);
    return writeLock.ask({ what: `save ${edits.changesText(changes, pressed.size)}`, verb: 'save' });
  }

  async function saveAll(pressed: edits.Edits): Promise<boolean> {
    const jobs = [...pressed.values()]
      .map(({ id, changes }): Job => {
        const fitted = fittedChanges(collection, changes);
        const sent = inDoubt.get(id) ?? new Map();
        return { kind: 'change', collectionId, id, pressed: fitted, sent, kept: 0 };
      })
      .filter((job) => [...job.pressed.values()].some(({ error }) => error === null));
    state.total = jobs.length;
    ended = { saved: 0, sent: 0, kept: 0, inPart: 0 };
    const title = countOf(jobs.length, 'record');
    const act = history.begin({ kind: 'save', verb: 'Save', title, collection });
    let failure: unknown = null;
    try {
      await many.run(jobs, { act, signal: stopping.signal, expand: relationNames(collection) });
    } catch (error) {
      failure = error;
    }
    edits.endSending(collectionId);
    const { saved, sent, kept, inPart } = ended;
    const isWhole = saved === pressed.size;
    const others = inPart > 0 ? `, and ${printCount(inPart)} in part` : '';
    const part = `Saved ${saved - inPart} of ${countOf(pressed.size, 'record')}${others}.`;
    const all =
      kept > 0 ? `Saved ${sent} of ${countOf(sent + kept, 'change')}.` : `Saved ${countOf(saved, 'record')}.`;
    const message = failure && saved === 0 ? '' : isWhole && !failure ? all : part;
    await undo.endMany(act, saved, message, { isWhole: isWhole && kept === 0 && !failure });
    if (failure) throw failure;
    return edits.of(collectionId).size === 0;
  }

  function make(job: Job, now: RecordAnswer): Made {
    const mine = stillThere(job);
    const { sent, ...made } = appliedTo(collection, now, mine, edits.filesOf);
    Object.assign(job, { sent, kept: mine.size - sent.size });
    inDoubt.set(job.id, sent);
    if (made.conflicts.length === 0) edits.beginSending(collectionId, job.id, sent);
    return made;
  }

  /**
   * Returns the changes of the job that still exist. A value that was typed again is sent as it was when Save was
   * pressed.
   */
  function stillThere({ id, pressed }: Job): Changes {
    const now = edits.of(collectionId).get(id)?.changes;
    const changes = new Map<string, Change>();
    for (const [key, change] of pressed) {
      const held = now?.get(key);
      if (held) changes.set(key, isEqual(held.mine, change.mine) ? held : change);
    }
    return changes;
  }

  async function settle(job: Job, end: WriteEnd): Promise<void> {
    if (end.kind === 'refused') return refuse(job, end.error);
    if (end.kind === 'conflict') {
      keepConflicts(job, end);
      tellStored(end.now.record);
    } else if (end.kind !== 'deleted') {
      edits.commit(collection, end.after, job.sent);
      tellStored(end.after.record);
      ended.saved += 1;
      ended.sent += job.sent.size;
      ended.kept += job.kept;
      if (job.kept > 0) ended.inPart += 1;
    }
  }

  /** Values that an earlier try has stored are no longer changes. */
  function keepConflicts({ id, sent }: Job, end: Extract<WriteEnd, { kind: 'conflict' }>): void {
    const { conflicts, now, arrived } = end;
    const isStored = ([key]: [string, Change]) =>
      arrived.includes(cellFieldByKey(collection, key)?.name ?? '');
    if (arrived.length > 0) edits.commit(collection, now, new Map([...sent].filter(isStored)));
    const names = conflicts.map(({ name }) => name);
    const theirs = storedNow(collection, sent, names, now);
    const reason = 'Someone else has changed the record during the save.';
    edits.refuse(collection, id, { theirs, fault: theirs.size > 0 ? null : { kind: 'refused', reason } });
  }

  function refuse({ id, sent }: Job, error: unknown): void {
    if (!(error instanceof ApiError)) throw error;
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

  return {
    state,
    /** The progress of the writes, and why they wait. */
    write: many.state,
    /**
     * Returns false if changes are left. `onStored` gets each record as it is now on the server: after its write,
     * or with the changes of others.
     */
    save,
    /** Calls under way still end. */
    stop: () => stopping.abort(),
  };
}
