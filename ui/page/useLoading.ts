import { useEffect } from 'react';
import type { LoadingState } from './loading';
import * as connection from './session/connection';

interface Loadable {
  state: LoadingState;
  load(): Promise<void>;
  /** Cancels a load. */
  close(): void;
}

/**
 * Loads the store when the component mounts, and again when the server is back after a failure. Closes it on
 * unmount.
 */
export function useLoading(store: Loadable): void {
  useRetryOnReturn(store.state, store.load);
  useEffect(() => {
    void store.load();
    return () => store.close();
  }, [store]);
}

/** Loads again when the server is back, if the last load failed. A cancelled one has failed without an error. */
export function useRetryOnReturn(
  state: Pick<LoadingState, 'loadError'> & Partial<LoadingState>,
  load: () => Promise<void>,
): void {
  useEffect(
    () => connection.retryOnReturn(() => state.loadError !== null || state.status === 'failed', load),
    [state, load],
  );
}
