/** At most `max` code points of the text, and '...' behind them when something was cut off. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  // A code point is two units at most: these are enough to know, however long the text is.
  const points = Array.from(text.slice(0, 2 * max + 1));
  return points.length <= max ? text : `${points.slice(0, max).join('')}...`;
}

/** Without its end a part reaches to the end of the text, as in a browser; searching for it again and again would hang. */
const hiddenParts = /<!--[\s\S]*?(?:-->|$)|<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;
/** These stand inside a word; every other tag parts two words. */
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
 * HTML as one line of words. It is no parser and no sanitiser: use what it gives as text only, never as HTML.
 * Plain text such as 'a < b' comes through unharmed.
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

/** A key as a person would write it: 'my_provider' becomes 'My provider'. Other capitals stay. */
export function sentenceCase(text: string): string {
  const [first = '', ...others] = text.replace(/[\s_-]+/g, ' ').trim();
  return first.toUpperCase() + others.join('');
}

/** `84.2 KB`: in steps of 1,024, with at most two decimals. */
export function byteSize(bytes: number): string {
  const step = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), sizeUnits.length - 1);
  return `${Math.round((bytes / 1024 ** step) * 100) / 100} ${sizeUnits[step]}`;
}

const sizeUnits = ['B', 'KB', 'MB', 'GB'];

/** The bytes of a size such as `5 MB`, `1.5mb` or `20k`, by units of 1024; null for text without a unit. */
export function bytesOf(text: string): number | null {
  const [, count = '', unit = ''] = /^\s*(\d+(?:\.\d+)?)\s*([kmg]b?|b)\s*$/i.exec(text) ?? [];
  const step = sizeUnits.findIndex((name) => name.startsWith(unit.charAt(0).toUpperCase()));
  return unit === '' ? null : Math.round(Number(count) * 1024 ** step);
}
