// Reads test/flaky.txt, the dated list of files that may fail once and pass at their second run.

export interface FlakyList {
  /** The reason of each listed file. */
  readonly reasons: ReadonlyMap<string, string>;
  /** The errors in the list, one sentence each. */
  readonly errors: readonly string[];
}

const longestDays = 30;
const dayMs = 86_400_000;

/** A line is `2026-01-31 browser/liveMode.test.ts reason`; a line that begins with # is a comment. */
export function readFlakyList(text: string, now: Date, exists: (name: string) => boolean): FlakyList {
  const reasons = new Map<string, string>();
  const errors: string[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const where = `test/flaky.txt, line ${at + 1}`;
    const [, date = '', name = '', reason = ''] = /^(\S+)\s+(\S+)\s+(\S.*)$/.exec(line) ?? [];
    const days = daysSince(date, now);
    if (reason === '') errors.push(`${where}: a line is a date, a file and a reason.`);
    else if (days === null) errors.push(`${where}: ${date} is no day.`);
    else if (days < 0) errors.push(`${where}: ${date} is in the future.`);
    else if (days > longestDays)
      errors.push(`${where}: ${name} is listed for more than ${longestDays} days. Mend it.`);
    else if (!exists(name)) errors.push(`${where}: there is no file test/${name}.`);
    else if (reasons.has(name)) errors.push(`${where}: ${name} is listed twice.`);
    else reasons.set(name, reason);
  }
  return { reasons, errors };
}

/** Returns the whole days from the date to now; null for an invalid date. */
function daysSince(date: string, now: Date): number | null {
  const start = /^\d{4}-\d{2}-\d{2}$/.test(date) ? new Date(`${date}T00:00:00Z`) : null;
  if (!start || Number.isNaN(start.getTime()) || start.toISOString().slice(0, 10) !== date) return null;
  return Math.floor((now.getTime() - start.getTime()) / dayMs);
}
