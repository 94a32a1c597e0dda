import { type CompletionSource, ifNotIn } from '@codemirror/autocomplete';
import { StreamLanguage } from '@codemirror/language';
import { keywordGroupOf } from '../../model/keywords';
import { debounce } from '../../platform/timers';
import { completionOf, completions, createCodeMirror } from './codeMirror';
import type { CodeMirror, CodePlace, CodeSettings } from './codeSettings';
import { filterTokens } from './filterTokens';
import { wordsFor } from './filterWords';

const afterChangeMs = 250;

const filterLanguage = StreamLanguage.define(filterTokens);

/** An editor for filters and rules. */
export function createEditor(place: CodePlace, settings: CodeSettings): CodeMirror {
  let { words } = settings;
  const find = (typed: string) => (words ? wordsFor(words, typed) : Promise.resolve([]));
  // So that they are there when the first letter is typed.
  const prepare = debounce(() => void find(''), afterChangeMs);
  const isRule = () => words !== undefined && 'isRule' in words && words.isRule === true;
  const editor = createCodeMirror(place, settings, [filterLanguage, completions(offer(find, isRule))]);
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

/** Offers words while one is typed, or all of them when asked to; never inside a text or a comment. */
function offer(find: (typed: string) => Promise<readonly string[]>, isRule: () => boolean): CompletionSource {
  return ifNotIn(['comment', 'string'], async (context) => {
    const typed = context.matchBefore(/[@\w.:]+/);
    const text = typed?.text ?? '';
    if (!context.explicit && (text === '' || /^\d/.test(text))) return null;
    const words = await find(text);
    return {
      from: typed?.from ?? context.pos,
      options: words.map(completionOf),
      validFor: (now) =>
        /^[@\w.:]*$/.test(now) && keywordGroupOf(now, isRule()) === keywordGroupOf(text, isRule()),
    };
  });
}
