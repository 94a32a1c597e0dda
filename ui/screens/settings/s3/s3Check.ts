import { proxy } from 'valtio/vanilla';
import { ApiError } from '../../../api/ApiError';
import * as api from '../../../api/settings';
import * as toasts from '../../../state/toasts';

/**
 * Whether the server reaches its S3 storage, asked with the settings that are saved.
 *
 *   const check = createS3Check('storage');
 *   await check.run();                 // the state says what came of it
 *   await check.run({ savedToast })    // a failure is also told, in the place of the toast that says "saved"
 *
 * A newer run counts, the older one is forgotten.
 */
export interface S3Check {
  state: S3CheckState;
  run(options?: { savedToast?: number }): Promise<void>;
  /** A page that has just been drawn is not kept from answering by a slow storage. */
  runSoon(): void;
  /** No run is waited for any more; the state is as if none had been. */
  stop(): void;
}

export interface S3CheckState {
  status: 'none' | 'testing' | 'success' | 'failure';
  /** The server's words; '' unless it has failed. */
  reason: string;
}

const soonMs = 100;

export type S3Filesystem = 'storage' | 'backups';

export function createS3Check(filesystem: S3Filesystem): S3Check {
  const state = proxy<S3CheckState>({ status: 'none', reason: '' });
  let turn = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function run({ savedToast }: { savedToast?: number } = {}): Promise<void> {
    turn += 1;
    const mine = turn;
    Object.assign(state, { status: 'testing', reason: '' });
    try {
      await api.testS3(filesystem);
      if (mine === turn) state.status = 'success';
    } catch (error) {
      if (mine !== turn) return;
      Object.assign(state, { status: 'failure', reason: reasonOf(error) });
      if (savedToast === undefined) return;
      toasts.close(savedToast);
      toasts.warning('Successfully saved but failed to establish S3 connection.');
    }
  }

  return {
    state,
    run,

    runSoon() {
      timer = setTimeout(() => void run(), soonMs);
    },

    stop() {
      clearTimeout(timer);
      turn += 1;
      Object.assign(state, { status: 'none', reason: '' });
    },
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Something went wrong on this page. Reload it and try again.';
  return error.kind === 'timeout' ? 'S3 test connection timeout.' : error.message;
}
