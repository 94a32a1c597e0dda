import { type Infer, number, string, type } from 'superstruct';

export const Backup = type({ key: string(), size: number(), modified: string() });
export type Backup = Infer<typeof Backup>;

/** For a question before something is lost: `Newest backup: 3 days old`. `now` in milliseconds since 1970. */
export function newestBackupAge(backups: readonly Backup[], now: number): string {
  const times = backups.map(({ modified }) => Date.parse(modified.replace(' ', 'T'))).filter(Number.isFinite);
  if (times.length === 0) return 'No backup yet';
  return `Newest backup: ${ageOf(now - Math.max(...times))} old`;
}

const hourMs = 3_600_000;

function ageOf(ms: number): string {
  const hours = Math.floor(ms / hourMs);
  if (hours < 1) return 'less than an hour';
  if (hours < 48) return hours === 1 ? '1 hour' : `${hours} hours`;
  return `${Math.floor(hours / 24)} days`;
}
