import type { StreamParser, StringStream } from '@codemirror/language';
import type { CodeKind, CodePart } from '../basics/CodeBlock';
import { filterTokens } from './filterTokens';
import { htmlTokens } from './htmlTokens';
import { jsonTokens } from './jsonTokens';
import { sqlTokens } from './sqlTokens';

const parsers = { filter: filterTokens, html: htmlTokens, json: jsonTokens, sql: sqlTokens };

export type ColouredLanguage = keyof typeof parsers;

/** The editor's colours for these tokens. */
const kinds: Readonly<Record<string, CodeKind>> = {
  attributeName: 'word',
  attributeValue: 'string',
  bool: 'word',
  character: 'word',
  comment: 'comment',
  keyword: 'word',
  macroName: 'word',
  null: 'word',
  number: 'number',
  propertyName: 'key',
  string: 'string',
  tagName: 'key',
  variableName: 'key',
};

/** Splits the text into coloured parts by the editor's rules, without the editor. */
export function coloursOf(text: string, language: ColouredLanguage): CodePart[] {
  const parser = parsers[language] as StreamParser<unknown>;
  const state = parser.startState?.(2);
  const parts: CodePart[] = [];
  const add = (kind: CodeKind | null, piece: string) => {
    const last = parts.at(-1);
    if (last && last.kind === kind) last.text += piece;
    else parts.push({ kind, text: piece });
  };
  text.split('\n').forEach((line, place) => {
    if (place > 0) add(null, '\n');
    const stream = new LineStream(line);
    while (!stream.eol()) {
      const start = stream.pos;
      const token = parser.token(stream as unknown as StringStream, state);
      add((token && kinds[token]) || null, line.slice(start, stream.pos));
    }
  });
  return parts;
}

/** The part of CodeMirror's stream that the rules use. */
class LineStream implements Partial<StringStream> {
  readonly string: string;
  pos = 0;

  constructor(string: string) {
    this.string = string;
  }

  eol() {
    return this.pos >= this.string.length;
  }

  next() {
    const letter = this.string[this.pos];
    if (letter !== undefined) this.pos += 1;
    return letter;
  }

  eat(wanted: string | RegExp | ((letter: string) => boolean)) {
    const letter = this.string[this.pos];
    const isIt = letter !== undefined && (wanted instanceof RegExp ? wanted.test(letter) : letter === wanted);
    return isIt ? this.next() : undefined;
  }

  eatWhile(wanted: string | RegExp | ((letter: string) => boolean)) {
    const start = this.pos;
    while (this.eat(wanted) !== undefined);
    return this.pos > start;
  }

  eatSpace() {
    return this.eatWhile(/\s/);
  }

  skipToEnd() {
    this.pos = this.string.length;
  }

  skipTo(letters: string) {
    const found = this.string.indexOf(letters, this.pos);
    if (found < 0) return undefined;
    this.pos = found;
    return true;
  }

  match(pattern: string | RegExp, isConsumed = true) {
    const rest = this.string.slice(this.pos);
    const found = typeof pattern === 'string' ? rest.startsWith(pattern) : rest.match(pattern);
    if (!found) return null;
    const length =
      typeof pattern === 'string' ? pattern.length : ((found as RegExpMatchArray)[0]?.length ?? 0);
    if (isConsumed) this.pos += length;
    return found;
  }
}
