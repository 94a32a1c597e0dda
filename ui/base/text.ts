/** Returns at most `max` code points of the text, with '...' if it was cut. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  // A code point has at most two units, so this part is enough for a text of any length.
  const points = Array.from(text.slice(0, 2 * max + 1));
  return points.length <= max ? text : `${points.slice(0, max).join('')}...`;
}

/**
 * An unclosed part extends to the end of the text, as in a browser; repeated searches for the end would hang.
 */
const hiddenParts = /<!--[\s\S]*?(?:-->|$)|<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;
/** These tags may occur inside a word; every other tag separates two words. */
const inlineTags = /<\/?(?:a|abbr|b|code|em|i|mark|s|small|span|strong|sub|sup|u)(?:\s[^<>]*)?>/gi;
const otherTags = /<[/!]?[a-z][^<>]*>/gi;

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&apos;': "'",
  '&nbsp;': ' ',
};

/**
 * Converts HTML to one line of words. This is no parser and no sanitizer: use the result as text only, never
 * as HTML. Plain text such as 'a < b' stays unchanged.
 */
export function plainText(html: string): string {
  return html
    .replace(hiddenParts, ' ')
    .replace(inlineTags, '')
    .replace(otherTags, ' ')
    .replace(/&(?:amp|lt|gt|quot|#39|apos|nbsp);/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim();
}

/** Converts a key to a label: 'my_provider' becomes 'My provider'. Other capitals stay. */
export function sentenceCase(text: string): string {
  const [first = '', ...others] = text.replace(/[\s_-]+/g, ' ').trim();
  return first.toUpperCase() + others.join('');
}

/** Made once: `toLocaleString` would make a new formatter for each number. */
const counts = new Intl.NumberFormat('en-US');

/** Prints `1,204`. */
export const printCount = (count: number): string => counts.format(count);

/** Prints `1 record` or `1,204 records`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${printCount(count)} ${count === 1 ? one : many}`;
}

/** Turns line breaks into spaces. Keeps the length of the text, so that a caret keeps its position. */
export function withoutBreaks(text: string): string {
  return text.replace(/\r\n?|\n/g, ' ');
}

/** Prints `84.2 KB`: in units of 1,024, or of 1,000 for a number that is round only in them. */
export function byteSize(bytes: number): string {
  const base = isRoundIn(1000, bytes) && !isRoundIn(1024, bytes) ? 1000 : 1024;
  let [size, step] = [bytes, 0];
  for (; Math.round(size * 10) >= 10_000 && step < sizeUnits.length - 1; step += 1) size /= base;
  return `${Math.round(size * 10) / 10} ${sizeUnits[step]}`;
}

/** True if the number of bytes has at most one decimal in its unit. */
function isRoundIn(base: number, bytes: number): boolean {
  let tenths = bytes * 10;
  while (tenths >= base * 10) tenths /= base;
  return Number.isInteger(tenths);
}

const sizeUnits = ['B', 'KB', 'MB', 'GB'];

/**
 * Parses a size such as `5 MB`, `1.5mb` or `20k` into bytes, by units of 1,024; null for text without a unit.
 */
export function bytesOf(text: string): number | null {
  const [, count = '', unit = ''] = /^\s*(\d+(?:\.\d+)?)\s*([kmg]b?|b)\s*$/i.exec(text) ?? [];
  const step = sizeUnits.findIndex((name) => name.startsWith(unit.charAt(0).toUpperCase()));
  return unit === '' ? null : Math.round(Number(count) * 1024 ** step);
}

/** A text of which some parts are code. */
export type Words = readonly (string | { readonly code: string })[];

export function codeWords(codes: readonly string[]): Words {
  return codes.flatMap((code, at) => (at === 0 ? [{ code }] : [', ', { code }]));
}
