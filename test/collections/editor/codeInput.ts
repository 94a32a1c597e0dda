// Helpers for a code input after its editor chunk has loaded.

import { EditorView } from '@codemirror/view';
import { act, eventually, focus } from '../../support/render';

/** Focuses the plain input and waits until the editor replaces it. */
export async function codeEditorFor(plain: HTMLElement): Promise<EditorView> {
  const place = plain.parentElement;
  focus(plain);
  await eventually(() => plain.isConnected, false);
  const editor = EditorView.findFromDOM(place?.querySelector<HTMLElement>('.cm-editor') ?? document.body);
  if (!editor) throw new Error('There is no editor');
  return editor;
}

/** Replaces the whole text, as typing does. */
export function write(editor: EditorView, text: string): void {
  const { length } = editor.state.doc;
  act(() => editor.dispatch({ changes: { from: 0, to: length, insert: text }, userEvent: 'input.type' }));
}

/** Returns an attribute of the editor's text box. */
export function attributeOf(editor: EditorView, name: string): string | null {
  return editor.contentDOM.getAttribute(name);
}
