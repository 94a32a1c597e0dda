import { countOf } from './text';

const units = [
  { name: 'day', seconds: 86_400, shape: /^d(ays?)?$/ },
  { name: 'hour', seconds: 3_600, shape: /^h((ou)?rs?)?$/ },
  { name: 'minute', seconds: 60, shape: /^m(in(ute)?s?)?$/ },
  { name: 'second', seconds: 1, shape: /^s(ec(ond)?s?)?$/ },
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

const part = String.raw`(\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)\s*([a-z]+)`;
/** A longer text is no duration, and would exceed the stack of the regular expression. */
const longestText = 200;
const durationShape = new RegExp(`^${part}(?:\\s*${part})*$`);

/**
 * Parses a duration into seconds: `1209600`, `14d`, `1h 30m`, `2 minutes`. Null if it is no whole number of
 * seconds.
 */
export function secondsOf(text: string): number | null {
  const plain = text.trim().toLowerCase();
  if (plain.length > longestText) return null;
  if (!durationShape.test(plain)) return /^\d+$/.test(plain) ? whole(Number(plain)) : null;
  let seconds = 0;
  for (const [, count = '', word = ''] of plain.matchAll(new RegExp(part, 'g'))) {
    const unit = units.find(({ shape }) => shape.test(word));
    if (!unit) return null;
    seconds += Number(count.replaceAll(',', '')) * unit.seconds;
  }
  // Rounds, because 1.1 hours are computed as 3960.0000000000005 seconds.
  return whole(Number(seconds.toFixed(6)));
}

const whole = (seconds: number) => (Number.isSafeInteger(seconds) ? seconds : null);
