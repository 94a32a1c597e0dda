import { endOfLetters, endOfWord, type JsonPath, skipBlanks, startOfValue } from '../../../base/jsonText';
import { isObject } from '../../../base/plainData';
import { printCount } from '../../../base/text';
import { ruleNames } from '../../../model/collection';
import type { ImportedCollection } from './importedCollection';

export interface ReadImport {
  readonly collections: readonly ImportedCollection[];
  /** Names of collections that are skipped because an earlier one has the same id. */
  readonly duplicates: readonly string[];
}

export interface ImportFault {
  /** A sentence with the place and the cause of the error. */
  readonly fault: string;
  readonly line: number | null;
  readonly column: number | null;
}

/** Reads a list of collections from any server, older or newer. `findsNames`: the server needs no ids for flat fields. */
export function readImport(text: string, findsNames = false): ReadImport | ImportFault {
  if (text.length > mostCharacters) return { fault: tooLarge(text.length), line: null, column: null };
  const json = text.replace(/^\uFEFF/, '');
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    const binary = binaryFault(text);
    if (binary) return { fault: `${begin} ${binary}`, line: null, column: null };
    const fault = '[{/'.includes(json.trimStart().charAt(0)) ? jsonFault(json) : null;
    return faultAt(json, fault?.at ?? null, fault?.text ?? 'The text is not JSON.');
  }
  const fault = shapeFault(value, findsNames);
  if (fault) return faultAt(json, startOf(json, fault.path), fault.text);
  const collections = value as ImportedCollection[];
  if (collections.length > mostCollections) {
    const counts = `${printCount(collections.length)} collections. At most ${printCount(mostCollections)}`;
    return { fault: `${begin} The text holds ${counts} can be imported at once.`, line: null, column: null };
  }
  return withoutDuplicates(collections);
}

/** More would freeze the review. Real servers have a few hundred. */
const mostCollections = 2_000;
export const mostCharacters = 20_000_000;

/** `size` is in characters or bytes. */
export function tooLarge(size: number): string {
  const millions = (count: number) =>
    `${(count / 1_000_000).toLocaleString('en-US', { maximumFractionDigits: 1 })} MB`;
  return `${begin} The text is too large: ${millions(size)}. At most ${millions(mostCharacters)} can be imported at once.`;
}

const begin = 'Invalid collections configuration.';
const instead = 'An import needs the JSON text of an export.';

/** JSON contains no control characters but tabs and line breaks, so others show a binary file. */
function binaryFault(text: string): string | null {
  if (text.startsWith('PK\u0003\u0004')) return `This is a ZIP file, such as a backup. ${instead}`;
  if (text.startsWith('SQLite format 3')) return `This is a SQLite database. ${instead}`;
  const hasControls = [...text.slice(0, 1000)].some((character) => character < '\t');
  return hasControls || text.startsWith('\ufffd') ? `This is a binary file. ${instead}` : null;
}

/** Returns the position of a value; of a missing one, that of its parent. */
function startOf(json: string, path: JsonPath): number | null {
  return startOfValue(json, path) ?? (path.length > 0 ? startOf(json, path.slice(0, -1)) : null);
}

function faultAt(json: string, at: number | null, text: string): ImportFault {
  if (at === null || json.trim() === '') return { fault: `${begin} ${text}`, line: null, column: null };
  const { line, column } = placeOf(json, at);
  return { fault: `${begin} Line ${line}, column ${column}: ${text}`, line, column };
}

function withoutDuplicates(items: readonly ImportedCollection[]): ReadImport {
  const known = new Set<string>();
  const collections: ImportedCollection[] = [];
  const duplicates: string[] = [];
  for (const item of items) {
    const key = item.id || item.name.toLowerCase();
    if (known.has(key)) duplicates.push(item.name);
    else collections.push(item);
    known.add(key);
  }
  return { collections, duplicates };
}

/** The first place at which the value is no list of collections, and the reason. */
interface ShapeFault {
  readonly path: JsonPath;
  readonly text: string;
}

type Values = Readonly<Record<string, unknown>>;
type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isFlag: Check = (value) => typeof value === 'boolean';

/**
 * Returns null if each item has an id and a name, and the server can decode all types. The server refuses others
 * without naming the place.
 */
function shapeFault(value: unknown, findsNames: boolean): ShapeFault | null {
  if (!Array.isArray(value)) return { path: [], text: notAList(value) };
  for (const [at, item] of value.entries()) {
    const fault = itemFault(item, at, findsNames);
    if (fault) return { path: [at, ...fault.path], text: fault.text };
  }
  return null;
}

function notAList(value: unknown): string {
  if (isObject(value) && 'collections' in value)
    return 'Expected a list of collections: keep only the value of "collections".';
  if (isObject(value) && isText(value['name'])) return 'Put a single collection into a list too: [ ... ].';
  return 'Expected a list of collections.';
}

function itemFault(item: unknown, at: number, findsNames: boolean): ShapeFault | null {
  const nth = `Collection number ${at + 1}`;
  if (!isObject(item)) return { path: [], text: `${nth} is not an object.` };
  const { id, name } = item;
  if (typeof name !== 'string' || name.trim() === '')
    return missing(item, 'name', `${nth}${typeof id === 'string' ? ` (id ${id})` : ''}`);
  const isFound = findsNames && !item['schema'] && (id ?? '') === '';
  if (!isFound && (typeof id !== 'string' || id.trim() === ''))
    return missing(item, 'id', `The collection "${name}"`);
  return kindFault(item, `The collection "${name}"`) ?? fieldsFault(item, name);
}

function missing(item: Values, key: string, whose: string): ShapeFault {
  const text = `${whose} has no ${key}, or one that is not a string.`;
  return { path: key in item ? [key] : [], text };
}

function kindFault(item: Values, whose: string): ShapeFault | null {
  const wrong = (key: string, check: Check) =>
    item[key] !== undefined && item[key] !== null && !check(item[key]);
  const fault = (key: string, kind: string) => ({
    path: [key],
    text: `${whose}: its ${key} must be ${kind}.`,
  });
  for (const key of ['type', ...ruleNames]) if (wrong(key, isText)) return fault(key, 'a string');
  if (wrong('system', isFlag)) return fault('system', 'true or false');
  if (wrong('options', isObject)) return fault('options', 'an object');
  if (wrong('indexes', (value) => Array.isArray(value) && value.every(isText)))
    return fault('indexes', 'a list of strings');
  return null;
}

function fieldsFault(item: Values, name: string): ShapeFault | null {
  for (const key of ['schema', 'fields']) {
    const fields = item[key] ?? [];
    if (!Array.isArray(fields))
      return { path: [key], text: `The collection "${name}": its ${key} must be a list.` };
    for (const [at, field] of fields.entries()) {
      const fault = fieldFault(field, `Field number ${at + 1} of the collection "${name}"`);
      if (fault) return { path: [key, at, ...fault.path], text: fault.text };
    }
  }
  return null;
}

function fieldFault(field: unknown, nth: string): ShapeFault | null {
  if (!isObject(field)) return { path: [], text: `${nth} is not an object.` };
  const { id, name, type, options } = field;
  if (typeof name !== 'string' || name === '') return missing(field, 'name', nth);
  if (typeof type !== 'string' || type === '') return missing(field, 'type', nth);
  const whose = `${nth}, "${name}",`;
  const isGiven = (value: unknown) => value !== undefined && value !== null;
  if (isGiven(id) && !isText(id)) return { path: ['id'], text: `${whose} has an id that is not a string.` };
  for (const key of ['required', 'presentable', 'unique', 'system']) {
    if (isGiven(field[key]) && !isFlag(field[key]))
      return { path: [key], text: `${whose} has a ${key} that is neither true nor false.` };
  }
  return isGiven(options) && !isObject(options)
    ? { path: ['options'], text: `${whose} has options that are not an object.` }
    : null;
}

/** A JSON syntax error as a place and a sentence. Browsers have different messages, some without the place. */
interface JsonFault {
  readonly at: number;
  readonly text: string;
}

/** Null for valid JSON. */
export function jsonFault(text: string): JsonFault | null {
  try {
    checkTokens(text);
    return null;
  } catch (error) {
    if (error instanceof Fault) return { at: error.at, text: error.message };
    throw error;
  }
}

/** From 1, as editors count. */
function placeOf(text: string, at: number): { line: number; column: number } {
  const lines = text.slice(0, at).split(/\r\n|\r|\n/);
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}

class Fault extends Error {
  readonly at: number;

  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

interface Container {
  readonly isObject: boolean;
  readonly start: number;
}

type Awaited = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end';

/** Keeps its own stack and does not recurse, so that only memory limits the depth. */
function checkTokens(text: string): void {
  const open: Container[] = [];
  let awaited: Awaited = 'value';
  let comma = 0;
  for (let at = skipBlanks(text, 0); ; at = skipBlanks(text, at)) {
    const inside = open.at(-1);
    const sign = text.charAt(at);
    if (awaited === 'comma or end' && inside === undefined) {
      if (sign !== '') throw new Fault(at, `Unexpected ${shown(sign)} after the end of the JSON.`);
      return;
    }
    if (sign === '') throw tooShort(at, inside, text);
    if (/[\s\u200b\ufeff]/.test(sign)) throw new Fault(at, 'Unsupported whitespace character.');
    if (awaited === 'colon') {
      if (sign !== ':') throw new Fault(at, 'Expected a colon here.');
      at += 1;
      awaited = 'value';
    } else if (inside && awaited.endsWith('end') && sign === (inside.isObject ? '}' : ']')) {
      open.pop();
      at += 1;
      awaited = 'comma or end';
    } else if (awaited === 'comma or end') {
      if (sign !== ',') throw new Fault(at, `Expected a comma or ${inside?.isObject ? '}' : ']'} here.`);
      comma = at;
      at += 1;
      awaited = inside?.isObject ? 'key' : 'value';
    } else if (awaited === 'key' || awaited === 'key or end') {
      if (sign === '}') throw new Fault(comma, 'Unexpected comma: nothing follows it.');
      if (sign !== '"') throw new Fault(at, 'Expected a key in double quotes.');
      at = endOfString(text, at);
      awaited = 'colon';
    } else if (sign === '{' || sign === '[') {
      open.push({ isObject: sign === '{', start: at });
      at += 1;
      awaited = sign === '{' ? 'key or end' : 'value or end';
    } else {
      if (sign === ']' && awaited === 'value' && inside?.isObject === false)
        throw new Fault(comma, 'Unexpected comma: nothing follows it.');
      at = endOfPlain(text, at);
      awaited = 'comma or end';
    }
  }
}

function tooShort(at: number, inside: Container | undefined, text: string): Fault {
  if (!inside) return new Fault(at, 'The text is empty.');
  const { line, column } = placeOf(text, inside.start);
  const [opening, closing] = inside.isObject ? ['{', '}'] : ['[', ']'];
  return new Fault(
    at,
    `The text ends before the ${opening} of line ${line}, column ${column} is closed by ${closing}.`,
  );
}

function endOfString(text: string, start: number): number {
  const at = endOfLetters(text, start + 1);
  const sign = text.charAt(at);
  if (sign === '"') return at + 1;
  if (sign === '') throw new Fault(start, 'Missing closing quote.');
  if (sign === '\\') {
    const found = shown(text.slice(at, at + 2));
    throw new Fault(at, `${found} is not a valid escape; write a backslash as \\\\.`);
  }
  // A missing quote is far more likely than a line break inside a string.
  if (sign === '\n' || sign === '\r') throw new Fault(start, 'Missing closing quote in this line.');
  throw new Fault(at, 'A tab or another control character must be written as an escape such as \\t.');
}

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function endOfPlain(text: string, at: number): number {
  const sign = text.charAt(at);
  if (sign === '"') return endOfString(text, at);
  const end = endOfWord(text, at);
  const said = text.slice(at, end);
  if (said === 'true' || said === 'false' || said === 'null' || number.test(said)) return end;
  if (said.startsWith("'")) throw new Fault(at, 'A string needs double quotes.');
  if (said.startsWith('/')) throw new Fault(at, 'JSON does not allow comments.');
  if (/^[-+.\d]/.test(said)) throw new Fault(at, `${shown(said)} is not a valid number.`);
  if (said === '') throw new Fault(at, `Expected a value before ${shown(sign)}.`);
  throw new Fault(at, `${shown(said)} needs double quotes.`);
}

function shown(said: string): string {
  return said.length > 30 ? `${said.slice(0, 30)}...` : said;
}
