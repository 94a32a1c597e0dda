import { FileToken } from '../model/admin';
import { isMissing } from './ApiError';
import { pathSegment } from './addresses';
import { apiAddress, request, requestFile } from './client';

interface FileAddress {
  collectionId: string;
  recordId: string;
  name: string;
  /** The size of a thumbnail, for images only. `100x100` always exists. */
  thumb?: string | undefined;
  /** A short-lived token, needed for protected files only. */
  token?: string | undefined;
}

export function fileAddress({ collectionId, recordId, name, thumb, token }: FileAddress): string {
  const path = ['files', collectionId, recordId, name].map(pathSegment).join('/');
  return apiAddress(path, { thumb, token });
}

/** Requests a token for protected files that is valid for about two minutes. */
export async function requestToken(): Promise<string> {
  const { token } = await request('POST', 'files/token', { answer: FileToken });
  return token;
}

/**
 * Returns the size of a file without reading it; null if it cannot be downloaded. `bytes` is null if the size
 * is unknown.
 */
export async function readSize(address: string): Promise<{ bytes: number | null } | null> {
  try {
    return await requestFile('HEAD', address, {}, ({ headers }) => {
      const length = headers.get('Content-Length');
      return { bytes: length === null ? null : Number(length) };
    });
  } catch {
    return null;
  }
}

/** Reads a file. 'large' above `most` bytes; null if the server has no such file. */
export async function readContent(
  address: string,
  { most, signal }: { most: number; signal: AbortSignal },
): Promise<Blob | 'large' | null> {
  try {
    return await requestFile('GET', address, { signal }, async (response) => {
      if (Number(response.headers.get('Content-Length') ?? 0) > most) {
        void response.body?.cancel();
        return 'large';
      }
      const content = await response.blob();
      return content.size > most ? 'large' : content;
    });
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
