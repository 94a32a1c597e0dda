import { proxy, ref } from 'valtio/vanilla';
import { ApiError } from '../../api/ApiError';
import * as records from '../../api/records';
import * as confirm from '../../state/confirm';
import { newestBackupLine } from '../../state/newestBackup';
import { report } from '../../state/report';
import * as session from '../../state/session';
import * as toasts from '../../state/toasts';
import * as unsaved from '../../state/unsaved';

/**
 * Deletes many records: four calls at a time, with progress, and a Stop that lets the calls under way end. What
 * the question was about is what goes, whatever is selected meanwhile. Each failure is kept with its reason. When
 * the session ends, the rest is kept too, to go on with after another sign-in.
 */
export interface BulkDeleteState {
  isRunning: boolean;
  done: number;
  total: number;
  /** After a run in which some did not go; null otherwise. */
  failed: readonly FailedDelete[] | null;
}

export interface FailedDelete {
  id: string;
  reason: string;
}

export interface BulkDelete {
  state: BulkDeleteState;
  /** Asks first. True when at least one record is gone; not before somebody is signed in. */
  run(collectionId: string, ids: readonly string[]): Promise<boolean>;
  /** The ones that did not go, once more; they were asked about already. */
  retry(): Promise<boolean>;
  stop(): void;
  dismiss(): void;
  /** While it runs, or there is something to try again, the screen outlives the session; the result undoes it. */
  hold(): () => void;
}

const atATime = 4;
const sessionOver = 'Your session has ended.';

export function createBulkDelete(): BulkDelete {
  const state = proxy<BulkDeleteState>({ isRunning: false, done: 0, total: 0, failed: null });
  let isStopped = false;
  let collectionId = '';

  async function remove(ids: readonly string[]): Promise<boolean> {
    const waiting = [...ids];
    const failed: FailedDelete[] = [];
    const missing: string[] = [];
    let deleted = 0;
    isStopped = false;
    Object.assign(state, { isRunning: true, done: 0, total: ids.length, failed: null });
    const worker = async () => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
        if (isStopped) return;
        if (!session.isSignedIn()) {
          failed.push({ id, reason: sessionOver });
          continue;
        }
        try {
          await records.remove(collectionId, id);
          deleted += 1;
        } catch (error) {
          if (error instanceof ApiError && error.status === 404) missing.push(id);
          else failed.push({ id, reason: await reasonOf(error) });
        }
        state.done += 1;
      }
    };
    await Promise.all(Array.from({ length: atATime }, worker));
    // What is gone already is what was wanted; but to a dead token every record looks as if it were gone.
    if (missing.length === 0 || (await session.confirm({ isFresh: true }))) deleted += missing.length;
    else failed.push(...missing.map((id) => ({ id, reason: sessionOver })));
    state.isRunning = false;
    if (deleted === ids.length) toasts.success('Successfully deleted the selected record(s).');
    else if (failed.length > 0) state.failed = ref(failed);
    else toasts.info(`Deleted ${deleted} of ${ids.length}.`);
    if (deleted === 0) return false;
    await session.signedIn();
    return true;
  }

  return {
    state,
    async run(collection, ids) {
      const frozen = [...ids];
      if (state.isRunning || !(await confirm.ask(await question(frozen.length), { isDangerous: true })))
        return false;
      collectionId = collection;
      return remove(frozen);
    },
    retry: async () => (state.failed ? remove(state.failed.map(({ id }) => id)) : false),
    stop() {
      isStopped = true;
    },
    dismiss() {
      state.failed = null;
    },
    hold: () => unsaved.watchWork(() => state.isRunning || state.failed !== null),
  };
}

/** With the age of the newest backup, where that can be learned. */
async function question(count: number): Promise<string> {
  const text = 'Do you really want to delete the selected record(s)?';
  const extent =
    count === 1 ? 'This deletes 1 record.' : `This deletes ${count.toLocaleString('en-US')} records.`;
  return [text, extent, await newestBackupLine()].filter(Boolean).join('\n');
}

async function reasonOf(error: unknown): Promise<string> {
  report(error, { isSilent: true });
  const isDoubtful = error instanceof ApiError && [401, 403].includes(error.status);
  if (isDoubtful && !(await session.confirm())) return sessionOver;
  return error instanceof ApiError ? error.message : 'Something went wrong on this page.';
}
