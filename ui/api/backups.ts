import { Backup, Health } from '../model/backup';
import { pathSegment } from './addresses';
import { apiAddress, request, requestFile, requestRows, upload as send } from './client';
import { healthOptions } from './health';
import { unreadableError } from './responses';

export function list(): Promise<Backup[]> {
  return requestRows('backups', Backup);
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

/** False while a backup or a restore is running. */
export async function canBackup(): Promise<boolean> {
  const { data } = await request('GET', 'health', { ...healthOptions, answer: Health });
  return data.canBackup;
}

/** Can the file be downloaded? */
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
export function readBytes(address: string, from: number, length: number): Promise<Uint8Array> {
  const range = `bytes=${from}-${from + length - 1}`;
  return requestFile('GET', address, { range, cache: 'no-store' }, async (response) => {
    if (response.status === 206) return new Uint8Array(await response.arrayBuffer());
    throw unreadableError(address, 'the whole file came instead of a part', response.status);
  });
}
