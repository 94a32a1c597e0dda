import { jsonLanguage } from '@codemirror/lang-json';
import { createCodeMirror } from './codeMirror';
import type { CodeMirror, CodePlace, CodeSettings } from './codeSettings';

/** An editor for json. */
export function createEditor(place: CodePlace, settings: CodeSettings): CodeMirror {
  return createCodeMirror(place, settings, jsonLanguage);
}
