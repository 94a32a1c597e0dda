import { single } from 'fuzzysort';

/** A part of a text, as [start, end). */
export type Mark = readonly [start: number, end: number];

interface Ranked<Item> {
  readonly item: Item;
  /** The index of the text that matches. */
  readonly text: number;
  /** 1 for the whole text, less for a worse match. */
  readonly score: number;
  /** The matching parts of the text. */
  readonly marks: readonly Mark[];
}

/** Matches the first letter of a word with the character before it, or the first letter of the text alone. */
const startOfWord = /^(.|[^\p{L}\p{N}].|\p{Ll}\p{Lu})$/su;

/**
 * Finds the letters of the query in their order: in one piece, or at the starts of words. Blanks do not count, because
 * a name may have none.
 */
function match(text: string, query: string) {
  const found = single(query.replace(/\s/g, ''), text);
  const marks = marksOf(found?.indexes ?? []);
  const isInWords = marks.every(([from]) => startOfWord.test(text.slice(Math.max(from - 1, 0), from + 1)));
  return found && (marks.length === 1 || isInWords) ? { score: found.score, marks } : null;
}

export const isMatch = (text: string, query: string) => match(text, query) !== null;

/**
 * Returns the items with a text that matches, the best first. Further texts of an item count if its first one does
 * not match. Of equal matches, the shorter first text is first.
 */
export function rankTexts<Item>(
  items: readonly Item[],
  query: string,
  textsOf: (item: Item) => readonly [string, ...string[]],
): Ranked<Item>[] {
  const ranked = items.flatMap((item) => {
    const texts = textsOf(item);
    for (const [at, text] of texts.entries()) {
      const found = match(text, query);
      if (found) return [{ item, name: texts[0], text: at, ...found }];
    }
    return [];
  });
  return ranked.sort(
    (a, b) =>
      b.score - a.score || a.name.length - b.name.length || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
  );
}

/** Joins neighbouring letters. */
function marksOf(letters: readonly number[]): Mark[] {
  const marks: [number, number][] = [];
  for (const letter of letters) {
    const last = marks.at(-1);
    if (last?.[1] === letter) last[1] += 1;
    else marks.push([letter, letter + 1]);
  }
  return marks;
}
