import { boolean, type Infer, number, string, type } from 'superstruct';

export const Backup = type({ key: string(), size: number(), modified: string() });
export type Backup = Infer<typeof Backup>;

/** What the server says of itself. */
export const Health = type({ data: type({ canBackup: boolean() }) });

/** For a question before something is lost: `Newest backup: 3 days old`. `now` in milliseconds since 1970. */
export function newestBackupAge(backups: readonly Backup[], now: number): string {
  const newest = newestTime(backups);
  return newest === null ? 'No backup yet' : `Newest backup: ${ageOf(now - newest)} old`;
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

const hourMs = 3_600_000;

/** Of so many milliseconds: `5 hours`, `3 days`. */
export function ageOf(ms: number): string {
  const hours = Math.floor(ms / hourMs);
  if (hours < 1) return 'less than an hour';
  if (hours < 48) return hours === 1 ? '1 hour' : `${hours} hours`;
  return `${Math.floor(hours / 24)} days`;
}
