import * as api from '../api/backups';
import { downloadAddress } from '../platform/download';
import * as fileToken from './files/fileToken';
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
