import { proxy } from 'valtio/vanilla';
import { ApiError } from '../../backend/ApiError';
import * as api from '../../backend/settings';
import type { FieldErrors } from '../../model/fieldErrors';
import type { SettingsOf } from '../../model/settings';
import * as writeLock from '../../page/session/writeLock';
import * as toasts from '../../page/toasts';
import { valueAt } from '../settingsChanges';
import { requiredErrors } from '../settingsRules';

/**
 * Tests whether the server reaches its S3 storage with the saved settings.
 *
 *   const check = createS3Check('storage');
 *   await check.run();                 // puts the result into the state
 *   await check.run({ savedToast })    // also reports a failure, in place of the toast that says "saved"
 *
 * A newer run replaces an older one.
 */
export type S3Check = ReturnType<typeof createS3Check>;

interface S3CheckState {
  status: 'none' | 'testing' | 'success' | 'failure';
  /** The server's reason for a failure; otherwise ''. */
  reason: string;
}

interface Run {
  /** The id of the message "saved" that a failure replaces. */
  savedToast?: number;
  /** Nobody asked for the test: while writes are locked, it is left out. */
  isBackground?: boolean;
}

const soonMs = 100;

type S3Filesystem = 'storage' | 'backups';

/** The words for the write lock, which the test needs because the server writes a file. */
const acts = {
  storage: { what: 'test the S3 storage of files', verb: 'test' },
  backups: { what: 'test the S3 storage of backups', verb: 'test' },
} as const;

export function createS3Check(filesystem: S3Filesystem) {
  const state = proxy<S3CheckState>({ status: 'none', reason: '' });
  let turn = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function run({ savedToast, isBackground = savedToast !== undefined }: Run = {}): Promise<void> {
    if (!isBackground && writeLock.isLocked() && !(await writeLock.ask(acts[filesystem]))) return;
    turn += 1;
    const mine = turn;
    Object.assign(state, { status: 'testing', reason: '' });
    try {
      await api.testS3(filesystem, { isBackground });
      if (mine === turn) state.status = 'success';
    } catch (error) {
      if (mine !== turn) return;
      if (error instanceof ApiError && error.kind === 'locked') {
        state.status = 'none';
        return;
      }
      Object.assign(state, { status: 'failure', reason: reasonOf(error) });
      if (savedToast === undefined) return;
      toasts.close(savedToast);
      toasts.warning('Successfully saved but failed to establish S3 connection.');
    }
  }

  return {
    state,
    run,

    /** Runs after a short delay, so that a slow storage does not block a page that was just drawn. */
    runSoon(): void {
      timer = setTimeout(() => void run({ isBackground: true }), soonMs);
    },

    /** Ignores a running test and resets the state. */
    stop(): void {
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

/** Returns the labels of the storage inputs, by path. `prefix` is the group of the storage. */
export function s3Labels(prefix: string, enabledLabel: string): Record<string, string> {
  const labels: Record<keyof SettingsOf<'storage'>['s3'], string> = {
    enabled: enabledLabel,
    endpoint: 'Endpoint',
    bucket: 'Bucket',
    region: 'Region',
    accessKey: 'Access key',
    secret: 'Secret',
    forcePathStyle: 'Force path-style addressing',
  };
  return Object.fromEntries(Object.entries(labels).map(([key, label]) => [`${prefix}.${key}`, label]));
}

/** Requires all values if the storage is on. */
export function s3Errors(values: object, prefix: string): FieldErrors {
  if (valueAt(values, `${prefix}.enabled`) !== true) return {};
  const keys = ['endpoint', 'bucket', 'region', 'accessKey', 'secret'];
  return requiredErrors(
    values,
    keys.map((key) => `${prefix}.${key}`),
  );
}
