import { proxy, ref } from 'valtio/vanilla';
import { messageOf } from '../../backend/ApiError';
import { countOf } from '../../base/text';
import type { Collection } from '../../model/collection';
import { newestBackupLine } from '../../page/backups';
import * as confirm from '../../page/confirm';
import * as unsaved from '../../page/forms/unsaved';
import * as session from '../../page/session/session';
import * as writeLock from '../../page/session/writeLock';
import * as toasts from '../../page/toasts';
import * as history from '../history/history';
import * as undo from '../history/undo';
import { type Blocker, findBlockers, isRefusedDelete } from '../related/blockers';
import { usedByDetails } from '../related/usedBy';
import { createWriteMany, type WriteJob } from '../write/writeMany';

export interface BulkDeleteState {
  /** The failed deletes of the last run; null if there are none. */
  failed: readonly FailedDelete[] | null;
  /** By id: the records that prevent a failed delete. They are read a little later. */
  blockers: ReadonlyMap<string, Blocker>;
}

export interface FailedDelete {
  id: string;
  reason: string;
}

export type BulkDelete = ReturnType<typeof createBulkDelete>;

/** Only this many failed deletes are explained. */
const mostExplained = 20;

export function createBulkDelete() {
  const state = proxy<BulkDeleteState>({
    failed: null,
    blockers: ref(new Map()),
  });
  let collection: Collection | null = null;
  let stopping = new AbortController();
  let explaining = new AbortController();
  let deleted = 0;
  let failed: { id: string; error: unknown }[] = [];
  const many = createWriteMany<WriteJob>({
    collectionOf: () => collection,
    onEnd({ id }, end) {
      if (end.kind === 'refused') failed.push({ id, error: end.error });
      else deleted += 1;
    },
  });

  /** Finds the records that prevent the failed deletes, while the list is shown already. */
  function explain(given: Collection, ids: readonly string[]): void {
    explaining.abort();
    explaining = new AbortController();
    state.blockers = ref(new Map());
    void findBlockers(given, ids, explaining.signal, (id, blocker) => {
      state.blockers = ref(new Map([...state.blockers, [id, blocker]]));
    });
  }

  /** Deletes the records after the history has stored them, or the person agrees to go on without it. */
  async function remove(given: Collection, ids: readonly string[]): Promise<boolean> {
    collection = given;
    state.failed = null;
    [deleted, failed] = [0, []];
    stopping = new AbortController();
    const { signal } = stopping;
    const act = history.begin({
      kind: 'delete',
      verb: 'Delete',
      title: countOf(ids.length, 'record'),
      collection,
    });
    const jobs = ids.map((id): WriteJob => ({ kind: 'delete', collectionId: given.id, id }));
    const { mayHaveWritten } = await many.run(jobs, { act, signal });
    void (mayHaveWritten ? act.close() : act.discard());
    if (failed.length > 0)
      state.failed = ref(failed.map(({ id, error }) => ({ id, reason: reasonOf(error) })));
    const refused = failed.filter(({ error }) => isRefusedDelete(error)).slice(0, mostExplained);
    explain(
      given,
      refused.map(({ id }) => id),
    );
    if (deleted === 0) {
      if (signal.aborted && failed.length === 0) toasts.info(`Deleted 0 of ${ids.length}.`);
      return false;
    }
    // If some failed, the popup shows the result.
    if (deleted === ids.length) undo.offer('Successfully deleted the selected record(s).', act);
    else undo.offerPart(`Deleted ${deleted} of ${ids.length}.`, act);
    await session.signedIn();
    return true;
  }

  return {
    state,
    write: many.state,
    /**
     * Asks first. A later change of the selection has no effect. Returns true if at least one record was deleted;
     * after the end of the session, resolves at the next sign-in.
     */
    async run(given: Collection, ids: readonly string[]): Promise<boolean> {
      const frozen = [...ids];
      if (many.state.isRunning) return false;
      const asked = { isDangerous: true, writes: true, ...usedByDetails(given, frozen) };
      if (!(await confirm.ask(await question(frozen.length), asked))) return false;
      if (!(await mayDelete(frozen.length)) || many.state.isRunning) return false;
      return remove(given, frozen);
    },
    /** Retries the failed deletes without a question. */
    async retry(): Promise<boolean> {
      if (!state.failed || !collection) return false;
      const ids = state.failed.map(({ id }) => id);
      if (!(await mayDelete(ids.length)) || many.state.isRunning) return false;
      return remove(collection, ids);
    },
    stop() {
      explaining.abort();
      stopping.abort();
    },
    dismiss() {
      explaining.abort();
      state.failed = null;
    },
    /**
     * While a run or its failures are shown, keeps the screen when the session ends. The returned function ends
     * this.
     */
    hold: () => unsaved.watchWork(() => many.state.isRunning || state.failed !== null),
  };
}

/** The question names the age of the newest backup, if it can be read. */
async function question(count: number): Promise<string> {
  const text = 'Do you really want to delete the selected record(s)?';
  const extent = `This deletes ${countOf(count, 'record')}.`;
  return [text, extent, await newestBackupLine()].filter(Boolean).join('\n');
}

const reasonOf = (error: unknown): string =>
  session.isSignedIn() ? messageOf(error) : 'Your session has ended.';

const mayDelete = (count: number) =>
  writeLock.ask({ what: `delete ${countOf(count, 'record')}`, verb: 'delete' });
