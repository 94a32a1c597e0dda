// Backslashes are escaped, as servers from 0.22.50 on want it. Older ones find no text with a backslash.

/** Escapes a text for a comparison by `=` between double quotes. */
export function escapeText(text: string): string {
  return text.replace(/[\\"]/g, '\\$&');
}

/** Escapes a text for a search by `~`, where `%` and `_` lose their wildcard meaning. */
export function escapePattern(text: string): string {
  return text.replace(/[\\%_"]/g, (found) => (found === '\\' ? '\\\\\\\\' : `\\${found}`));
}

/** Writes a JSON number without an exponent, because filters know none. No digit changes. */
export function withoutExponent(source: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = ''] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(source) ?? [];
  if (exponent === '') return source;
  const point = whole.length + Number(exponent);
  const digits = (whole + fraction).padEnd(point, '0');
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return sign + digits.slice(0, point) + (digits.length > point ? `.${digits.slice(point)}` : '');
}
