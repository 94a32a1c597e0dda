import { FileToken } from '../model/session';
import { apiAddress, request } from './client';
import { pathSegment } from './pathSegment';

interface FileAddress {
  collectionId: string;
  recordId: string;
  name: string;
  /** `100x100` is always there; images only. */
  thumb?: string | undefined;
  /** Needed for protected files only, and short-lived. */
  token?: string | undefined;
}

export function fileAddress({ collectionId, recordId, name, thumb, token }: FileAddress): string {
  const path = ['files', collectionId, recordId, name].map(pathSegment).join('/');
  return apiAddress(path, { thumb, token });
}

/** A token that opens protected files for about two minutes. */
export async function requestToken(): Promise<string> {
  const { token } = await request('POST', 'files/token', { answer: FileToken });
  return token;
}
