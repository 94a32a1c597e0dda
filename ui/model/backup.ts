import { boolean, type Infer, number, optional, string, type } from 'superstruct';
import { timeAgo } from '../base/dates';

export const Backup = type({ key: string(), size: number(), modified: string() });
export type Backup = Infer<typeof Backup>;

/** The response of `/api/health`. A newer server sends no `canBackup` to guests. */
export const Health = type({ data: type({ canBackup: optional(boolean()) }) });

/**
 * Returns a sentence for a question before data is deleted: `Latest backup: 3 days ago`. `now` is in
 * milliseconds since 1970.
 */
export function newestBackupAge(backups: readonly Backup[], now: number): string {
  const newest = newestTime(backups);
  return newest === null ? 'No backup yet' : `Latest backup: ${timeAgo(newest, now)}`;
}

/** Returns milliseconds since 1970, or null when there is no backup. */
export function newestTime(backups: readonly Backup[]): number | null {
  const times = backups.map(timeOf).filter(Number.isFinite);
  return times.length === 0 ? null : Math.max(...times);
}

/** Returns the creation time in milliseconds since 1970, or NaN when the server sends an unknown format. */
export function timeOf({ modified }: Backup): number {
  return Date.parse(modified.replace(' ', 'T'));
}
