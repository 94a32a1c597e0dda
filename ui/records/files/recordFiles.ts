import { proxy } from 'valtio/vanilla';
import * as files from '../../backend/files';
import type { Collection } from '../../model/collection';
import { hasProtectedFile, needsToken } from '../../model/file';
import type { AnyRecord } from '../../model/record';
import * as fileToken from '../../page/session/fileToken';

const tokenAskedEveryMs = 20_000;

export type RecordFiles = ReturnType<typeof createRecordFiles>;

/** The URLs of the files of a collection. */
export function createRecordFiles() {
  const state = proxy({ fileToken: '' });
  let tokenAskedAt = 0;

  async function renewToken(): Promise<void> {
    // A deleted file fails with any token, so limit the requests.
    if (Date.now() - tokenAskedAt < tokenAskedEveryMs) return;
    tokenAskedAt = Date.now();
    state.fileToken = (await fileToken.getForThumbs()) ?? state.fileToken;
  }

  return {
    /** The token for protected files; '' if there is none. */
    state,
    /** Called when a file has failed to load: the token may have expired. */
    renewToken,
    /** Reads a token if the files of the collection may need one. */
    async prepare(collection: Collection) {
      if (hasProtectedFile(collection)) await renewToken();
    },
    /** Returns '' while a token is missing. */
    thumbAddress(record: AnyRecord, name: string, collection: Collection | undefined): string {
      const token = needsToken(record, name, collection) ? state.fileToken : undefined;
      if (token === '') return '';
      return files.fileAddress({
        collectionId: record.collectionId ?? collection?.id ?? '',
        recordId: record.id,
        name,
        thumb: '100x100',
        token,
      });
    },
  };
}
