import type { StreamSource } from '../base/byteSource';
import { Backup, Health } from '../model/backup';
import { pathSegment } from './addresses';
import { apiAddress, request, requestFile, requestRows } from './client';
import { isNewer } from './dialect';
import { healthOptions } from './health';
import { unreadableError } from './responses';
import { upload as send } from './upload';

export function list(signal?: AbortSignal): Promise<Backup[]> {
  return requestRows('backups', Backup, { signal });
}

/** Resolves when the backup is complete, which may take minutes. A name of '' lets the server choose one. */
export function create(name: string): Promise<void> {
  return request('POST', 'backups', { body: name === '' ? {} : { name } });
}

/** The file keeps its name. */
export async function upload(file: File, onProgress: (share: number) => void): Promise<void> {
  const form = new FormData();
  form.append('file', file);
  await send('POST', 'backups/upload', { form, onProgress });
}

export function remove(key: string): Promise<void> {
  return request('DELETE', `backups/${pathSegment(key)}`);
}

/** The server responds at once. About a second later it restarts, if the backup is valid. */
export function restore(key: string): Promise<void> {
  return request('POST', `backups/${pathSegment(key)}/restore`);
}

/** Returns the download URL with an admin's file token. */
export function backupAddress(key: string, token: string): string {
  return apiAddress(`backups/${pathSegment(key)}`, { token });
}

/** False while a backup or a restore is running. A server that has restored other admins does not know this session. */
export async function canBackup(): Promise<boolean> {
  // A newer server says it to admins only.
  const { data } = await request('GET', 'health', { ...healthOptions, asGuest: !isNewer(), answer: Health });
  return data.canBackup ?? true;
}

export async function isReadable(address: string): Promise<boolean> {
  try {
    return await requestFile('GET', address, { range: 'bytes=0-0', cache: 'no-store' }, ({ body }) => {
      // A proxy may ignore the range and send the whole file, so cancel the download.
      void body?.cancel();
      return true;
    });
  } catch {
    return false;
  }
}

/** Bypasses the browser's cache, which would keep a replaced file for a month. */
export function readBytes(
  address: string,
  from: number,
  length: number,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  return requestRange(address, from, length, { signal }, async (response) => {
    return new Uint8Array(await response.arrayBuffer());
  });
}

/**
 * Reads a backup on the server in parts. `freshAddress` gives a URL for each request, because the token in it
 * soon expires.
 */
export function rangeSource(size: number, freshAddress: () => Promise<string>): StreamSource {
  return {
    size,
    read: async (from, length, signal) => readBytes(await freshAddress(), from, length, signal),
    async stream(from, length, consume, signal) {
      const address = await freshAddress();
      return requestRange(address, from, length, { signal, isBackground: true }, async ({ body }) => {
        if (!body) throw unreadableError(address, 'no content came');
        return consume(body);
      });
    },
  };
}

interface RangeOptions {
  signal?: AbortSignal | undefined;
  isBackground?: boolean;
}

function requestRange<T>(
  address: string,
  from: number,
  length: number,
  options: RangeOptions,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const range = `bytes=${from}-${from + length - 1}`;
  return requestFile('GET', address, { range, cache: 'no-store', ...options }, async (response) => {
    if (response.status === 206) return read(response);
    void response.body?.cancel();
    throw unreadableError(address, 'the whole file came instead of a part', response.status);
  });
}
