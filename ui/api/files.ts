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

/** What the server says of a file before it sends it; null when it cannot be had. `bytes` is null where it does not say. */
export async function headOf(address: string): Promise<{ bytes: number | null } | null> {
  try {
    const { ok, headers } = await fetch(address, { method: 'HEAD' });
    const length = headers.get('Content-Length');
    return ok ? { bytes: length === null ? null : Number(length) } : null;
  } catch {
    return null;
  }
}
