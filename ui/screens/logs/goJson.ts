/** A value as the server stores it: no blanks, keys in order, and what means something in HTML is escaped. */
export function goJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(goJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const keys = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${keys.map(([key, item]) => `${goJson(key)}:${goJson(item)}`).join(',')}}`;
  }
  return (JSON.stringify(value) ?? 'null').replace(
    /[<>&\u2028\u2029]/g,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
