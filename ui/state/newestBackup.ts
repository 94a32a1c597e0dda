import * as backups from '../api/backups';
import { newestBackupAge } from '../model/backup';

/** How old the newest backup is, as a sentence without its end; '' where that cannot be learned. */
export async function newestBackupLine(): Promise<string> {
  try {
    return newestBackupAge(await backups.list(), Date.now());
  } catch {
    return '';
  }
}
