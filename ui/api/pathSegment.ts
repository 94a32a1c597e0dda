/**
 * A text as one part of a path. A plain escape does not do for a text such as `50%25`: the server reads a path
 * twice when every escape in it is one that it would have written itself. So such a text has all bytes escaped.
 */
export function pathSegment(text: string): string {
  if (!text.includes('%')) return encodeURIComponent(text);
  const bytes = new TextEncoder().encode(text);
  return Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}
