import * as files from '../../backend/files';
import { listOf } from '../../base/lists';
import { type Collection, fieldOf } from '../../model/collection';
import { type AnyRecord, fieldValue } from '../../model/record';
import { isProtected } from '../../model/types/fieldTypes';
import * as fileToken from '../../page/session/fileToken';

const renewedEveryMs = 20_000;

interface LinkedRecord {
  collection: Collection | null;
  recordId: string | null;
  stored: { readonly record: AnyRecord } | null;
  fileToken: string;
}

/** Makes the URLs of a record's files, and keeps their token in the state. */
export function createFileLinks(state: LinkedRecord) {
  let renewedAt = Number.NEGATIVE_INFINITY;

  const isProtectedAt = (name: string) => {
    const field = state.collection ? fieldOf(state.collection, name) : undefined;
    return field !== undefined && isProtected(field);
  };

  function addressOf(name: string, file: string, thumb: string | undefined, token: string): string {
    return files.fileAddress({
      collectionId: state.collection?.id ?? '',
      recordId: state.recordId ?? '',
      name: file,
      thumb,
      token: isProtectedAt(name) ? token : undefined,
    });
  }

  /** Reads a token if the record has protected files. On an error, the thumbnails stay empty. */
  async function loadToken(): Promise<void> {
    const { collection, stored } = state;
    const shown = collection?.schema.filter(isProtected) ?? [];
    if (!stored || !shown.some(({ name }) => listOf(fieldValue(stored.record, name)).length > 0)) return;
    state.fileToken = (await fileToken.getForThumbs()) ?? state.fileToken;
  }

  return {
    loadToken,

    /**
     * A thumbnail has failed to load, so its token may have expired. A deleted file always fails, so requests are
     * limited.
     */
    async renewToken(name: string): Promise<void> {
      if (!isProtectedAt(name) || Date.now() - renewedAt < renewedEveryMs) return;
      renewedAt = Date.now();
      await loadToken();
    },

    fileAddress: (name: string, file: string, { thumb }: { thumb?: string | undefined } = {}) =>
      addressOf(name, file, thumb, state.fileToken),

    /** Returns an address with a new token, because tokens are valid for two minutes. */
    async freshFileAddress(name: string, file: string): Promise<string> {
      if (isProtectedAt(name)) await loadToken();
      return addressOf(name, file, undefined, state.fileToken);
    },
  };
}
