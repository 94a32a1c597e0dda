import { boolean, type Infer, number, string, type } from 'superstruct';
import { timeAgo } from '../platform/timeAgo';

export const Backup = type({ key: string(), size: number(), modified: string() });
export type Backup = Infer<typeof Backup>;

/** What the server says of itself. */
export const Health = type({ data: type({ canBackup: boolean() }) });

/** For a question before something is lost: `Latest backup: 3 days ago`. `now` in milliseconds since 1970. */
export function newestBackupAge(backups: readonly Backup[], now: number): string {
  const newest = newestTime(backups);
  return newest === null ? 'No backup yet' : `Latest backup: ${timeAgo(newest, now)}`;
}

/** Milliseconds since 1970; null where there is none. */
export function newestTime(backups: readonly Backup[]): number | null {
  const times = backups.map(timeOf).filter(Number.isFinite);
  return times.length === 0 ? null : Math.max(...times);
}

/** When it was made, in milliseconds since 1970; NaN where the server says something else. */
export function timeOf({ modified }: Backup): number {
  return Date.parse(modified.replace(' ', 'T'));
}
