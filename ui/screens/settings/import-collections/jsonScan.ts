import type { JsonPath } from '../../../platform/jsonText';

/** Where a text stops being JSON, and why as a sentence. Browsers say it in words of their own, and not all say where. */
export interface JsonFault {
  readonly at: number;
  readonly text: string;
}

/** Null for JSON. */
export function jsonFault(text: string): JsonFault | null {
  try {
    scan(text, null);
    return null;
  } catch (error) {
    if (error instanceof Fault) return { at: error.at, text: error.message };
    throw error;
  }
}

/** Where the value at the path begins in a JSON text; null where there is none. Of a key given twice the last counts. */
export function startOfValue(text: string, path: JsonPath): number | null {
  return scan(text, path);
}

/** Line and column as editors count them, from 1. */
export function placeOf(text: string, at: number): { line: number; column: number } {
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
  /** Of the value that is read now. */
  key: string | number;
}

type Awaited = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end';

const blanks = /[ \t\n\r]*/y;

/** A loop with a stack of its own: nesting is as deep as memory lasts. */
function scan(text: string, path: JsonPath | null): number | null {
  const open: Container[] = [];
  let awaited: Awaited = 'value';
  let found: number | null = null;
  let comma = 0;
  for (let at = skip(blanks, text, 0); ; at = skip(blanks, text, at)) {
    const inside = open.at(-1);
    const sign = text.charAt(at);
    if (awaited === 'comma or end' && inside === undefined) {
      if (sign !== '') throw new Fault(at, `Unexpected ${shown(sign)} after the end of the JSON.`);
      return found;
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
      if (inside && typeof inside.key === 'number') inside.key += 1;
    } else if (awaited === 'key' || awaited === 'key or end') {
      if (sign === '}') throw new Fault(comma, 'Unexpected comma: nothing follows it.');
      if (sign !== '"') throw new Fault(at, 'Expected a key in double quotes.');
      const end = endOfString(text, at);
      if (inside) inside.key = path ? (JSON.parse(text.slice(at, end)) as string) : '';
      at = end;
      awaited = 'colon';
    } else {
      if (sign === ']' && awaited === 'value' && inside?.isObject === false)
        throw new Fault(comma, 'Unexpected comma: nothing follows it.');
      if (path && open.length === path.length && open.every(({ key }, depth) => key === path[depth]))
        found = at;
      if (sign === '{' || sign === '[') {
        open.push({ isObject: sign === '{', start: at, key: sign === '{' ? '' : 0 });
        at += 1;
        awaited = sign === '{' ? 'key or end' : 'value or end';
      } else {
        at = endOfPlain(text, at);
        awaited = 'comma or end';
      }
    }
  }
}

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return at + (pattern.exec(text)?.[0].length ?? 0);
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

/** All but quotes, backslashes and control characters. */
const letters = /[ !#-[\]-\uffff]*/y;
const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

function endOfString(text: string, start: number): number {
  for (let at = skip(letters, text, start + 1); ; at = skip(letters, text, at)) {
    const sign = text.charAt(at);
    if (sign === '"') return at + 1;
    if (sign === '') throw new Fault(start, 'Missing closing quote.');
    if (sign !== '\\') {
      // A quote that is forgotten at the end of a line is far likelier than a line break inside a text.
      if (sign === '\n' || sign === '\r') throw new Fault(start, 'Missing closing quote in this line.');
      throw new Fault(at, 'A tab or another control character must be written as an escape such as \\t.');
    }
    const end = skip(escaped, text, at);
    if (end === at)
      throw new Fault(
        at,
        `${shown(text.slice(at, at + 2))} is not a valid escape; write a backslash as \\\\.`,
      );
    at = end;
  }
}

const word = /[^\s,:[\]{}"]+/y;
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The end of a text, a number or one of the three words. */
function endOfPlain(text: string, at: number): number {
  const sign = text.charAt(at);
  if (sign === '"') return endOfString(text, at);
  const end = skip(word, text, at);
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
