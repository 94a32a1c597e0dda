import { type EscapeRules, escapePattern, escapeText, joinFilters } from '../../model/filter';
import { goJson } from './goJson';

/** More of what an object holds makes no better filter, only a longer one. */
const mostLeaves = 8;
/** In characters of the address. */
const longestText = 300;
const longestCondition = 900;
/** The text of a value that is looked for as it is stored. */
const longestJson = 200;
const lastCharacter = '\u{10FFFF}';

interface How {
  readonly isExcluded: boolean;
  readonly rules: EscapeRules;
}

/**
 * A filter for the logs in which `key` (`level`, `data.status` ...) has this very value, or for all others. What is
 * behind `data.` is one key, whatever it holds. An object is found by what it holds, a text too long for an address
 * by how it begins. Where the server takes no path, the stored text is searched, in which capitals do not count.
 */
export function conditionOf(key: string, value: unknown, isExcluded: boolean, rules: EscapeRules): string {
  const how = { isExcluded, rules };
  if (!key.startsWith('data.')) return valueCondition(key, value, how);
  const name = key.slice('data.'.length);
  const leaves = leavesOf(step('data', name), value) ?? [];
  // Of nothing but nulls the server would find whatever has none of the keys.
  const isVague = typeof value === 'object' && value !== null && leaves.every((leaf) => leaf.value === null);
  if (isVague || leaves.length > mostLeaves) return storedCondition(name, value, how);
  const conditions = leaves.map((leaf) => leafCondition(leaf, how));
  if (conditions.length === 1) return conditions.join();
  const all = isExcluded ? `(${conditions.join(' || ')})` : conditions.join(' && ');
  return beginningOf(all, longestCondition) === all ? all : storedCondition(name, value, how);
}

/** True when the condition depends on how the server reads a backslash: ask for its rules then. */
export function needsRules(key: string, value: unknown): boolean {
  return goJson([key, value]).includes('\\');
}

/** The filter that asks for the condition too; once, however often it is added. */
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

/** What stands between `&&`, outside of texts. */
function partsOf(filter: string): string[] {
  const parts = filter.match(/(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^&"']|(?<!&)&(?!&))+/gs) ?? [];
  return parts.map((part) => part.trim());
}

interface Place {
  /** Null where the server takes no path. */
  readonly path: string | null;
  readonly key: string;
}

interface Leaf extends Place {
  readonly value: unknown;
}

/** A path is cut at dots, a part of digits is taken for an element of a list, and nothing can be escaped. */
function step(path: string, key: string): Place {
  return { path: /^\w{1,100}$/.test(key) && !/^\d+$/.test(key) ? `${path}.${key}` : null, key };
}

/** Null when there are too many. */
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

function leafCondition({ path, key, value }: Leaf, how: How): string {
  // The server takes the character for the end of the filter.
  const isCutShort = key !== '' && typeof value === 'string' && value.includes('\0');
  return path === null || isCutShort ? storedCondition(key, value, how) : valueCondition(path, value, how);
}

function valueCondition(path: string, value: unknown, how: How): string {
  const operator = how.isExcluded ? '!=' : '=';
  if (value === null || value === undefined) return `${path} ${operator} null`;
  if (typeof value === 'boolean') return `${path} ${operator} ${value}`;
  if (typeof value === 'object') return `${path} ${operator} "${Array.isArray(value) ? '[]' : '{}'}"`;
  if (typeof value === 'number') {
    if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return `${path} ${operator} ${plainNumber(value)}`;
    // The server has rounded it for the page, not where it lies.
    const step = Math.abs(value) * 2 ** -49;
    return between(path, plainNumber(value - step), plainNumber(value + step), how);
  }
  return textCondition(path, String(value), how);
}

function textCondition(path: string, text: string, how: How): string {
  const { rules, isExcluded } = how;
  const end = text.indexOf('\0');
  const shown = end < 0 ? text : text.slice(0, end);
  const begin = beginningOf(shown, longestText);
  if (begin !== text)
    return likeCondition(path, `${escapePattern(withoutLastBackslashes(begin), rules)}%`, how);
  if (rules === 'plain' && text.includes('\\')) return likeCondition(path, escapePattern(text, rules), how);
  if (rules === 'old' && text.endsWith('\\')) {
    // Old servers cannot be asked for it, but for what comes right before and after it.
    const before = text.slice(0, -1);
    return between(path, quoted(`${before}[${lastCharacter}`, rules), quoted(`${text}\u0001`, rules), how);
  }
  return `${path} ${isExcluded ? '!=' : '='} ${quoted(text, rules)}`;
}

/** A log without the key is not like anything, nor unlike. */
function likeCondition(path: string, pattern: string, { isExcluded }: How): string {
  return isExcluded ? `(${path} !~ "${pattern}" || ${path} = null)` : `${path} ~ "${pattern}"`;
}

function between(path: string, low: string, high: string, { isExcluded }: How): string {
  return isExcluded
    ? `(${path} <= ${low} || ${path} >= ${high} || ${path} = null)`
    : `${path} > ${low} && ${path} < ${high}`;
}

/** By the text of the stored data: the key stands in it as in any JSON. */
function storedCondition(key: string, value: unknown, { isExcluded, rules }: How): string {
  const name = `${goJson(key)}:`;
  const patternOf = (text: string) => escapePattern(beginningOf(text, longestJson), rules);
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
  // 4 is also the beginning of 40.
  const ends = Number.isInteger(value) && !Number.isSafeInteger(value) ? [''] : [',', '}'];
  const found = ends.map((end) =>
    (isExcluded ? hasNot : has)(`${name}${end ? text : text.slice(0, 14)}${end}`),
  );
  if (found.length === 1) return found.join();
  return isExcluded ? found.join(' && ') : `(${found.join(' || ')})`;
}

/** The server reads no exponents. */
function plainNumber(value: number): string {
  const text = String(value);
  const [, sign = '', first = '', others = '', exponent = ''] =
    /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text) ?? [];
  if (exponent === '') return text;
  const digits = first + others;
  const places = Number(exponent);
  return sign + (places < 0 ? `0.${'0'.repeat(-places - 1)}${digits}` : digits.padEnd(places + 1, '0'));
}

function quoted(text: string, rules: EscapeRules): string {
  // Before a quote an old server's backslash is read otherwise by all who do not know its rules.
  if (rules === 'old' && text.includes('\\"') && !text.includes("\\'"))
    return `'${text.replaceAll("'", "\\'")}'`;
  const escaped = escapeText(text, rules);
  if (rules !== 'new') return `"${escaped}"`;
  return `"${escaped.replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t')}"`;
}

/** As much of the text as takes no more than `room` characters of an address. */
function beginningOf(text: string, room: number): string {
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

function withoutLastBackslashes(text: string): string {
  return text.replace(/\\+$/, '');
}
