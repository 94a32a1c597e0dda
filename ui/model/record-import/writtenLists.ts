import { checkJson, sliceItems } from '../../platform/jsonText';
import type { ListSeparator } from './columnPlan';

/**
 * Returns the text that a JSON source means: of a string its letters, of a number or a word its source. Null for
 * an array or an object.
 */
export function textOfSource(source: string): string | null {
  if (source.startsWith('"')) return JSON.parse(source) as string;
  return /^[[{]/.test(source) ? null : source;
}

/** Returns the values of a JSON array of texts, without the empty ones; null for any other text. */
export function itemsOfArray(text: string): string[] | null {
  const json = text.trim();
  if (!json.startsWith('[') || checkJson(json) !== null) return null;
  const items = sliceItems(json, []).map(textOfSource);
  return items.some((item) => item === null)
    ? null
    : (items.filter((item) => item !== null && item !== '') as string[]);
}

/** Returns the values of a cell; null for a broken array. A text that is no array is one value. */
export function splitList(text: string, separator: ListSeparator): string[] | null {
  if (separator === 'json' && text.trim().startsWith('[')) return itemsOfArray(text);
  const parts = separator === 'json' ? [text] : text.split(separator);
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** Chooses the separator that gives most cells with known values only, then the one that most cells contain. */
export function guessListSeparator(
  texts: readonly string[],
  isKnown: (item: string) => boolean,
): ListSeparator {
  if (texts.length === 0 || texts.some((text) => itemsOfArray(text) !== null)) return 'json';
  const used = ([';', '|', ','] as const).filter((separator) =>
    texts.some((text) => text.includes(separator)),
  );
  if (used.length === 0) return ',';
  const ranked = [...used, 'json' as const].map((separator) => ({
    separator,
    known: texts.filter((text) => splitList(text, separator)?.every(isKnown)).length,
    cells: texts.filter((text) => text.includes(separator)).length,
  }));
  const [best] = ranked.sort((a, b) => b.known - a.known || b.cells - a.cells);
  return best?.separator ?? ',';
}
