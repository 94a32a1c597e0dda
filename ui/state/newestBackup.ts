import * as backups from '../api/backups';
import { newestBackupAge } from '../model/backup';
import { report } from './report';
import * as toasts from './toasts';

/** How old the newest backup is, as a sentence without its end; '' where that cannot be learned. */
export async function newestBackupLine(): Promise<string> {
  try {
    return newestBackupAge(await backups.list(), Date.now());
  } catch {
    return '';
  }
}

/** Ends when it is made, or has failed, which is told. */
export async function makeBackup(): Promise<void> {
  try {
    await backups.create('');
    toasts.success('Successfully generated new backup.');
  } catch (error) {
    report(error);
  }
}
