import { FileToken } from '../model/admin';
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
