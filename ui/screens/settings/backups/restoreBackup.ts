import { proxy } from 'valtio/vanilla';
import { ApiError } from '../../../api/ApiError';
import * as api from '../../../api/backups';
import { rangeSource } from '../../../api/backups';
import { onDisconnect } from '../../../api/realtime';
import type { Backup } from '../../../model/backup';
import { FileFault } from '../../../platform/fileFault';
import * as timers from '../../../platform/timers';
import { readEntryStart, readZip } from '../../../platform/zipFile';
import * as writeLock from '../../../state/environment/writeLock';
import * as fileToken from '../../../state/files/fileToken';
import { report } from '../../../state/report';

/**
 * Replaces the data of the server by those of a backup. The server responds at once. Then it restarts a
 * second later, or silently does nothing. So this watches the health endpoint until the server was away and
 * is back.
 */
export interface RestoreBackup {
  state: RestoreState;
  /** Checks whether the file is a backup. */
  check(): Promise<void>;
  restore(): Promise<void>;
}

export interface RestoreState {
  /** The result of `check`. 'bad' comes with a `fault`; 'unknown' means that the file could not be read. */
  file: 'checking' | 'good' | 'bad' | 'unknown';
  fault: string;
  /** 'silent': the server has not restarted. 'away': it has stopped, and is not back after a long time. */
  phase: 'idle' | 'restoring' | 'back' | 'silent' | 'away';
}

interface Options {
  /** Reloads the page, because the data and perhaps the session are different now. */
  reload: () => void;
  wait?: (ms: number) => Promise<void>;
}

const reloadAfterMs = 2000;
const askEveryMs = 150;
/** A server that restores begins its restart within two seconds. */
const startsWithinMs = 12_000;
/** The longest wait for a server that is away. */
const awayMs = 120_000;
const longestBusyMs = 3_600_000;
/** The message about the return stays at least this long. */
const readMs = 800;

export function createRestoreBackup(
  { key, size }: Backup,
  { reload, wait = timers.wait }: Options,
): RestoreBackup {
  const state = proxy<RestoreState>({ file: 'checking', fault: '', phase: 'idle' });

  /** Asks the health endpoint. 'none' means no response. A server that unpacks a backup counts as 'busy'. */
  async function askHealth(): Promise<'free' | 'busy' | 'none'> {
    try {
      return (await api.canBackup()) ? 'free' : 'busy';
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // A late response does not prove that the server was away.
      const isThere = error.kind === 'timeout' || (error.kind === 'refused' && error.status < 502);
      return isThere ? 'busy' : 'none';
    }
  }

  /**
   * Waits for the restart. A small server restarts between two health requests, so this also checks a
   * connection that breaks.
   */
  async function watchRestart(hasBroken: () => boolean): Promise<'back' | 'silent' | 'away'> {
    let wasAway = false;
    let waited = 0;
    let busy = 0;
    while (waited < (wasAway ? awayMs : startsWithinMs)) {
      const asked = performance.now();
      const health = await askHealth();
      wasAway ||= hasBroken() || health === 'none';
      if (wasAway && health === 'free') return 'back';
      await wait(askEveryMs);
      const passed = Math.max(askEveryMs, performance.now() - asked);
      // The time to start does not count while the server unpacks, up to a limit.
      if (health === 'busy' && busy < longestBusyMs) busy += passed;
      else waited += passed;
    }
    return wasAway ? 'away' : 'silent';
  }

  return {
    state,

    async check() {
      state.file = 'checking';
      try {
        const fault = await faultOfBackup(api.backupAddress(key, await fileToken.get()), size);
        Object.assign(state, { file: fault ? 'bad' : 'good', fault: fault ?? '' });
      } catch {
        state.file = 'unknown';
      }
    },

    async restore() {
      if (state.phase === 'restoring' || state.file === 'bad') return;
      const act = { what: `restore the backup ${key}`, verb: 'restore' };
      if (writeLock.isLocked() && !(await writeLock.ask(act))) return;
      state.phase = 'restoring';
      const lease = writeLock.beginRun();
      const enough = wait(reloadAfterMs);
      let hasBroken = false;
      const stop = onDisconnect(() => {
        hasBroken = true;
      });
      try {
        await api.restore(key, { lease });
        state.phase = await watchRestart(() => hasBroken);
      } catch (error) {
        state.phase = 'idle';
        report(error);
      } finally {
        lease.end();
        stop();
      }
      if (state.phase !== 'back') return;
      await Promise.all([enough, wait(readMs)]);
      reload();
    },
  };
}

/** The first bytes of every SQLite database. */
const sqliteHeader = 'SQLite format 3\0';

/**
 * Returns the fault of a backup as a sentence; null if it looks good. The server accepts any zip and silently
 * restores nothing from one without a database. This reads only the zip's directory and the first bytes of
 * the database. Throws if the server does not return them, which proves nothing about the file.
 */
export async function faultOfBackup(address: string, size: number): Promise<string | null> {
  const source = rangeSource(size, async () => address);
  try {
    const database = (await readZip(source)).get('data.db');
    if (!database) return 'This zip has no data.db, so it is not a backup.';
    if (database.size === 0) return 'The data.db in this zip is empty.';
    const start = await readEntryStart(source, database, sqliteHeader.length);
    if (String.fromCharCode(...start) === sqliteHeader) return null;
    return 'The data.db in this zip is not a database.';
  } catch (error) {
    if (error instanceof FileFault) return error.message;
    throw error;
  }
}
