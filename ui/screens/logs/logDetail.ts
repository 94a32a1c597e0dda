import { proxy, ref } from 'valtio/vanilla';
import { ApiError } from '../../api/ApiError';
import { cancel } from '../../api/client';
import * as logs from '../../api/logs';
import type { Log } from '../../model/log';
import { report } from '../../state/report';
import * as toasts from '../../state/toasts';

export interface LogDetailState {
  /** The log that was read last; stays until the next one is loaded. (ref) */
  log: Log | null;
  isLoading: boolean;
  /** True if it could not be loaded and the error was shown. */
  isGone: boolean;
}

/** One log, read by its id. */
export interface LogDetail {
  state: LogDetailState;
  open(id: string): Promise<void>;
  /** Cancels the request. */
  close(): void;
}

export function createLogDetail(): LogDetail {
  const state = proxy<LogDetailState>({ log: null, isLoading: true, isGone: false }) as LogDetailState;
  let wanted = '';

  async function open(id: string): Promise<void> {
    wanted = id;
    Object.assign(state, { isLoading: true, isGone: false });
    try {
      const log = await logs.get(id);
      if (wanted === id) Object.assign(state, { log: ref(log), isLoading: false });
    } catch (error) {
      fail(id, error);
    }
  }

  function fail(id: string, error: unknown): void {
    const isCall = error instanceof ApiError;
    if (wanted !== id || (isCall && error.isAborted)) return;
    if (isCall) toasts.error(`Unable to load log with id "${id}"`);
    else report(error);
    Object.assign(state, { isLoading: false, isGone: true });
  }

  function close(): void {
    wanted = '';
    cancel('log_view');
  }

  return { state, open, close };
}
