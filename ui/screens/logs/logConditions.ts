import { escapePattern, escapeText, joinFilters, withoutExponent } from '../../model/filters/filter';
import { goJson } from '../../platform/jsonText';

/** More values of an object make the filter longer, but no more precise. */
const mostLeaves = 8;
/** In characters of the URL. */
const longestText = 300;
const longestCondition = 900;
/** The limit for a value that is searched in its stored form. */
const longestJson = 200;

/**
 * Returns a filter for logs in which `key` (`level`, `data.status` ...) has this value, or for all others.
 * Everything after `data.` is one key. An object is found by its values; a text too long for the URL by its
 * start. A key that the server accepts in no path is searched in the stored text, which ignores case.
 */
export function conditionOf(key: string, value: unknown, isExcluded: boolean): string {
  if (!key.startsWith('data.')) return valueCondition(key, value, isExcluded);
  const name = key.slice('data.'.length);
  const leaves = leavesOf(step('data', name), value) ?? [];
  // An object with only null values would also match logs that have none of its keys.
  const isVague = typeof value === 'object' && value !== null && leaves.every((leaf) => leaf.value === null);
  if (isVague || leaves.length > mostLeaves) return storedCondition(name, value, isExcluded);
  const conditions = leaves.map((leaf) => leafCondition(leaf, isExcluded));
  if (conditions.length === 1) return conditions.join();
  const all = isExcluded ? `(${conditions.join(' || ')})` : conditions.join(' && ');
  return cutToFit(all, longestCondition) === all ? all : storedCondition(name, value, isExcluded);
}

/** Adds the condition to the filter unless it is there already. */
export function addCondition(filter: string, condition: string): string {
  const trimmed = filter.trim();
  if (trimmed === '') return condition;
  const bare = trimmed.replace(texts, '');
  const isJoined = /\|\||\/\//.test(bare);
  if (!isJoined && !/[()]/.test(bare)) {
    const parts = partsOf(trimmed);
    if (partsOf(condition).every((part) => parts.includes(part))) return trimmed;
  }
  if (trimmed.endsWith(`&&(${condition})`)) return trimmed;
  return isJoined ? joinFilters(trimmed, condition) : `${trimmed} && ${condition}`;
}

const texts = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/gs;

/** Splits a filter at `&&` outside quotes. */
function partsOf(filter: string): string[] {
  const parts = filter.match(/(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^&"']|(?<!&)&(?!&))+/gs) ?? [];
  return parts.map((part) => part.trim());
}

interface Place {
  /** Null if the server accepts no path. */
  readonly path: string | null;
  readonly key: string;
}

interface Leaf extends Place {
  readonly value: unknown;
}

/** The server splits a path at dots, reads digits as a list index, and knows no escape. */
function step(path: string, key: string): Place {
  return { path: /^\w{1,100}$/.test(key) && !/^\d+$/.test(key) ? `${path}.${key}` : null, key };
}

/** Null if there are too many. */
function leavesOf(place: Place, value: unknown): Leaf[] | null {
  const { path } = place;
  if (typeof value !== 'object' || value === null || path === null) return [{ ...place, value }];
  if (path.length > longestText) return null;
  const inner: [Place, unknown][] = Array.isArray(value)
    ? value.map((item: unknown, at) => [{ path: `${path}.${at}`, key: '' }, item])
    : Object.entries(value).map(([key, item]) => [step(path, key), item]);
  if (inner.length === 0) return [{ ...place, value }];
  if (inner.length > mostLeaves) return null;
  const leaves = inner.map(([at, item]) => leavesOf(at, item));
  return leaves.includes(null) ? null : leaves.flatMap((some) => some ?? []);
}

function leafCondition({ path, key, value }: Leaf, isExcluded: boolean): string {
  // The server reads this character as the end of the filter.
  const isCutShort = key !== '' && typeof value === 'string' && value.includes('\0');
  return path === null || isCutShort
    ? storedCondition(key, value, isExcluded)
    : valueCondition(path, value, isExcluded);
}

function valueCondition(path: string, value: unknown, isExcluded: boolean): string {
  const operator = isExcluded ? '!=' : '=';
  if (value === null || value === undefined) return `${path} ${operator} null`;
  if (typeof value === 'boolean') return `${path} ${operator} ${value}`;
  if (typeof value === 'object') return `${path} ${operator} "${Array.isArray(value) ? '[]' : '{}'}"`;
  if (typeof value === 'number') {
    if (Math.abs(value) <= Number.MAX_SAFE_INTEGER)
      return `${path} ${operator} ${withoutExponent(String(value))}`;
    // The server rounds it in the response, but not in the database.
    const step = Math.abs(value) * 2 ** -49;
    return between(
      path,
      withoutExponent(String(value - step)),
      withoutExponent(String(value + step)),
      isExcluded,
    );
  }
  return textCondition(path, String(value), isExcluded);
}

function textCondition(path: string, text: string, isExcluded: boolean): string {
  const end = text.indexOf('\0');
  const shown = end < 0 ? text : text.slice(0, end);
  const begin = cutToFit(shown, longestText);
  if (begin !== text) return likeCondition(path, `${escapePattern(begin.replace(/\\+$/, ''))}%`, isExcluded);
  return `${path} ${isExcluded ? '!=' : '='} ${quoted(text)}`;
}

/** A log without the key matches neither `~` nor `!~`. */
function likeCondition(path: string, pattern: string, isExcluded: boolean): string {
  return isExcluded ? `(${path} !~ "${pattern}" || ${path} = null)` : `${path} ~ "${pattern}"`;
}

function between(path: string, low: string, high: string, isExcluded: boolean): string {
  return isExcluded
    ? `(${path} <= ${low} || ${path} >= ${high} || ${path} = null)`
    : `${path} > ${low} && ${path} < ${high}`;
}

/** Searches the text of the stored data, which contains the key as JSON. */
function storedCondition(key: string, value: unknown, isExcluded: boolean): string {
  const name = `${goJson(key)}:`;
  const patternOf = (text: string) => escapePattern(cutToFit(text, longestJson));
  const has = (text: string) => `data ~ "${patternOf(text)}"`;
  const hasNot = (text: string) => `data !~ "${patternOf(text)}"`;
  if (value === null || value === undefined) {
    return isExcluded
      ? `${has(name)} && ${hasNot(`${name}null`)}`
      : `(${hasNot(name)} || ${has(`${name}null`)})`;
  }
  const text = goJson(value);
  if (typeof value !== 'number') {
    return isExcluded ? hasNot(name + text) : has(name + text);
  }
  // `4` is also the start of `40`.
  const ends = Number.isInteger(value) && !Number.isSafeInteger(value) ? [''] : [',', '}'];
  const found = ends.map((end) =>
    (isExcluded ? hasNot : has)(`${name}${end ? text : text.slice(0, 14)}${end}`),
  );
  if (found.length === 1) return found.join();
  return isExcluded ? found.join(' && ') : `(${found.join(' || ')})`;
}

function quoted(text: string): string {
  return `"${escapeText(text).replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t')}"`;
}

/** Returns as much of the text as fits into `room` characters of a URL. */
function cutToFit(text: string, room: number): string {
  let taken = 0;
  let end = 0;
  for (const character of text) {
    taken += /[\w.~-]/.test(character) ? 1 : 3 * bytesOf(character);
    if (taken > room) return text.slice(0, end);
    end += character.length;
  }
  return text;
}

function bytesOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}
