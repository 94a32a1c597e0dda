import * as confirm from './confirm';
import { report } from './report';
import * as writeLock from './session/writeLock';
import * as toasts from './toasts';

/** One act of a person that changes data of the server. Its words are those of the write lock. */
interface Act extends writeLock.WriteAct {
  /** The question of Yes and No before the act. `staysOpen`: the popup stays, busy, until the act has ended. */
  ask?: { text: string; isDangerous?: boolean; staysOpen?: boolean };
  /** The writes; they ask nothing, because the lock stays open meanwhile. False: nothing was done, and no message follows. */
  run: () => Promise<unknown>;
  /** The message after a success. */
  done?: string;
  /** Called in place of `report`. */
  failed?: (error: unknown) => unknown;
}

/**
 * Asks, opens the write lock, runs, and says how it ended. Resolves to true when it is done.
 *
 *   await perform({
 *     ask: { text: `Do you really want to delete ${key}?`, isDangerous: true },
 *     what: `delete the backup ${key}`, verb: 'delete', run: () => api.remove(key),
 *     done: `Successfully deleted ${key}.`,
 *   });
 *
 * Without a question, and while writes are open, `run` begins before this function returns, so that a second click
 * finds it under way.
 */
export async function perform({ ask, run, done, failed = report, ...act }: Act): Promise<boolean> {
  let isDone = false;
  async function go(): Promise<void> {
    if (writeLock.isLocked() && !(await writeLock.ask(act))) return;
    try {
      isDone = (await writeLock.asOneRun(run)) !== false;
      if (isDone && done) toasts.success(done);
    } catch (error) {
      await failed(error);
    }
  }
  if (!ask) await go();
  else {
    const { text, isDangerous = false, staysOpen } = ask;
    const isSure = await confirm.ask(text, { isDangerous, writes: true, ...(staysOpen && { onYes: go }) });
    if (isSure && !staysOpen) await go();
  }
  return isDone;
}
