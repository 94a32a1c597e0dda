import { useEffect } from 'react';
import * as connection from './connection';
import type { LoadingState } from './loading';

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
  useEffect(() => {
    void store.load();
    const stopWaiting = connection.retryOnReturn(() => store.state.status === 'failed', store.load);
    return () => {
      stopWaiting();
      store.close();
    };
  }, [store]);
}
