import type { Completion, CompletionSource } from '@codemirror/autocomplete';
import { StreamLanguage } from '@codemirror/language';
import { completions, createCodeMirror } from './codeMirror';
import type { CodeMirror, CodePlace, CodeSettings } from './codeSettings';
import { sqlTokens } from './sqlTokens';
import { offerAt, writtenName } from './sqlWords';

const sqlLanguage = StreamLanguage.define(sqlTokens);

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
