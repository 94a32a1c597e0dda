import { endOfLetters, endOfWord, skipBlanks } from '../../platform/jsonText';

/**
 * The place of a JSON syntax error, with a sentence. Browsers use different messages, and not all name the
 * place.
 */
interface JsonFault {
  readonly at: number;
  readonly text: string;
}

/** Returns null for valid JSON. */
export function jsonFault(text: string): JsonFault | null {
  try {
    checkTokens(text);
    return null;
  } catch (error) {
    if (error instanceof Fault) return { at: error.at, text: error.message };
    throw error;
  }
}

/** Returns line and column as editors count them, from 1. */
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
}

type Awaited = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end';

/** Uses its own stack, so only memory limits the nesting depth. */
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
  // A missing quote at the end of a line is far more likely than a line break inside a string.
  if (sign === '\n' || sign === '\r') throw new Fault(start, 'Missing closing quote in this line.');
  throw new Fault(at, 'A tab or another control character must be written as an escape such as \\t.');
}

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Returns the end of a string, a number or a literal (`true`, `false`, `null`). */
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
