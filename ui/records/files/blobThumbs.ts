import { proxy } from 'valtio/vanilla';
import { isImageName } from '../../model/file';
import type { AnyRecord } from '../../model/record';

/** A record may have hundreds of files. */
const mostPictures = 20;
/** In bytes. The browser decodes the whole picture, even for a small thumbnail. */
const largestThumb = 5 * 1024 * 1024;

export type BlobThumbs = ReturnType<typeof createBlobThumbs>;

/** Thumbnails of files that are not on the server. `read` returns null for a file that gets an icon. */
export function createBlobThumbs(read: (recordId: string, name: string) => Promise<Blob | null>) {
  const addresses = new Map<string, string | undefined>();
  const state = proxy({ fileToken: '' });
  let isClosed = false;

  async function load(key: string, recordId: string, name: string): Promise<void> {
    // An unreadable file gets its icon. Its download shows the error.
    const blob = await read(recordId, name).catch(() => null);
    if (isClosed) return;
    addresses.set(key, blob && blob.size <= largestThumb ? URL.createObjectURL(blob) : undefined);
    state.fileToken = `${state.fileToken}+`;
  }

  return {
    /** A new token for each picture, so that the thumbnails render again. */
    state,

    thumbAddress({ id }: AnyRecord, name: string): string | undefined {
      if (!isImageName(name)) return undefined;
      const key = `${id}/${name}`;
      if (!addresses.has(key)) {
        if (addresses.size >= mostPictures) return undefined;
        addresses.set(key, '');
        void load(key, id, name);
      }
      return addresses.get(key);
    },

    renewToken: async () => {},

    /** Frees the pictures. */
    close(): void {
      isClosed = true;
      for (const address of addresses.values()) if (address) URL.revokeObjectURL(address);
      addresses.clear();
    },
  };
}
