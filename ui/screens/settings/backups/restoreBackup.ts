import { proxy } from 'valtio/vanilla';
import { ApiError } from '../../../api/ApiError';
import * as api from '../../../api/backups';
import { onDisconnect } from '../../../api/realtime';
import type { Backup } from '../../../model/backup';
import * as fileToken from '../../../state/fileToken';
import { report } from '../../../state/report';
import { faultOfBackup } from './backupZip';

/**
 * Puts the data of a backup in the place of those of now. The server says yes at once and starts again a second
 * later, or does nothing at all; so its health is watched until it has been away and is back.
 */
export interface RestoreBackup {
  state: RestoreState;
  /** Reads in the file whether it is a backup at all. */
  check(): Promise<void>;
  restore(): Promise<void>;
}

export interface RestoreState {
  /** What the file holds: 'bad' has a `fault`; of an 'unknown' one nothing could be read. */
  file: 'checking' | 'good' | 'bad' | 'unknown';
  fault: string;
  /** 'silent': the server has not started again. 'away': it began to, and has not come back for long. */
  phase: 'idle' | 'restoring' | 'back' | 'silent' | 'away';
}

interface Options {
  /** Loads the page anew: its data and perhaps its session are others. */
  reload: () => void;
  wait?: (ms: number) => Promise<void>;
}

const reloadAfterMs = 2000;
const askEveryMs = 150;
/** A server that wants to start again begins within a second or two. */
const startsWithinMs = 12_000;
/** Large data take their time, but not for ever. */
const awayMs = 120_000;
const longestBusyMs = 3_600_000;
/** How long the words that it is back stand at least. */
const readMs = 800;

export function createRestoreBackup(
  { key, size }: Backup,
  { reload, wait = (ms) => new Promise((done) => setTimeout(done, ms)) }: Options,
): RestoreBackup {
  const state = proxy<RestoreState>({ file: 'checking', fault: '', phase: 'idle' });

  /** 'none': it gives no answer at all. A server that unpacks a backup is busy, and not yet away. */
  async function askHealth(): Promise<'free' | 'busy' | 'none'> {
    try {
      return (await api.canBackup()) ? 'free' : 'busy';
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // A late answer is no proof that it was away.
      const isThere = error.kind === 'timeout' || (error.kind === 'refused' && error.status < 502);
      return isThere ? 'busy' : 'none';
    }
  }

  /** A small server is away for too short a time to be sure of it by asking, so its connection is watched too. */
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
      // While it unpacks the time in which it has to start again stands still, but not for ever.
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
      state.phase = 'restoring';
      const enough = wait(reloadAfterMs);
      let hasBroken = false;
      const stop = onDisconnect(() => {
        hasBroken = true;
      });
      try {
        await api.restore(key);
        state.phase = await watchRestart(() => hasBroken);
      } catch (error) {
        state.phase = 'idle';
        report(error);
      } finally {
        stop();
      }
      if (state.phase !== 'back') return;
      await Promise.all([enough, wait(readMs)]);
      reload();
    },
  };
}
