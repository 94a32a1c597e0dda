import { useEffect } from 'react';
import * as connection from '../../state/connection';
import type { LoadingState } from '../../state/loading';

interface Loadable {
  state: LoadingState;
  load(): Promise<void>;
  /** Nothing is waited for any more. */
  close(): void;
}

/** Loads what is drawn once, and again when the server has come back after a failure; closes it in the end. */
export function useLoading(store: Loadable): void {
  useEffect(() => {
    void store.load();
    const stopWaiting = connection.onReturn(() => {
      if (store.state.status === 'failed') void store.load();
    });
    return () => {
      stopWaiting();
      store.close();
    };
  }, [store]);
}
