/**
 * JSON as written. To parse and print it again would round long numbers and reorder keys that look like numbers. It
 * would also drop duplicate keys and decode escapes. Here all tokens stay, and only white space changes.
 *
 *   sliceJson('{"meta": {"n": 1.10}}', ['meta', 'n'])   // '1.10'
 *   sliceItems('{"items": [1e3, "x"]}', ['items'])      // ['1e3', '"x"']
 *   sliceRows('{"items": [{"a": 1.0}]}', 'items')       // [Map { 'a' => '1.0' }]
 *   sliceMembers('{"a": 1.0}')                          // Map { 'a' => '1.0' }
 *   numbersIn('{"a": [1e3, "2"]}')                      // ['1e3']
 *   indentJson('{"a":[1,{}]}')                          // as JSON.stringify(value, null, 2) lays it out
 *
 * Each takes time in proportion to the text, has no limit of depth but memory, and throws for invalid JSON.
 */

export type JsonPath = readonly (string | number)[];

/** Deeper values stay on one line, because their indentation would soon exceed any text limit. */
const deepestLine = 100;

/** Returns null for valid JSON, otherwise the parser's message. */
export function checkJson(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Returns valid JSON without line breaks, which are always between two tokens. */
export function onOneLine(text: string): string {
  // Most texts have no line break, and the test is faster than the replacement.
  return /[\r\n]/.test(text) ? text.replace(/\s*[\r\n]\s*/g, '') : text;
}

/** Returns the text of the value at the path; null if there is none. The last of duplicate keys counts. */
export function sliceJson(text: string, path: JsonPath): string | null {
  requireJson(text);
  const ends = endsOfContainers(text);
  const start = findValue(text, ends, path);
  return start === null ? null : text.slice(start, endOfValue(text, ends, start));
}

/** Returns the texts of the elements of the array at the path; empty if there is no array. */
export function sliceItems(text: string, path: JsonPath): string[] {
  requireJson(text);
  const ends = endsOfContainers(text);
  const start = findValue(text, ends, path);
  if (start === null || text[start] !== '[') return [];
  return Array.from(childrenOf(text, ends, start), (child) => text.slice(child.start, child.end));
}

/**
 * Returns the members of each object in the array of this name in the outer object: their texts by key. Empty if there
 * is no array. The last of duplicate keys counts. Reads each character once, for responses with many rows.
 */
export function sliceRows(text: string, name: string): Map<string, string>[] {
  requireJson(text);
  let rows: Map<string, string>[] = [];
  readMembers(text, skipBlanks(text, 0), (key, start) => {
    if (key !== name || text[start] !== '[') return skipValue(text, start);
    rows = [];
    let at = skipBlanks(text, start + 1);
    while (text[at] !== ']') {
      const members = new Map<string, string>();
      at = skipComma(text, collectMembers(text, at, members));
      rows.push(members);
    }
    return at + 1;
  });
  return rows;
}

/** Returns the members of the outer object: their texts by key. Empty for any other value. */
export function sliceMembers(text: string): Map<string, string> {
  requireJson(text);
  const members = new Map<string, string>();
  collectMembers(text, skipBlanks(text, 0), members);
  return members;
}

/** Returns the place where the value at the path begins; null if there is none. The last of duplicate keys counts. */
export function startOfValue(text: string, path: JsonPath): number | null {
  requireJson(text);
  return findValue(text, endsOfContainers(text), path);
}

/** Prints the same tokens with one line for each key and element. */
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

/** Returns the numbers in the text, as written. */
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
  if (wrong !== null) throw new Error(`Invalid JSON: ${wrong}`);
}

// The functions below expect valid JSON.

const isOpening = (token: string | undefined) => token === '{' || token === '[';
const isClosing = (token: string | undefined) => token === '}' || token === ']';

/** Maps the start of each object and array to its end, so that a value is skipped in one step. */
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

function findValue(text: string, ends: Ends, path: JsonPath): number | null {
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

/**
 * Calls `read` with each key and the place of its value, and goes on where it returns. Returns the end of the object.
 */
function readMembers(text: string, start: number, read: (key: string, start: number) => number): number {
  if (text[start] !== '{') return skipValue(text, start);
  let at = skipBlanks(text, start + 1);
  while (text[at] !== '}') {
    const end = endOfString(text, at);
    const key = JSON.parse(text.slice(at, end)) as string;
    const colon = skipBlanks(text, end);
    at = skipComma(text, read(key, skipBlanks(text, colon + 1)));
  }
  return at + 1;
}

/** Adds the text of each value of the object at `start`. Returns the end of the object. */
function collectMembers(text: string, start: number, members: Map<string, string>): number {
  return readMembers(text, start, (key, from) => {
    const end = skipValue(text, from);
    members.set(key, text.slice(from, end));
    return end;
  });
}

/** Returns the place of the next key or element, or of the closing bracket. */
function skipComma(text: string, from: number): number {
  const at = skipBlanks(text, from);
  return text[at] === ',' ? skipBlanks(text, at + 1) : at;
}

const marks = /["{}[\]]/g;

/** Returns the end of the value, without a look at what is inside. */
function skipValue(text: string, start: number): number {
  if (text[start] === '"') return endOfString(text, start);
  if (!isOpening(text[start])) return endOfWord(text, start);
  let depth = 0;
  for (let at = start; ; ) {
    marks.lastIndex = at;
    const mark = marks.exec(text)?.[0];
    at = marks.lastIndex;
    if (mark === '"') at = endOfString(text, at - 1);
    else if (isOpening(mark)) depth += 1;
    else depth -= 1;
    if (depth === 0) return at;
  }
}

/** A quote after an odd number of backslashes belongs to the string. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); ; at = text.indexOf('"', at + 1)) {
    let first = at;
    while (text[first - 1] === '\\') first -= 1;
    if ((at - first) % 2 === 0) return at + 1;
  }
}

interface Child {
  /** The key in an object, or the index in an array. */
  key: string | number;
  start: number;
  end: number;
}

/** Yields the values of the object or array at `start`; nothing for any other value. */
function* childrenOf(text: string, ends: Ends, start: number): Generator<Child> {
  if (!isOpening(text[start])) return;
  let at = skipBlanks(text, start + 1);
  for (let place = 0; !isClosing(text[at]); place += 1) {
    let key: string | number = place;
    if (text[start] === '{') {
      const end = endOfToken(text, at);
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

/**
 * The tokens of JSON, for every reader that does not parse the text. Refused: `jsonc-parser`, which is twice the size
 * of these readers, reports faults without a reason that a person understands, and overflows the stack on deep nesting.
 */

const blanks = /[ \t\n\r]*/y;
/** All but quotes, backslashes and control characters. */
const letters = /[ !#-[\]-\uffff]*/y;
const escapes = /(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))?/y;
const word = /[^\s,:[\]{}"]*/y;

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  pattern.test(text);
  return pattern.lastIndex;
}

export function skipBlanks(text: string, from: number): number {
  return skip(blanks, text, from);
}

/** Returns the place of the quote that closes a string, or of the first character that no string can hold. */
export function endOfLetters(text: string, from: number): number {
  for (let at = from; ; ) {
    const next = skip(escapes, text, skip(letters, text, at));
    if (next === at) return at;
    at = next;
  }
}

/** Returns the end of a number, of `true`, `false` or `null`, or of an invalid word in its place. */
export function endOfWord(text: string, start: number): number {
  return skip(word, text, start);
}

/** Returns the end of the token (string, number, word or punctuation) that begins at `start`. */
function endOfToken(text: string, start: number): number {
  if (text[start] === '"') return endOfLetters(text, start + 1) + 1;
  return '{}[],:'.includes(text.charAt(start)) ? start + 1 : endOfWord(text, start);
}

/** Prints JSON as Go's `json.Marshal` does, and so as the server stores it: sorted keys, and escapes for HTML. */
export function goJson(value: unknown): string {
  return sortedJson(value).replace(
    /[<>&\u2028\u2029]/g,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${sortedJson(item)}`).join(',')}}`;
}
