import { printHash, type QueryChanges } from '../../platform/hash';
import type { OpenedBackup } from './openedBackup';

/** A file of this computer has no address of its own. */
export function backupHash({ isOnServer, name }: OpenedBackup, query: QueryChanges = {}): string {
  return printHash('/backup', { key: isOnServer ? name : undefined, ...query });
}
