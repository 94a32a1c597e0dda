const units = [
  { name: 'day', seconds: 86_400 },
  { name: 'hour', seconds: 3_600 },
  { name: 'minute', seconds: 60 },
  { name: 'second', seconds: 1 },
] as const;

/** Whole seconds as a person says them: `14 days`, `1 hour 30 minutes`; '' for what is no such number. */
export function durationText(seconds: number): string {
  if (!Number.isSafeInteger(seconds) || seconds < 0) return '';
  let rest = seconds;
  const parts = units.flatMap(({ name, seconds: size }) => {
    const count = Math.floor(rest / size);
    rest %= size;
    return count > 0 ? [`${count.toLocaleString('en-US')} ${name}${count === 1 ? '' : 's'}`] : [];
  });
  return parts.join(' ') || '0 seconds';
}
