import { proxy, ref } from 'valtio/vanilla';
import { isMissing, isWithoutAnswer, messageOf } from '../../api/ApiError';
import * as records from '../../api/records';
import type { Collection } from '../../model/collection';
import { countOf } from '../../platform/text';
import { newestBackupLine } from '../../state/backups';
import { askAboutGap, type Keeping, keepRecords } from '../../state/bin/keeping';
import * as undo from '../../state/bin/undo';
import * as confirm from '../../state/confirm';
import * as writeLock from '../../state/environment/writeLock';
import * as unsaved from '../../state/forms/unsaved';
import { createWriteRun, type WriteRunCall } from '../../state/jobs/writeRun';
import { type Blocker, findBlockers, isRefusedDelete } from '../../state/records/blockers';
import { usedByDetails } from '../../state/records/usedBy';
import { report } from '../../state/report';
import * as session from '../../state/session';
import * as toasts from '../../state/toasts';

/**
 * Deletes many records, four calls at a time. Stop lets the running calls finish. Each failure is kept with
 * its reason. If the session ends, the remaining records count as failed and can be retried after the next
 * sign-in.
 */
export interface BulkDeleteState {
  isRunning: boolean;
  done: number;
  total: number;
  /** The failed deletes of the last run; null if all succeeded. */
  failed: readonly FailedDelete[] | null;
  /** The records that block some of the failed deletes, by id. They are found a little later. */
  blockers: ReadonlyMap<string, Blocker>;
}

export interface FailedDelete {
  id: string;
  reason: string;
}

export interface BulkDelete {
  state: BulkDeleteState;
  /**
   * Asks first, and deletes the ids of the question even if the selection changes. Returns true if at least
   * one record was deleted; if the session has ended, only after the next sign-in.
   */
  run(collection: Collection, ids: readonly string[]): Promise<boolean>;
  /** Deletes the failed records again, without a question. */
  retry(): Promise<boolean>;
  stop(): void;
  dismiss(): void;
  /**
   * Keeps the screen after the session ends, while a run is active or has failures. The result undoes this.
   */
  hold(): () => void;
}

/** Only so many failed deletes are explained. */
const mostExplained = 20;

export function createBulkDelete(): BulkDelete {
  const state = proxy<BulkDeleteState>({
    isRunning: false,
    done: 0,
    total: 0,
    failed: null,
    blockers: ref(new Map()),
  });
  let collection: Collection | null = null;
  let stopping = new AbortController();
  let explaining = new AbortController();

  /** Deletes the records once the bin has them, or the person agrees to delete them without it. */
  async function removeKept(ids: readonly string[], keeping: Keeping): Promise<boolean> {
    Object.assign(state, { isRunning: true, done: 0, total: ids.length, failed: null });
    stopping = new AbortController();
    const { signal } = stopping;
    signal.addEventListener('abort', keeping.cancel);
    const gap = await keeping.prepare();
    signal.removeEventListener('abort', keeping.cancel);
    const isSure = !signal.aborted && (gap === '' || (await askAboutGap(gap)));
    if (isSure && !signal.aborted) return remove(ids, keeping, { signal });
    state.isRunning = false;
    keeping.cancel();
    if (signal.aborted) tellNothingDeleted(ids.length);
    return false;
  }

  /** Finds the records that block the failed deletes. The list of the failures does not wait for this. */
  function explain(given: Collection, ids: readonly string[]): void {
    explaining.abort();
    explaining = new AbortController();
    state.blockers = ref(new Map());
    void findBlockers(given, ids, explaining.signal, (id, blocker) => {
      state.blockers = ref(new Map([...state.blockers, [id, blocker]]));
    });
  }

  async function remove(ids: readonly string[], keeping: Keeping, call: WriteRunCall): Promise<boolean> {
    const failed: FailedDelete[] = [];
    const missing: string[] = [];
    /** The server may have deleted these. */
    const unanswered: string[] = [];
    const refused: string[] = [];
    const collectionId = collection?.id ?? '';
    const removed: string[] = [];
    let deleted = 0;
    const deletes = createWriteRun<string>({
      atATime: 4,
      send: (id) => records.remove(collectionId, id),
      onDone(id) {
        deleted += 1;
        removed.push(id);
        state.done += 1;
      },
      onRefused(id, error) {
        if (isMissing(error)) missing.push(id);
        else {
          if (isWithoutAnswer(error)) unanswered.push(id);
          if (isRefusedDelete(error)) refused.push(id);
          failed.push({ id, reason: reasonOf(error) });
        }
        state.done += 1;
      },
    });
    await deletes.run(ids, ids.length, call);
    deleted += missing.length;
    state.isRunning = false;
    const isWhole = deleted === ids.length;
    if (failed.length > 0) state.failed = ref(failed);
    const shown = failed.filter(({ id }) => refused.includes(id)).slice(0, mostExplained);
    if (collection)
      explain(
        collection,
        shown.map(({ id }) => id),
      );
    if (deleted === 0) {
      if (unanswered.length > 0) keeping.leave();
      else keeping.cancel();
      if (failed.length === 0) tellNothingDeleted(ids.length);
      return false;
    }
    // A record that was missing already may have been deleted with another one of the selection.
    const kept = keeping.confirm(removed, [...missing, ...unanswered]);
    // The popup of the failures says how many were deleted.
    if (isWhole) undo.offer('Successfully deleted the selected record(s).', kept);
    else if (failed.length === 0) undo.offer(`Deleted ${deleted} of ${ids.length}.`, kept);
    await session.signedIn();
    return true;
  }

  return {
    state,
    async run(given, ids) {
      const frozen = [...ids];
      if (state.isRunning) return false;
      const keeping = keepRecords(given, frozen);
      const asked = { isDangerous: true, writes: true, ...usedByDetails(given, frozen) };
      if (!(await confirm.ask(await question(frozen.length), asked))) {
        keeping.cancel();
        return false;
      }
      if (!(await mayDelete(frozen.length)) || state.isRunning) {
        keeping.cancel();
        return false;
      }
      collection = given;
      return writeLock.asOneRun(() => removeKept(frozen, keeping));
    },
    async retry() {
      if (!state.failed || !collection) return false;
      const ids = state.failed.map(({ id }) => id);
      if (!(await mayDelete(ids.length)) || state.isRunning) return false;
      const keeping = keepRecords(collection, ids);
      return writeLock.asOneRun(() => removeKept(ids, keeping));
    },
    stop() {
      explaining.abort();
      stopping.abort();
    },
    dismiss() {
      explaining.abort();
      state.failed = null;
    },
    hold: () => unsaved.watchWork(() => state.isRunning || state.failed !== null),
  };
}

/** Builds the question, with the age of the newest backup if that can be read. */
async function question(count: number): Promise<string> {
  const text = 'Do you really want to delete the selected record(s)?';
  const extent = `This deletes ${countOf(count, 'record')}.`;
  return [text, extent, await newestBackupLine()].filter(Boolean).join('\n');
}

function reasonOf(error: unknown): string {
  report(error, { isSilent: true });
  return session.isSignedIn() ? messageOf(error) : 'Your session has ended.';
}

const mayDelete = (count: number) =>
  writeLock.ask({ what: `delete ${countOf(count, 'record')}`, verb: 'delete' });

const tellNothingDeleted = (count: number) => toasts.info(`Deleted 0 of ${count}.`);
