import { StreamLanguage, type StringStream } from '@codemirror/language';
import { createCodeMirror } from './codeMirror';
import type { CodeMirror, CodePlace, CodeSettings } from './codeSettings';

/** By lines, without a tree: what a parser would know beyond this is not shown, and it weighs ten times as much. */
const jsonLanguage = StreamLanguage.define<{ depth: number }>({
  name: 'json',
  startState: () => ({ depth: 0 }),
  copyState: ({ depth }) => ({ depth }),
  token(stream, state) {
    if (stream.eatSpace()) return null;
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return isKey(stream) ? 'propertyName' : 'string';
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
});

function isKey(stream: StringStream): boolean {
  return /^\s*:/.test(stream.string.slice(stream.pos));
}

/** An editor for json. */
export function createEditor(place: CodePlace, settings: CodeSettings): CodeMirror {
  return createCodeMirror(place, settings, jsonLanguage);
}
