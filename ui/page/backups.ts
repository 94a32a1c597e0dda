import * as api from '../backend/backups';
import { downloadAddress } from '../base/download';
import { newestBackupAge } from '../model/backup';
import { perform } from './perform';
import * as fileToken from './session/fileToken';
import * as toasts from './toasts';

/** Lets the browser download a backup. Returns false, and says so, if the server does not give it. */
export async function downloadBackup(key: string): Promise<boolean> {
  const address = api.backupAddress(key, await fileToken.get());
  // A browser shows no clear error for a refused download, so check the URL first.
  if (!(await api.isReadable(address))) {
    toasts.error(`Could not download ${key}. It may have been deleted, or the server is unreachable.`);
    return false;
  }
  downloadAddress(key, address);
  return true;
}

let chosen: File | null = null;

/** Keeps the backup file that a person chose from this computer, until the page that reads it takes it. */
export function keepChosen(file: File): void {
  chosen = file;
}

export function takeChosen(): File | null {
  const file = chosen;
  chosen = null;
  return file;
}

/** Returns the age of the newest backup as a sentence without a full stop; '' when it is unknown. */
export async function newestBackupLine(): Promise<string> {
  try {
    return newestBackupAge(await api.list(), Date.now());
  } catch {
    return '';
  }
}

/** Resolves after the backup was created or has failed; reports a failure. */
export const makeBackup = (): Promise<boolean> =>
  perform({
    what: 'make a backup',
    verb: 'make it',
    run: () => api.create(''),
    done: 'Successfully generated new backup.',
  });
