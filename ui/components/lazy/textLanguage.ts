import { createCodeMirror } from './codeMirror';
import type { CodeMirror, CodePlace, CodeSettings } from './codeSettings';

/** An editor for text that is in no language. */
export function createEditor(place: CodePlace, settings: CodeSettings): CodeMirror {
  return createCodeMirror(place, settings);
}
