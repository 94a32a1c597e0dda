import { proxy, ref } from 'valtio/vanilla';
import { ApiError } from '../../api/ApiError';
import * as records from '../../api/records';
import type { Collection } from '../../model/collection';
import type { FullRecord } from '../../model/record';
import { copyText } from '../../platform/clipboard';
import { indentJson } from '../../platform/jsonText';
import * as collections from '../../state/collections';
import type { Panels } from '../../state/panels';
import { report } from '../../state/report';
import * as session from '../../state/session';
import * as toasts from '../../state/toasts';
import { createRecordFiles, type RecordFiles } from './recordFiles';

export interface RecordPreviewState {
  status: 'loading' | 'ready' | 'failed';
  /** Null also when there is no such collection. (ref) */
  loadError: ApiError | null;
  /** (ref) */
  record: FullRecord | null;
  /** The json fields as the server wrote them. (ref) */
  sources: Readonly<Record<string, string>>;
  /** There is no such record, which was told. */
  isGone: boolean;
}

/** A record of a view, in full, to be read only. */
export interface RecordPreview {
  collection: Collection | undefined;
  state: RecordPreviewState;
  files: RecordFiles;
  open(): Promise<void>;
  /** The record as the server has it. */
  copyJson(): Promise<void>;
  close(): void;
}

export function createRecordPreview({
  collectionId,
  recordId,
}: Panels['recordPreview']['takes']): RecordPreview {
  const collection = collections.find(collectionId);
  const files = createRecordFiles();
  const state = proxy<RecordPreviewState>({
    status: 'loading',
    loadError: null,
    record: null,
    sources: {},
    isGone: false,
  }) as RecordPreviewState;
  let reading: AbortController | null = null;

  async function open(): Promise<void> {
    reading?.abort();
    const mine = new AbortController();
    reading = mine;
    Object.assign(state, { status: collection ? 'loading' : 'failed', loadError: null, isGone: false });
    if (!collection) return;
    void files.prepare(collection);
    try {
      const { record, sources } = await records.get(collection, recordId, { signal: mine.signal });
      if (mine.signal.aborted) return;
      Object.assign(state, { record: ref(record), sources: ref(sources), status: 'ready' });
    } catch (error) {
      if (!mine.signal.aborted) await fail(error, mine.signal);
    }
  }

  async function fail(error: unknown, signal: AbortSignal): Promise<void> {
    const isCall = error instanceof ApiError;
    // To a dead token a record looks as if it were gone.
    const isGone = isCall && error.status === 404 && (await session.confirm());
    if (signal.aborted) return;
    if (isGone) toasts.error(`Unable to load record with id "${recordId}"`);
    else report(error, { isSilent: isCall });
    Object.assign(state, { status: 'failed', loadError: isCall ? ref(error) : null, isGone });
  }

  return {
    collection,
    state,
    files,
    open,
    async copyJson() {
      try {
        const source = (await records.sourcesOf(collectionId, [recordId])).get(recordId);
        const isCopied = source !== undefined && (await copyText(indentJson(source)));
        if (isCopied) toasts.success('Copied the record to the clipboard.');
        else toasts.error('The record could not be copied.');
      } catch (error) {
        report(error);
      }
    },
    close() {
      reading?.abort();
    },
  };
}
