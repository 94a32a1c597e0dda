export function movedItem<T>(list: readonly T[], from: number, to: number): T[] {
  const others = list.filter((_, index) => index !== from);
  return [...others.slice(0, to), ...list.slice(from, from + 1), ...others.slice(to)];
}

/** Returns `a`, `a and b`, or `a, b and c`. */
export function joinWords(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** Compares items by their ISO dates, the newest first. */
export const newestFirst =
  <T>(dateOf: (item: T) => string) =>
  (one: T, other: T): number => {
    const [a, b] = [dateOf(one), dateOf(other)];
    return a === b ? 0 : a < b ? 1 : -1;
  };

/** Returns the non-empty texts of a value that is a text or a list of texts. */
export function listOf(value: unknown): string[] {
  const items: unknown[] = Array.isArray(value) ? value : [value];
  return items.filter((item): item is string => typeof item === 'string' && item !== '');
}
