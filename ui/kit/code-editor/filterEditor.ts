import {
  type Completion,
  type CompletionContext,
  type CompletionSource,
  ifNotIn,
  pickedCompletion,
} from '@codemirror/autocomplete';
import { StreamLanguage } from '@codemirror/language';
import type { EditorView } from '@codemirror/view';
import { debounce } from '../../base/timers';
import { keywordGroupOf } from '../../model/filter/filterKeywords';
import { escapeText } from '../../model/filter/filterTexts';
import { type ValuePlace, valuePlaceAt, valuesAt } from '../../model/filter/filterValues';
import { completionOf, completions, createCodeMirror } from './codeMirror';
import type { CodeMirror, CodePlace, CodeSettings } from './codeSettings';
import { filterTokens } from './filterTokens';
import { type FilterWords, wordsFor } from './filterWords';

const afterChangeMs = 250;

const filterLanguage = StreamLanguage.define(filterTokens);

export function createFilterEditor(place: CodePlace, settings: CodeSettings): CodeMirror {
  let { words } = settings;
  const find = (typed: string) => (words ? wordsFor(words, typed) : Promise.resolve([]));
  // Load the words early, so that they are ready at the first character.
  const prepare = debounce(() => void find(''), afterChangeMs);
  const isRule = () => words !== undefined && 'isRule' in words && words.isRule === true;
  const editor = createCodeMirror(place, settings, [
    filterLanguage,
    completions(
      offer(find, isRule, () => words),
      offerValues(() => words),
    ),
  ]);
  void find('');
  return {
    update(next) {
      if (next.words !== words) prepare();
      words = next.words;
      editor.update(next);
    },
    destroy() {
      prepare.cancel();
      editor.destroy();
    },
  };
}

/** Offers words during typing, or all words on request; never inside a string or a comment. */
function offer(
  find: (typed: string) => Promise<readonly string[]>,
  isRule: () => boolean,
  getWords: GetWords,
): CompletionSource {
  return ifNotIn(['comment', 'string'], async (context) => {
    const typed = context.matchBefore(/[@\w.:]+/);
    const text = typed?.text ?? '';
    if (!context.explicit && (text === '' || /^\d/.test(text))) return null;
    const words = await find(text);
    const values = comparedAt(context, getWords())?.values;
    const isValue = (word: string) => values?.kind === 'words' && values.words.includes(word);
    return {
      from: typed?.from ?? context.pos,
      options: words.filter((word) => !isValue(word)).map(completionOf),
      validFor: (now) =>
        /^[@\w.:]*$/.test(now) && keywordGroupOf(now, isRule()) === keywordGroupOf(text, isRule()),
    };
  });
}

type GetWords = () => FilterWords | undefined;

function comparedAt({ state, pos }: CompletionContext, words: FilterWords | undefined) {
  const place = valuePlaceAt(state.sliceDoc(0, pos));
  const values = words && place && valuesAt(words, place.path);
  return values ? { words, place, values } : null;
}

/** Values come before names, which are valid there too. */
const valueBoost = 20;

/** Offers the values for the field on the other side of the operator, also inside quotes. */
function offerValues(getWords: GetWords): CompletionSource {
  return async (context) => {
    const compared = comparedAt(context, getWords());
    if (!compared) return null;
    const { words, place, values } = compared;
    const from = context.pos - place.typed.length;
    switch (values.kind) {
      case 'words': {
        if (place.quote) return null;
        const options = values.words.map((label) => ({ label, boost: valueBoost }));
        return { from, options, validFor: /^[@\w]*$/ };
      }
      case 'texts':
        return {
          from,
          options: values.texts.map((text) => ({ ...quotedCompletion(text, place), boost: valueBoost })),
          validFor: place.quote ? /^[^"']*$/ : /^\w*$/,
        };
      case 'records': {
        if (!('collection' in words) || !words.findRecords) return null;
        const found = await words.findRecords(values.collection, place.typed, signalOf(context));
        // A record matches by its displayed text and by its id.
        const options = found.map(({ id, text }) => ({
          ...quotedCompletion(id, place),
          ...(text !== id && { detail: text }),
        }));
        return { from, options, filter: false };
      }
    }
  };
}

/** Returns a signal that the next key aborts. */
function signalOf(context: CompletionContext): AbortSignal {
  const controller = new AbortController();
  context.addEventListener('abort', () => controller.abort(), { onDocChange: true });
  return controller.signal;
}

/** Returns a completion in quotes, which replaces existing quotes. */
function quotedCompletion(text: string, { quote }: ValuePlace): Completion {
  return {
    label: text,
    apply(view: EditorView, completion: Completion, from: number, to: number) {
      const isClosed = quote !== '' && view.state.sliceDoc(to, to + 1) === quote;
      const insert = `"${escapeText(text)}"`;
      const start = from - quote.length;
      view.dispatch({
        changes: { from: start, to: to + (isClosed ? 1 : 0), insert },
        selection: { anchor: start + insert.length },
        annotations: pickedCompletion.of(completion),
        userEvent: 'input.complete',
      });
    },
  };
}
