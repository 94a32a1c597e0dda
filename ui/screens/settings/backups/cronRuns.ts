import { Cron } from 'croner';

/** The next runs of an expression without a fault; fewer where there are no more, such as of February 31. */
export function nextRuns(cron: string, count: number, from: Date): Date[] {
  try {
    // Unlike in other crons, day of the month and day of the week must both fit.
    return new Cron(cron.trim(), { timezone: 'UTC', domAndDow: true, paused: true }).nextRuns(count, from);
  } catch {
    return [];
  }
}
