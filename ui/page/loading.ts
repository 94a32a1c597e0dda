import { ref } from 'valtio/vanilla';
import { ApiError } from '../backend/ApiError';
import { isShownInPlace, report } from './report';

export interface LoadingState {
  status: 'loading' | 'ready' | 'failed';
  /** Null after a cancelled read or a bug, which have no reason to show. (ref) */
  loadError: ApiError | null;
}

/**
 * Reads the data that a form or a page needs, and keeps the status in its state.
 *
 *   const loading = createLoading(state, (signal) => api.get(id, signal), show);
 *   await loading.load();
 */
export function createLoading<Value>(
  state: LoadingState,
  read: (signal: AbortSignal) => Promise<Value>,
  show: (value: Value) => void,
  tell: (error: unknown) => void | Promise<void> = reportUnlessShown,
) {
  let reading: AbortController | null = null;
  return {
    cancel: (): void => reading?.abort(),

    /**
     * Loads, also after a failure. The old data stays until the new data arrives; a running load is cancelled.
     */
    async load(): Promise<void> {
      reading?.abort();
      reading = new AbortController();
      const { signal } = reading;
      if (state.status === 'failed') Object.assign(state, { status: 'loading', loadError: null });
      try {
        const value = await read(signal);
        if (signal.aborted) return;
        show(value);
        Object.assign(state, { status: 'ready', loadError: null });
      } catch (error) {
        if (signal.aborted) return;
        // The end of the session cancels all reads. A message would say nothing new, but the status `failed` lets the
        // page read again after the sign-in.
        const isCancelled = error instanceof ApiError && error.isAborted;
        if (!isCancelled) await tell(error);
        if (signal.aborted) return;
        const hasReason = error instanceof ApiError && !isCancelled;
        Object.assign(state, { status: 'failed', loadError: hasReason ? ref(error) : null });
      }
    },
  };
}

export function reportUnlessShown(error: unknown): void {
  report(error, { isSilent: error instanceof ApiError && isShownInPlace(error) });
}
