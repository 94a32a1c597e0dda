import { StreamLanguage } from '@codemirror/language';
import { createCodeMirror } from './codeMirror';
import type { CodeMirror, CodePlace, CodeSettings } from './codeSettings';
import { jsonTokens } from './jsonTokens';

const jsonLanguage = StreamLanguage.define(jsonTokens);

/** An editor for json. */
export function createEditor(place: CodePlace, settings: CodeSettings): CodeMirror {
  return createCodeMirror(place, settings, jsonLanguage);
}
