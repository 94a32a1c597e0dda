import { StreamLanguage } from '@codemirror/language';
import { createCodeMirror } from './codeMirror';
import type { CodeMirror, CodePlace, CodeSettings } from './codeSettings';
import { htmlTokens } from './htmlTokens';

const htmlLanguage = StreamLanguage.define(htmlTokens);

/** An editor for HTML and mail templates. */
export function createEditor(place: CodePlace, settings: CodeSettings): CodeMirror {
  return createCodeMirror(place, settings, htmlLanguage);
}
