import { proxy, ref } from 'valtio/vanilla';
import * as listedRecords from '../../backend/listedRecords';
import type { ListedRecord } from '../../model/record';
import { createLoading, type LoadingState } from '../../page/loading';
import { report } from '../../page/report';

interface State extends LoadingState {
  /** Null until the first response. (ref) */
  rows: readonly ListedRecord[] | null;
}

/** The first rows of the stored query of a view. */
export function createViewRows(collectionId: string) {
  const state = proxy<State>({ status: 'loading', loadError: null, rows: null });
  const { load, cancel } = createLoading(
    state,
    (signal) => listedRecords.list(collectionId, { page: '1', perPage: '5' }, { signal }),
    ({ items }) => {
      state.rows = ref(items);
    },
    (error) => void report(error, { isSilent: true }),
  );
  return { state, load, close: cancel };
}
