import { ref } from 'valtio/vanilla';
import { ApiError } from '../api/ApiError';
import { isShownInPlace, report } from './report';

/** How it goes with what a screen stands on. */
export interface LoadingState {
  status: 'loading' | 'ready' | 'failed';
  /** (ref) */
  loadError: ApiError | null;
}

export interface Loading {
  /** Also after a failure. What is shown stays until something newer is there; a read under way is given up. */
  load(): Promise<void>;
  cancel(): void;
}

/**
 * Reads what a form or a page stands on, and keeps in its state how that goes.
 *
 *   const loading = createLoading(state, (signal) => api.get(id, signal), show);
 *   await loading.load();
 */
export function createLoading<Value>(
  state: LoadingState,
  read: (signal: AbortSignal) => Promise<Value>,
  show: (value: Value) => void,
): Loading {
  let reading: AbortController | null = null;
  return {
    cancel: () => reading?.abort(),

    async load() {
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
        const isCall = error instanceof ApiError;
        // All reads are given up where the session ends, or the page is left.
        if (isCall && error.isAborted) return;
        report(error, { isSilent: isCall && isShownInPlace(error) });
        Object.assign(state, { status: 'failed', loadError: isCall ? ref(error) : null });
      }
    },
  };
}
