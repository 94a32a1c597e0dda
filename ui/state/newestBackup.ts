import * as backups from '../api/backups';
import { newestBackupAge } from '../model/backup';
import * as writeLock from './environment/writeLock';
import { report } from './report';
import * as toasts from './toasts';

/** Returns the age of the newest backup as a sentence without its end; '' when it is unknown. */
export async function newestBackupLine(): Promise<string> {
  try {
    return newestBackupAge(await backups.list(), Date.now());
  } catch {
    return '';
  }
}

/** Resolves after the backup was created or has failed; reports a failure. */
export async function makeBackup(): Promise<void> {
  if (!(await writeLock.ask({ what: 'make a backup', verb: 'make it' }))) return;
  try {
    await backups.create('');
    toasts.success('Successfully generated new backup.');
  } catch (error) {
    report(error);
  }
}
