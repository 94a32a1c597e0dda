/**
 * Finds names by a few letters. The kinds of matches, the best first: the whole name, its start, its initials (`ot`
 * finds order_totals), the start of a word, pieces of words in order (`orto`), a part, letters in order. Accents and
 * case do not count. Of equal matches the shorter name is first.
 */
export interface Match {
  /** 0 is the best kind. */
  readonly kind: number;
  /** The matching parts of the text, as [start, end). */
  readonly marks: readonly Mark[];
}

export type Mark = readonly [start: number, end: number];

export interface Ranked<Item> extends Match {
  readonly item: Item;
  /** Which of its texts matches. */
  readonly text: number;
}

/** A text without accents and case. */
interface Folded {
  readonly letters: string;
  /** The place of each letter in the text. */
  readonly places: readonly number[];
  /** The letters that begin a word. */
  readonly starts: readonly number[];
  /** These letters in one text. */
  readonly initials: string;
}

/** Returns how the text matches, or null. An empty query matches nothing. */
export function matchText(text: string, query: string): Match | null {
  const wanted = fold(query.trim().replace(/\s+/g, ' ')).letters;
  return wanted === '' ? null : matchFolded(text, wanted);
}

/** A match of a further text comes after the matches of first texts of the same kind. */
const afterFirst = 0.5;

/**
 * Returns the items with a text that matches, the best first. Further texts of an item count if its first one does
 * not match. Of equal matches, the shorter first text is first.
 */
export function rankTexts<Item>(
  items: readonly Item[],
  query: string,
  textsOf: (item: Item) => readonly [string, ...string[]],
): Ranked<Item>[] {
  const wanted = fold(query.trim().replace(/\s+/g, ' ')).letters;
  if (wanted === '') return [];
  const ranked: (Ranked<Item> & { name: string })[] = [];
  for (const item of items) {
    const texts = textsOf(item);
    for (const [at, text] of texts.entries()) {
      const match = matchFolded(text, wanted);
      if (!match) continue;
      const kind = match.kind + (at > 0 ? afterFirst : 0);
      ranked.push({ item, text: at, name: texts[0], kind, marks: match.marks });
      break;
    }
  }
  return ranked.sort(
    (a, b) =>
      a.kind - b.kind || a.name.length - b.name.length || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
  );
}

function matchFolded(text: string, wanted: string): Match | null {
  const folded = foldedOf(text);
  const { letters, starts, initials } = folded;
  // Blanks separate words of the query; the name may have none.
  const joined = wanted.replaceAll(' ', '');
  // Every kind of match has the letters in order.
  const scattered = scatteredLetters(letters, joined);
  if (!scattered) return null;
  const found = (kind: number, at: readonly number[]): Match => ({ kind, marks: marksOf(folded, at) });
  const run = (from: number) => Array.from({ length: wanted.length }, (_, index) => from + index);

  if (letters === wanted) return found(0, run(0));
  if (letters.startsWith(wanted)) return found(1, run(0));
  if (joined.length > 1 && initials.startsWith(joined)) return found(2, starts.slice(0, joined.length));
  const word = starts.find((at) => letters.startsWith(wanted, at));
  if (word !== undefined) return found(3, run(word));
  const pieces = piecesOf(folded, joined);
  if (pieces) return found(4, pieces);
  const inside = letters.indexOf(wanted);
  if (inside >= 0) return found(5, run(inside));
  return found(6, scattered);
}

/** Finds the query as beginnings of words, in the order of the words; long beginnings first. */
function piecesOf({ letters, starts }: Folded, wanted: string): number[] | null {
  const failed = new Set<string>();

  function from(done: number, word: number): number[] | null {
    if (done === wanted.length) return [];
    if (failed.has(`${done} ${word}`)) return null;
    for (let index = word; index < starts.length; index += 1) {
      const start = starts[index] ?? 0;
      const end = starts[index + 1] ?? letters.length;
      let length = 0;
      while (start + length < end && letters[start + length] === wanted[done + length]) length += 1;
      for (; length > 0; length -= 1) {
        const rest = from(done + length, index + 1);
        if (rest) return [...Array.from({ length }, (_, at) => start + at), ...rest];
      }
    }
    failed.add(`${done} ${word}`);
    return null;
  }

  return from(0, 0);
}

function scatteredLetters(letters: string, wanted: string): number[] | null {
  const places: number[] = [];
  let from = 0;
  for (const letter of wanted) {
    const at = letters.indexOf(letter, from);
    if (at < 0) return null;
    places.push(at);
    from = at + 1;
  }
  return places;
}

/** Joins neighbouring letters, and finds their places in the text. */
function marksOf({ places }: Folded, letters: readonly number[]): Mark[] {
  const marks: [number, number][] = [];
  for (const letter of letters) {
    const start = places[letter] ?? 0;
    const end = start + 1;
    const last = marks.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else marks.push([start, end]);
  }
  return marks;
}

const isPlain = /^[ -~]*$/;
const letterOrDigit = /[\p{L}\p{N}]/u;

const mostKnown = 5_000;
/** Each key ranks the same texts again. */
const known = new Map<string, Folded>();

function foldedOf(text: string): Folded {
  let folded = known.get(text);
  if (!folded) {
    if (known.size >= mostKnown) known.clear();
    folded = fold(text);
    known.set(text, folded);
  }
  return folded;
}

function fold(text: string): Folded {
  const places: number[] = [];
  const starts: number[] = [];
  let letters = '';
  const isAscii = isPlain.test(text);
  let last = '';
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    if (startsWord(last, letter)) starts.push(letters.length);
    last = letter;
    const bare = isAscii ? letter : letter.normalize('NFD').replace(/\p{M}/gu, '');
    for (const unit of bare.toLowerCase().split('')) {
      letters += unit;
      places.push(at);
    }
  }
  const initials = starts.map((start) => letters[start]).join('');
  return { letters, places, starts, initials };
}

/** Words begin after a sign, at a capital after a small letter (`orderTotals`), and at a number. */
function startsWord(last: string, letter: string): boolean {
  if (!letterOrDigit.test(letter)) return false;
  if (!letterOrDigit.test(last)) return true;
  const isDigit = (one: string) => /\p{N}/u.test(one);
  if (isDigit(letter) !== isDigit(last)) return true;
  return /\p{Lu}/u.test(letter) && /\p{Ll}/u.test(last);
}
