/**
 * JSON as it is written. Parsing it and printing it again rounds long numbers, reorders keys that look like
 * numbers, drops keys that stand twice and unfolds escapes; here the tokens stay, and white space alone changes.
 *
 *   sliceJson('{"meta": {"n": 1.10}}', ['meta', 'n'])   // '1.10'
 *   sliceItems('{"items": [1e3, "x"]}', ['items'])      // ['1e3', '"x"']
 *   numbersIn('{"a": [1e3, "2"]}')                      // ['1e3']
 *   indentJson('{"a":[1,{}]}')                          // as JSON.stringify(value, null, 2) lays it out
 *
 * Each takes time in proportion to the text, nests as deep as memory lasts, and throws when the text is no JSON.
 */

export type JsonPath = readonly (string | number)[];

/** What is nested deeper stays on one line: its indentation alone would soon be larger than any text may be. */
const deepestLine = 100;

/** Null for JSON, else what the parser says is wrong. */
export function checkJson(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The text of the value at the path, null where there is none. Of a key given twice the last counts. */
export function sliceJson(text: string, path: JsonPath): string | null {
  requireJson(text);
  const ends = endsOfContainers(text);
  const start = startOfValue(text, ends, path);
  return start === null ? null : text.slice(start, endOfValue(text, ends, start));
}

/** The texts of the elements of the array at the path; none where there is no array. */
export function sliceItems(text: string, path: JsonPath): string[] {
  requireJson(text);
  const ends = endsOfContainers(text);
  const start = startOfValue(text, ends, path);
  if (start === null || text[start] !== '[') return [];
  return Array.from(childrenOf(text, ends, start), (child) => text.slice(child.start, child.end));
}

/** The same tokens, a line for each key and element. */
export function indentJson(text: string, spaces = 2): string {
  requireJson(text);
  const written: string[] = [];
  let depth = 0;
  const breakLine = () => written.push('\n', ' '.repeat(depth * spaces));
  let at = skipBlanks(text, 0);
  while (at < text.length) {
    const end = endOfToken(text, at);
    const token = text.slice(at, end);
    const next = skipBlanks(text, end);
    if (isOpening(token) && isClosing(text[next])) {
      written.push(token, text.charAt(next));
      at = skipBlanks(text, next + 1);
      continue;
    }
    if (isOpening(token)) depth += 1;
    const isOnLines = depth <= deepestLine;
    if (isClosing(token)) {
      depth -= 1;
      if (isOnLines) breakLine();
    }
    written.push(token === ':' ? ': ' : token);
    if (isOnLines && (isOpening(token) || token === ',')) breakLine();
    at = next;
  }
  return written.join('');
}

/** The numbers in the text, as they are written. */
export function numbersIn(text: string): string[] {
  requireJson(text);
  const numbers: string[] = [];
  let end = 0;
  for (let at = skipBlanks(text, 0); at < text.length; at = skipBlanks(text, end)) {
    end = endOfToken(text, at);
    if (/[-\d]/.test(text.charAt(at))) numbers.push(text.slice(at, end));
  }
  return numbers;
}

function requireJson(text: string): void {
  const wrong = checkJson(text);
  if (wrong !== null) throw new Error(`The text is no JSON: ${wrong}`);
}

// What stands below is only given JSON.

const isOpening = (token: string | undefined) => token === '{' || token === '[';
const isClosing = (token: string | undefined) => token === '}' || token === ']';

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && ' \t\n\r'.includes(text.charAt(at))) at += 1;
  return at;
}

/** Where the string, number, word or sign that begins at `start` ends. */
function endOfToken(text: string, start: number): number {
  if (text[start] === '"') return endOfString(text, start);
  if ('{}[],:'.includes(text.charAt(start))) return start + 1;
  let end = start + 1;
  while (end < text.length && !' \t\n\r,]}'.includes(text.charAt(end))) end += 1;
  return end;
}

function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); ; quote = text.indexOf('"', quote + 1)) {
    let escapes = 0;
    while (text[quote - 1 - escapes] === '\\') escapes += 1;
    if (escapes % 2 === 0) return quote + 1;
  }
}

/** Where each object and array ends, by where it begins: so that a value is passed over in one step. */
type Ends = ReadonlyMap<number, number>;

function endsOfContainers(text: string): Ends {
  const ends = new Map<number, number>();
  const open: number[] = [];
  for (let at = skipBlanks(text, 0); at < text.length; at = skipBlanks(text, endOfToken(text, at))) {
    if (isOpening(text[at])) open.push(at);
    if (isClosing(text[at])) ends.set(open.pop() ?? 0, at + 1);
  }
  return ends;
}

function endOfValue(text: string, ends: Ends, start: number): number {
  return ends.get(start) ?? endOfToken(text, start);
}

function startOfValue(text: string, ends: Ends, path: JsonPath): number | null {
  let start = skipBlanks(text, 0);
  for (const step of path) {
    let found: number | null = null;
    for (const child of childrenOf(text, ends, start)) {
      if (child.key === step) found = child.start;
    }
    if (found === null) return null;
    start = found;
  }
  return start;
}

interface Child {
  /** The name in an object, the place in an array. */
  key: string | number;
  start: number;
  end: number;
}

/** What the object or array that begins at `start` holds; nothing when it is neither. */
function* childrenOf(text: string, ends: Ends, start: number): Generator<Child> {
  if (!isOpening(text[start])) return;
  let at = skipBlanks(text, start + 1);
  for (let place = 0; !isClosing(text[at]); place += 1) {
    let key: string | number = place;
    if (text[start] === '{') {
      const end = endOfString(text, at);
      key = JSON.parse(text.slice(at, end)) as string;
      const colon = skipBlanks(text, end);
      at = skipBlanks(text, colon + 1);
    }
    const end = endOfValue(text, ends, at);
    yield { key, start: at, end };
    at = skipBlanks(text, end);
    if (text[at] === ',') at = skipBlanks(text, at + 1);
  }
}
