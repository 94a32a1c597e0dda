import { proxy, ref } from 'valtio/vanilla';
import { ApiError } from '../../backend/ApiError';
import * as listedRecords from '../../backend/listedRecords';
import type { ListedRecord } from '../../model/record';
import { report, shownReason } from '../../page/report';

/** The first rows of a view, as the server makes them of the stored query. */
export function createViewRows() {
  const state = proxy<{ rows: readonly ListedRecord[] | null; error: string }>({ rows: null, error: '' });
  let reading = new AbortController();

  return {
    state,
    /** Ends the read before it. An error stays in the state. */
    async read(collectionId: string) {
      reading.abort();
      reading = new AbortController();
      const { signal } = reading;
      try {
        const { items } = await listedRecords.list(collectionId, { page: '1', perPage: '5' }, { signal });
        Object.assign(state, { rows: ref(items as ListedRecord[]), error: '' });
      } catch (error) {
        if (signal.aborted) return;
        report(error, { isSilent: true });
        state.error = error instanceof ApiError ? shownReason(error) : 'The rows could not be shown.';
      }
    },
    stop: () => reading.abort(),
  };
}
