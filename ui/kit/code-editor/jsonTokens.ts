import type { StreamParser, StringStream } from '@codemirror/language';

/** Works by lines, without a tree: a real parser would show no more and be ten times as large. */
export const jsonTokens: StreamParser<{ depth: number }> = {
  name: 'json',
  startState: () => ({ depth: 0 }),
  copyState: ({ depth }) => ({ depth }),
  token(stream, state) {
    if (stream.eatSpace()) return null;
    if (stream.eat('"')) {
      skipString(stream);
      return isKey(stream) ? 'propertyName' : 'string';
    }
    if (stream.match(/^-?\d[\d.eE+-]*/)) return 'number';
    if (stream.match(/^(true|false)(?!\w)/)) return 'bool';
    if (stream.match(/^null(?!\w)/)) return 'null';
    const character = stream.next() ?? '';
    if (/[[{]/.test(character)) state.depth += 1;
    else if (/[\]}]/.test(character)) state.depth = Math.max(state.depth - 1, 0);
    return null;
  },
  indent: ({ depth }, textAfter, { unit }) => (depth - (/^\s*[\]}]/.test(textAfter) ? 1 : 0)) * unit,
  languageData: { closeBrackets: { brackets: ['[', '{', '"'] }, indentOnInput: /^\s*[\]}]$/ },
};

/** Reads character by character: a pattern would backtrack at each character, and a text may have a million. */
function skipString(stream: StringStream): void {
  for (let letter = stream.next(); letter && letter !== '"'; letter = stream.next()) {
    if (letter === '\\') stream.next();
  }
}

function isKey(stream: StringStream): boolean {
  return /^\s*:/.test(stream.string.slice(stream.pos));
}
