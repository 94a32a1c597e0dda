import { Backup, Health } from '../model/backup';
import { apiAddress, request, requestRows, upload as send } from './client';
import { pathSegment } from './pathSegment';

export function list(): Promise<Backup[]> {
  return requestRows('backups', Backup);
}

/** Comes to its end when the backup is made, which may take minutes. '': the server names it. */
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

/** The server says yes at once; about a second later it starts again, if the backup is any good. */
export function restore(key: string): Promise<void> {
  return request('POST', `backups/${pathSegment(key)}/restore`);
}

/** Where it can be downloaded, by the file token of an admin. */
export function backupAddress(key: string, token: string): string {
  return apiAddress(`backups/${pathSegment(key)}`, { token });
}

const answersWithinMs = 5000;

/** False while a backup or a restore is under way. */
export async function canBackup(): Promise<boolean> {
  const { data } = await request('GET', 'health', {
    asGuest: true,
    timeoutMs: answersWithinMs,
    answer: Health,
  });
  return data.canBackup;
}

/** Whether the server gives the file at all. */
export async function isReadable(address: string): Promise<boolean> {
  try {
    const answer = await fetch(address, { headers: { Range: 'bytes=0-0' }, cache: 'no-store' });
    // A proxy may give the whole of it.
    void answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

/** Some bytes of the file. Never from the browser's cache, which would keep a replaced one for a month. */
export async function readBytes(address: string, from: number, length: number): Promise<Uint8Array> {
  const range = `bytes=${from}-${from + length - 1}`;
  const answer = await fetch(address, { headers: { Range: range }, cache: 'no-store' });
  if (answer.status !== 206) throw new Error(`The server answers ${answer.status} to a range of a backup.`);
  return new Uint8Array(await answer.arrayBuffer());
}
