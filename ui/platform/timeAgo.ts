const words = new Intl.RelativeTimeFormat('en');
const units = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/**
 * Returns `40 minutes ago`: the time from `time` to `now`, both in milliseconds since 1970, in the largest
 * whole unit. A future time, by a clock that is ahead, is `just now`.
 */
export function timeAgo(time: number, now: number): string {
  const passed = now - time;
  const [unit, size] = units.find(([, ms]) => passed >= ms) ?? [];
  return unit ? words.format(-Math.floor(passed / size), unit) : 'just now';
}
