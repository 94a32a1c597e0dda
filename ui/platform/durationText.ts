import { countOf } from './text';

const units = [
  { name: 'day', seconds: 86_400 },
  { name: 'hour', seconds: 3_600 },
  { name: 'minute', seconds: 60 },
  { name: 'second', seconds: 1 },
] as const;

/** Prints whole seconds as words: `14 days`, `1 hour 30 minutes`; '' for any other number. */
export function durationText(seconds: number): string {
  if (!Number.isSafeInteger(seconds) || seconds < 0) return '';
  let rest = seconds;
  const parts = units.flatMap(({ name, seconds: size }) => {
    const count = Math.floor(rest / size);
    rest %= size;
    return count > 0 ? [countOf(count, name)] : [];
  });
  return parts.join(' ') || '0 seconds';
}
