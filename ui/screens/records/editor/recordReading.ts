import { ref } from 'valtio/vanilla';
import { ApiError } from '../../../api/ApiError';
import * as records from '../../../api/records';
import type { Collection } from '../../../model/collection';
import { report } from '../../../state/report';
import * as session from '../../../state/session';
import * as toasts from '../../../state/toasts';
import type { RecordEditorState } from './editorCore';

type Show = (collection: Collection, answer: records.RecordAnswer) => void;

/** Reads the record that an editor opens; a failure stands in the state. */
export function createRecordReading(state: RecordEditorState, show: Show) {
  let current: AbortController | null = null;

  async function failed(error: unknown, id: string, signal: AbortSignal): Promise<void> {
    const isCall = error instanceof ApiError;
    // To a dead token a record looks as if it were gone.
    const isGone = isCall && error.status === 404 && (await session.confirm({ isFresh: true }));
    if (isGone) toasts.error(`Unable to load record with id "${id}"`);
    else report(error, { isSilent: isCall });
    if (!signal.aborted) Object.assign(state, { status: 'failed', loadError: isCall ? ref(error) : null });
  }

  return {
    async read(collection: Collection, id: string): Promise<void> {
      const controller = new AbortController();
      const { signal } = controller;
      current = controller;
      Object.assign(state, { status: 'loading', loadError: null });
      try {
        const answer = await records.get(collection, id, { signal });
        if (!signal.aborted) show(collection, answer);
      } catch (error) {
        if (!signal.aborted) await failed(error, id, signal);
      }
    },
    cancel: () => current?.abort(),
  };
}
