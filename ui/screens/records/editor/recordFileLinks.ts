import { ApiError } from '../../../api/ApiError';
import * as files from '../../../api/files';
import { fieldOf } from '../../../model/collection';
import { isProtected } from '../../../model/field';
import { fieldValue, listOf } from '../../../model/record';
import * as fileToken from '../../../state/fileToken';
import type { EditorCore } from './editorCore';

const renewedEveryMs = 20_000;

/** Where the stored files of the record are. */
export function createFileLinks({ state }: EditorCore) {
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

  /** One call, and none where no protected file is shown. The pictures themselves show that they are missing. */
  async function loadToken(): Promise<void> {
    const { collection, record } = state;
    const shown = collection?.schema.filter(isProtected) ?? [];
    if (!record || !shown.some(({ name }) => listOf(fieldValue(record, name)).length > 0)) return;
    try {
      state.fileToken = await fileToken.get();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      console.warn('Could not get a file token.', error.message);
    }
  }

  return {
    loadToken,

    /** A picture of the field did not load: its token may have run out. A file that is gone fails with any token. */
    async renewToken(name: string): Promise<void> {
      if (!isProtectedAt(name) || Date.now() - renewedAt < renewedEveryMs) return;
      renewedAt = Date.now();
      await loadToken();
    },

    fileAddress: (name: string, file: string, { thumb }: { thumb?: string | undefined } = {}) =>
      addressOf(name, file, thumb, state.fileToken),

    /** For a link that is followed now: tokens live for two minutes. */
    async freshFileAddress(name: string, file: string): Promise<string> {
      if (isProtectedAt(name)) await loadToken();
      return addressOf(name, file, undefined, state.fileToken);
    },
  };
}
