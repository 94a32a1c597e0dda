import { proxy } from 'valtio/vanilla';
import { ApiError } from '../../api/ApiError';
import * as files from '../../api/files';
import { type Collection, hasProtectedFile } from '../../model/collection';
import type { AnyRecord } from '../../model/record';
import * as fileToken from '../../state/fileToken';
import { needsToken } from './needsToken';

const tokenAskedEveryMs = 20_000;

/** The addresses of a collection's files, for pictures that are drawn at once and links that are opened later. */
export interface RecordFiles {
  /** Opens protected files; '' while there is none. */
  state: { fileToken: string };
  /** Asks for the token where the collection's files may need one. */
  prepare(collection: Collection): Promise<void>;
  /** A file did not load: the token may have run out. */
  renewToken(): Promise<void>;
  /** The small picture of a file; '' while it needs a token that is not there. */
  thumbAddress(record: AnyRecord, name: string, collection: Collection): string;
}

export function createRecordFiles(): RecordFiles {
  const state = proxy({ fileToken: '' });
  let tokenAskedAt = 0;

  async function renewToken(): Promise<void> {
    // A file that is gone fails with any token.
    if (Date.now() - tokenAskedAt < tokenAskedEveryMs) return;
    tokenAskedAt = Date.now();
    try {
      state.fileToken = await fileToken.get();
    } catch (error) {
      // The pictures themselves will show that they are missing.
      if (!(error instanceof ApiError)) throw error;
      console.warn('Could not get a file token.', error.message);
    }
  }

  return {
    state,
    renewToken,
    async prepare(collection) {
      if (hasProtectedFile(collection)) await renewToken();
    },
    thumbAddress(record, name, collection) {
      const token = needsToken(record, name, collection) ? state.fileToken : undefined;
      if (token === '') return '';
      return files.fileAddress({
        collectionId: collection.id,
        recordId: record.id,
        name,
        thumb: '100x100',
        token,
      });
    },
  };
}
