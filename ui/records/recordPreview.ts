import { proxy, ref } from 'valtio/vanilla';
import { ApiError } from '../backend/ApiError';
import * as records from '../backend/records';
import type { FullRecord } from '../model/record';
import { displayText } from '../model/recordName';
import * as collections from '../page/collections';
import { createLoading, type LoadingState } from '../page/loading';
import type { Panels } from '../page/panels';
import { report } from '../page/report';
import * as toasts from '../page/toasts';
import { createRecordFiles } from './files/recordFiles';
import * as recentRecords from './recentRecords';

declare module '../page/panels' {
  interface Panels {
    recordPreview: { takes: { collectionId: string; recordId: string }; answers: null };
  }
}

/** If the collection does not exist, loading fails without an error. */
export interface RecordPreviewState extends LoadingState {
  record: FullRecord | null;
  /** The json fields as the server has written them. */
  sources: Readonly<Record<string, string>>;
  /** True if the record does not exist. Then a message was shown. */
  isGone: boolean;
}

export type RecordPreview = ReturnType<typeof createRecordPreview>;

/** A complete record that cannot be edited. */
export function createRecordPreview({ collectionId, recordId }: Panels['recordPreview']['takes']) {
  const collection = collections.find(collectionId);
  const files = createRecordFiles();
  const state = proxy<RecordPreviewState>({
    status: 'loading',
    loadError: null,
    record: null,
    sources: {},
    isGone: false,
  });
  const loading =
    collection &&
    createLoading(
      state,
      (signal) => records.get(collection, recordId, { signal }),
      ({ record, sources }) => {
        Object.assign(state, { record: ref(record), sources: ref(sources) });
        recentRecords.remember({ collectionId, id: record.id, label: displayText(record, collection) });
      },
      tellFailure,
    );

  async function open(): Promise<void> {
    state.isGone = false;
    if (!collection || !loading) {
      state.status = 'failed';
      return;
    }
    void files.prepare(collection);
    await loading.load();
  }

  function tellFailure(error: unknown): void {
    const isCall = error instanceof ApiError;
    state.isGone = isCall && error.status === 404;
    if (state.isGone) toasts.error(`Unable to load record with id "${recordId}"`);
    else report(error, { isSilent: isCall });
  }

  return {
    collection,
    state,
    files,
    open,
    close() {
      loading?.cancel();
    },
  };
}
