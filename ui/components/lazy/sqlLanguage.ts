import type { Completion, CompletionSource } from '@codemirror/autocomplete';
import { StreamLanguage, type StringStream } from '@codemirror/language';
import { completions, createCodeMirror } from './codeMirror';
import type { CodeMirror, CodePlace, CodeSettings } from './codeSettings';
import { keywords, offerAt, writtenName } from './sqlWords';

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
const sqlLanguage = StreamLanguage.define<{ open: Open | null }>({
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
});

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

/** An editor for view queries and index statements. */
export function createEditor(place: CodePlace, settings: CodeSettings): CodeMirror {
  let { sql } = settings;
  const offer: CompletionSource = ({ state, pos, explicit }) => {
    const found = offerAt(sql ?? { tables: {} }, state.doc.toString(), pos, explicit);
    if (!found) return null;
    const { from, names, isQuoted } = found;
    const isUpper = /^[A-Z]/.test(state.sliceDoc(from, pos));
    return {
      from,
      options: [
        ...names.map((name) => completionOf(name, isQuoted ? name : writtenName(name))),
        // Found in whichever case it is typed, as well as a name is.
        ...found.keywords.map((word) => completionOf(isUpper ? word : word.toLowerCase(), word, -1)),
      ],
      validFor: /^\w*$/,
      getMatch: ({ displayLabel = '' }, matched = []) =>
        matched.map((at) => (displayLabel.startsWith('`') ? at + 1 : at)),
    };
  };
  const editor = createCodeMirror(place, settings, [sqlLanguage, completions(offer)]);
  return {
    update(next) {
      sql = next.sql;
      editor.update(next);
    },
    destroy: editor.destroy,
  };
}

/** Found by `label`, shown and accepted as `written`. */
function completionOf(label: string, written: string, boost = 0): Completion {
  return { label, displayLabel: written, apply: written, boost };
}
