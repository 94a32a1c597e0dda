import { proxy, ref } from 'valtio/vanilla';
import { ApiError } from '../backend/ApiError';
import { cancel } from '../backend/client';
import * as logs from '../backend/logs';
import type { Log } from '../model/log';
import { createLoading, type LoadingState } from '../page/loading';
import { report } from '../page/report';
import * as toasts from '../page/toasts';

interface LogDetailState extends LoadingState {
  /** The log that was read last; stays until the next one is loaded. (ref) */
  log: Log | null;
  /** True if it could not be loaded and the error was shown. */
  isGone: boolean;
}

export function createLogDetail() {
  const state = proxy<LogDetailState>({
    log: null,
    isGone: false,
    status: 'loading',
    loadError: null,
  }) as LogDetailState;
  let wanted = '';
  const loading = createLoading(state, () => logs.get(wanted), show, fail);

  function show(log: Log): void {
    state.log = ref(log);
  }

  function fail(error: unknown): void {
    if (error instanceof ApiError) toasts.error(`Unable to load log with id "${wanted}"`);
    else report(error);
    state.isGone = true;
  }

  return {
    state,
    /** `row`: the log as its list has it, which is shown until it is read. */
    async open(id: string, row?: Log): Promise<void> {
      wanted = id;
      if (row) show(row);
      Object.assign(state, { status: 'loading', loadError: null, isGone: false });
      await loading.load();
    },
    close(): void {
      loading.cancel();
      cancel('log_view');
    },
  };
}
