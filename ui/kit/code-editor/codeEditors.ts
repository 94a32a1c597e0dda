import type { Completion, CompletionSource } from '@codemirror/autocomplete';
import { StreamLanguage } from '@codemirror/language';
import { completions, createCodeMirror } from './codeMirror';
import type { CodeMirror, CodePlace, CodeSettings } from './codeSettings';
import { htmlTokens } from './htmlTokens';
import { jsonTokens } from './jsonTokens';
import { sqlTokens } from './sqlTokens';
import { offerAt, quoteName } from './sqlWords';

const htmlLanguage = StreamLanguage.define(htmlTokens);
const jsonLanguage = StreamLanguage.define(jsonTokens);
const sqlLanguage = StreamLanguage.define(sqlTokens);

export function createTextEditor(place: CodePlace, settings: CodeSettings): CodeMirror {
  return createCodeMirror(place, settings);
}

export function createJsonEditor(place: CodePlace, settings: CodeSettings): CodeMirror {
  return createCodeMirror(place, settings, jsonLanguage);
}

export function createHtmlEditor(place: CodePlace, settings: CodeSettings): CodeMirror {
  return createCodeMirror(place, settings, htmlLanguage);
}

export function createSqlEditor(place: CodePlace, settings: CodeSettings): CodeMirror {
  let { sql } = settings;
  const offer: CompletionSource = ({ state, pos, explicit }) => {
    const found = offerAt(sql ?? { tables: {} }, state.doc.toString(), pos, explicit);
    if (!found) return null;
    const { from, names, isQuoted } = found;
    const isUpper = /^[A-Z]/.test(state.sliceDoc(from, pos));
    return {
      from,
      options: [
        ...names.map((name) => completionOf(name, isQuoted ? name : quoteName(name))),
        // Match keywords case-insensitively, like names.
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

/** Matches `label`; shows and inserts `written`. */
function completionOf(label: string, written: string, boost = 0): Completion {
  return { label, displayLabel: written, apply: written, boost };
}
