import { indentNodeProp, LRLanguage } from '@codemirror/language';
import { parser } from '@lezer/html';
import { createCodeMirror } from './codeMirror';
import type { CodeMirror, CodePlace, CodeSettings } from './codeSettings';

/** Scripts and styles inside are shown as plain text: their parsers would weigh more than all the rest. */
const htmlLanguage = LRLanguage.define({
  name: 'html',
  // A new line begins below the one before it: templates are seldom well nested.
  parser: parser.configure({ props: [indentNodeProp.add({ Document: () => null })] }),
  // No pairs of ', which is an apostrophe in most texts.
  languageData: { closeBrackets: { brackets: ['(', '[', '{', '"'] } },
});

/** An editor for HTML and mail templates. */
export function createEditor(place: CodePlace, settings: CodeSettings): CodeMirror {
  return createCodeMirror(place, settings, htmlLanguage);
}
