import { proxy, ref } from 'valtio/vanilla';
import { isMissing, isResponseLost, messageOf } from '../../backend/ApiError';
import * as records from '../../backend/records';
import { countOf } from '../../base/text';
import type { Collection } from '../../model/collection';
import { newestBackupLine } from '../../page/backups';
import * as confirm from '../../page/confirm';
import * as unsaved from '../../page/forms/unsaved';
import { report } from '../../page/report';
import * as session from '../../page/session/session';
import * as writeLock from '../../page/session/writeLock';
import * as toasts from '../../page/toasts';
import * as history from '../history/history';
import { keepRecords } from '../history/keeping';
import { partKey } from '../history/plan/act';
import * as undo from '../history/undo';
import { type Blocker, findBlockers, isRefusedDelete } from '../related/blockers';
import { usedByDetails } from '../related/usedBy';
import { createWriteRun } from '../write/writeRun';

/**
 * Deletes many records, four calls at a time. Stop lets the running calls finish. Each failure is kept with
 * its reason. If the session ends, the run waits for the next sign-in.
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

  /** Deletes the records once the history has them, or the person agrees to delete them without it. */
  async function removeKept(ids: readonly string[], given: Collection): Promise<boolean> {
    Object.assign(state, { isRunning: true, done: 0, total: ids.length, failed: null });
    stopping = new AbortController();
    const { signal } = stopping;
    const title = countOf(ids.length, 'record');
    const act = history.begin({ kind: 'delete', verb: 'Delete', title, collection: given });
    const isKept = await keepRecords(given, ids, act, signal);
    if (isKept && !signal.aborted) return remove(given, ids, act, signal);
    state.isRunning = false;
    void act.discard();
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

  async function remove(
    given: Collection,
    ids: readonly string[],
    act: history.Recorder,
    signal: AbortSignal,
  ): Promise<boolean> {
    const failed: FailedDelete[] = [];
    /** The server has certainly not deleted these. */
    const kept: string[] = [];
    const refused: string[] = [];
    /** Nobody knows whether the server has deleted these. */
    const unsure = new Set<string>();
    let deleted = 0;
    const deletes = createWriteRun<string>({
      atATime: 4,
      send(id) {
        unsure.add(id);
        return records.remove(given.id, id);
      },
      async settle(id) {
        if (!(await records.getIfExists(given, id))) return 'done';
        unsure.delete(id);
        return 'again';
      },
      onDone(id) {
        unsure.delete(id);
        deleted += 1;
        state.done += 1;
      },
      onRefused(id, error) {
        // A record that is missing may have been deleted with another one of the selection.
        if (isMissing(error)) deleted += 1;
        else {
          if (!isResponseLost(error)) unsure.delete(id);
          if (!unsure.has(id)) kept.push(id);
          if (isRefusedDelete(error)) refused.push(id);
          failed.push({ id, reason: reasonOf(error) });
        }
        state.done += 1;
      },
      waitsForSession: true,
    });
    await deletes.run(ids, ids.length, { signal });
    const isSent = deleted + unsure.size > 0;
    if (isSent) await act.forget(kept.map((id) => partKey({ collectionId: given.id, id })));
    void (isSent ? act.close() : act.discard());
    state.isRunning = false;
    const isWhole = deleted === ids.length;
    if (failed.length > 0) state.failed = ref(failed);
    const shown = failed.filter(({ id }) => refused.includes(id)).slice(0, mostExplained);
    explain(
      given,
      shown.map(({ id }) => id),
    );
    if (deleted === 0) {
      if (failed.length === 0) tellNothingDeleted(ids.length);
      return false;
    }
    // The popup of the failures has no Undo.
    if (isWhole) undo.offer('Successfully deleted the selected record(s).', act);
    else undo.offerPart(`Deleted ${deleted} of ${ids.length}.`, act);
    await session.signedIn();
    return true;
  }

  return {
    state,
    async run(given, ids) {
      const frozen = [...ids];
      if (state.isRunning) return false;
      const asked = { isDangerous: true, writes: true, ...usedByDetails(given, frozen) };
      if (!(await confirm.ask(await question(frozen.length), asked))) return false;
      if (!(await mayDelete(frozen.length)) || state.isRunning) return false;
      collection = given;
      return writeLock.asOneRun(() => removeKept(frozen, given));
    },
    async retry() {
      if (!state.failed || !collection) return false;
      const ids = state.failed.map(({ id }) => id);
      if (!(await mayDelete(ids.length)) || state.isRunning) return false;
      const given = collection;
      return writeLock.asOneRun(() => removeKept(ids, given));
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
