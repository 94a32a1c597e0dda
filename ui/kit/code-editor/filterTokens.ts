import type { StreamParser } from '@codemirror/language';
import { endOfQuoted, filterPieceAt } from '../../model/filter/filterPieces';

interface InText {
  /** The quote that closes the current string, which may start on an earlier line. */
  quote: string | null;
}

/** Uses the pieces of the filter parser, line by line. */
export const filterTokens: StreamParser<InText> = {
  name: 'filter',
  startState: () => ({ quote: null }),
  copyState: ({ quote }) => ({ quote }),
  token(stream, state) {
    const { string, pos } = stream;
    // An email address is a search term and no filter, so it has no colours.
    if (state.quote === null && stream.match(/^[\w.+-]+@[\w.-]+/)) return null;
    const { kind, source } = filterPieceAt(string, pos);
    const opening = state.quote === null && /["']/.test(source) ? source : null;
    state.quote ??= opening;
    if (state.quote !== null) {
      const end = endOfQuoted(string, opening ? pos + 1 : pos, state.quote);
      stream.pos = end < 0 ? string.length : end;
      if (end >= 0) state.quote = null;
      return 'string';
    }
    stream.pos = pos + source.length;
    if (kind === 'name' && string[stream.pos] === '(') return 'keyword';
    return kind === 'name' ? colourOfName(source) : colours[kind];
  },
  languageData: { closeBrackets: { brackets: ['(', '"', "'"] } },
};

const colours = {
  blank: null,
  comment: 'comment',
  number: 'number',
  operator: 'operator',
  join: 'operator',
  sign: null,
};

function colourOfName(name: string): string {
  if (name.startsWith('@')) return 'macroName';
  if (/^(true|false)$/i.test(name)) return 'bool';
  return /^null$/i.test(name) ? 'null' : 'variableName';
}
