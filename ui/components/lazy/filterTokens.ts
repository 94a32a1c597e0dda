import type { StreamParser, StringStream } from '@codemirror/language';

interface InText {
  /** The quote that ends the text which the line begins or goes on in. */
  quote: string | null;
}

const patterns: readonly (readonly [RegExp, string | null])[] = [
  [/^\s+/, null],
  [/^\/\/.*/, 'comment'],
  [/^-?\d+(\.\d+)?(?![\w.:])/, 'number'],
  [/^(true|false)(?![\w.:])/i, 'bool'],
  [/^null(?![\w.:])/i, 'null'],
  [/^@[\w.:]*/, 'macroName'],
  [/^[A-Za-z_#][\w.:]*/, 'variableName'],
  [/^(\?(?=[!=<>~]))?([!<>]=|!~|[=~<>])|^&&|^\|\|/, 'operator'],
];

export const filterTokens: StreamParser<InText> = {
  name: 'filter',
  startState: () => ({ quote: null }),
  copyState: ({ quote }) => ({ quote }),
  token(stream, state) {
    if (state.quote) return readText(stream, state);
    for (const [pattern, kind] of patterns) if (stream.match(pattern)) return kind;
    const character = stream.next() ?? '';
    if (!/["']/.test(character)) return null;
    state.quote = character;
    return readText(stream, state);
  },
  languageData: { closeBrackets: { brackets: ['(', '"', "'"] } },
};

function readText(stream: StringStream, state: InText): string {
  for (let character = stream.next(); character; character = stream.next()) {
    if (character === '\\') {
      stream.next();
    } else if (character === state.quote) {
      state.quote = null;
      break;
    }
  }
  return 'string';
}
