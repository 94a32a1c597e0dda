import { goJson } from '../base/jsonText';
import { joinFilters } from '../model/filter/filter';
import { escapePattern, escapeText, withoutExponent } from '../model/filter/filterTexts';

/** In characters of the URL. */
const longestText = 300;
/** The limit for a value that is searched in its stored form. */
const longestJson = 200;

/**
 * Returns a filter for logs in which `key` (`level`, `data.status` ...) has this value, or for all others.
 * Everything after `data.` is one key. A text too long for the URL is found by its start. An object, and a key that the
 * server accepts in no path, is searched in the stored text, which ignores case.
 */
export function conditionOf(key: string, value: unknown, isExcluded: boolean): string {
  if (!key.startsWith('data.')) return valueCondition(key, value, isExcluded);
  const name = key.slice('data.'.length);
  // The server splits a path at dots, reads digits as a list index, and knows no escape.
  const hasPath = /^\w{1,100}$/.test(name) && !/^\d+$/.test(name);
  const isObject = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  return hasPath && !isObject
    ? valueCondition(key, value, isExcluded)
    : storedCondition(name, value, isExcluded);
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

function valueCondition(path: string, value: unknown, isExcluded: boolean): string {
  const operator = isExcluded ? '!=' : '=';
  if (value === null || value === undefined) return `${path} ${operator} null`;
  if (typeof value === 'boolean') return `${path} ${operator} ${value}`;
  if (typeof value === 'object') return `${path} ${operator} "${Array.isArray(value) ? '[]' : '{}'}"`;
  if (typeof value === 'number') return `${path} ${operator} ${withoutExponent(String(value))}`;
  return textCondition(path, String(value), isExcluded);
}

function textCondition(path: string, text: string, isExcluded: boolean): string {
  const begin = cutToFit(text, longestText);
  if (begin !== text) return likeCondition(path, `${escapePattern(begin.replace(/\\+$/, ''))}%`, isExcluded);
  return `${path} ${isExcluded ? '!=' : '='} ${quoted(text)}`;
}

/** A log without the key matches neither `~` nor `!~`. */
function likeCondition(path: string, pattern: string, isExcluded: boolean): string {
  return isExcluded ? `(${path} !~ "${pattern}" || ${path} = null)` : `${path} ~ "${pattern}"`;
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
  // Searches the sign after the number, too, because `4` is also the start of `40`.
  const found = [',', '}'].map((end) => (isExcluded ? hasNot : has)(name + text + end));
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
