// Code is coloured before its editor loads. The tokenizers (`...Tokens.ts`) need no CodeMirror; their spans lie
// exactly over the plain input, and the style sheet draws their text, so a search in the page finds only the text of
// the input. The tokenizers read line by line, because the code of parsers would be larger than that of a screen.
// Rejected: to load the editor for every filter on the screen.

import { type StreamParser, StringStream } from '@codemirror/streamparser';
import type { CodeKind, CodePart } from '../basics/CodeBlock';
import { filterTokens } from './filterTokens';
import { htmlTokens } from './htmlTokens';
import { jsonTokens } from './jsonTokens';
import { sqlTokens } from './sqlTokens';

const parsers = { filter: filterTokens, html: htmlTokens, json: jsonTokens, sql: sqlTokens };

export type ColouredLanguage = keyof typeof parsers;

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
    const stream = new StringStream(line, 2, 2);
    while (!stream.eol()) {
      const start = stream.pos;
      const token = parser.token(stream, state);
      add((token && kinds[token]) || null, line.slice(start, stream.pos));
    }
  });
  return parts;
}
