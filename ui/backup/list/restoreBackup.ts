import { proxy } from 'valtio/vanilla';
import * as api from '../../backend/backups';
import { rangeSource } from '../../backend/backups';
import { FileFault } from '../../base/fileFault';
import * as timers from '../../base/timers';
import { readEntryStart, readZip } from '../../base/zipFile';
import type { Backup } from '../../model/backup';
import { can } from '../../page/capabilities';
import { perform } from '../../page/perform';
import { report } from '../../page/report';
import * as fileToken from '../../page/session/fileToken';

export type RestoreBackup = ReturnType<typeof createRestoreBackup>;

export interface RestoreState {
  /** The result of `check`. 'bad' has a `fault`; 'unknown' means that the file could not be read. */
  file: 'checking' | 'good' | 'bad' | 'unknown';
  fault: string;
  /** 'away': the server has stopped, and was not back after two minutes. */
  phase: 'idle' | 'restoring' | 'back' | 'away';
}

interface Options {
  /** Reloads the page, because the data and perhaps the session have changed. */
  reload: () => void;
  wait?: (ms: number) => Promise<void>;
}

const reloadAfterMs = 2000;
const askEveryMs = 500;
const mostFailures = 240;

/**
 * Replaces the data of the server by a backup. The server responds at once. A second later it restarts, or silently
 * does nothing. A restart may take only milliseconds, so nothing shows which of these happened.
 */
export function createRestoreBackup({ key, size }: Backup, { reload, wait = timers.wait }: Options) {
  const state = proxy<RestoreState>({ file: 'checking', fault: '', phase: 'idle' });

  /** While the server unpacks the backup, it responds, but is busy. */
  async function waitForServer(): Promise<'back' | 'away'> {
    await wait(reloadAfterMs);
    for (let failures = 0; failures < mostFailures; await wait(askEveryMs)) {
      const isFree = await api.canBackup().catch(() => null);
      if (isFree) return 'back';
      failures = isFree === null ? failures + 1 : 0;
    }
    return 'away';
  }

  return {
    state,

    /** Checks whether the file is a backup. */
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
      await perform({
        what: `restore the backup ${key}`,
        verb: 'restore',
        run: async () => {
          state.phase = 'restoring';
          await api.restore(key);
          state.phase = await waitForServer();
        },
        failed: (error) => {
          state.phase = 'idle';
          report(error);
        },
      });
      if (state.phase === 'back') reload();
    },
  };
}

/** A SQLite database begins with this. */
const sqliteHeader = 'SQLite format 3\0';

/**
 * Returns the fault of a backup as a sentence; null for none. The server accepts any zip, and silently restores
 * nothing from one without a database. A server of 0.22 never starts again with the data of a newer one. Reads only the directory of the zip and the first bytes of the database.
 * Throws if these cannot be read, which says nothing about the file.
 */
export async function faultOfBackup(address: string, size: number): Promise<string | null> {
  const source = rangeSource(size, async () => address);
  try {
    const entries = await readZip(source);
    const database = entries.get('data.db');
    if (!database) return 'This zip has no data.db, so it is not a backup.';
    if (database.size === 0) return 'The data.db in this zip is empty.';
    if (entries.has('auxiliary.db') && !can('newerBackups')) {
      return 'This backup is from a newer server (0.23 or later). This server cannot run with it.';
    }
    const start = await readEntryStart(source, database, sqliteHeader.length);
    if (String.fromCharCode(...start) === sqliteHeader) return null;
    return 'The data.db in this zip is not a database.';
  } catch (error) {
    if (error instanceof FileFault) return error.message;
    throw error;
  }
}
