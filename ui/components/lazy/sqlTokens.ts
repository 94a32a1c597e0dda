import type { StreamParser, StringStream } from '@codemirror/language';
import { keywords } from './sqlWords';

/** What a line begins in the middle of. */
interface Open {
  kind: 'string' | 'comment' | 'variableName';
  end: string;
}

const opening: readonly (readonly [start: string, Open])[] = [
  ["'", { kind: 'string', end: "'" }],
  ['/*', { kind: 'comment', end: '*/' }],
  ['"', { kind: 'variableName', end: '"' }],
  ['`', { kind: 'variableName', end: '`' }],
  ['[', { kind: 'variableName', end: ']' }],
];

/**
 * CodeMirror's own SQL brings the words of eight databases, four times this file and all it imports; and among its
 * keywords are `name`, `user` and `data`, which most often are columns.
 */
export const sqlTokens: StreamParser<{ open: Open | null }> = {
  name: 'sql',
  startState: () => ({ open: null }),
  copyState: ({ open }) => ({ open }),
  token(stream, state) {
    if (state.open) return readToEnd(stream, state);
    if (stream.eatSpace()) return null;
    if (stream.match(/^--.*/)) return 'comment';
    for (const [start, open] of opening) {
      if (!stream.match(start)) continue;
      state.open = open;
      return readToEnd(stream, state);
    }
    if (stream.match(/^(\d[\w.]*|\.\d\w*)/)) return 'number';
    const word = stream.match(/^[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/);
    if (Array.isArray(word)) return kindOfWord(word[0]);
    stream.next();
    return 'operator';
  },
  languageData: { closeBrackets: { brackets: ['(', '"', "'", '`'] } },
};

/** A doubled quote ends one text and begins the next, which looks the same. */
function readToEnd(stream: StringStream, state: { open: Open | null }): string | null {
  const { kind, end } = state.open ?? { kind: null, end: '' };
  if (stream.skipTo(end)) {
    stream.match(end);
    state.open = null;
  } else stream.skipToEnd();
  return kind;
}

function kindOfWord(word: string): string {
  if (/^(true|false)$/i.test(word)) return 'bool';
  if (/^null$/i.test(word)) return 'null';
  return keywords.has(word.toUpperCase()) ? 'keyword' : 'variableName';
}
