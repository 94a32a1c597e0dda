const units = [
  { seconds: 86_400, shape: /^d(ays?)?$/ },
  { seconds: 3_600, shape: /^h((ou)?rs?)?$/ },
  { seconds: 60, shape: /^m(in(ute)?s?)?$/ },
  { seconds: 1, shape: /^s(ec(ond)?s?)?$/ },
] as const;

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
  // 1.1 hours are 3960.0000000000005 seconds.
  return whole(Number(seconds.toFixed(6)));
}

const whole = (seconds: number) => (Number.isSafeInteger(seconds) ? seconds : null);
