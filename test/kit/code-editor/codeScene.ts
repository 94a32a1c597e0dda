// The editor of CodeMirror that replaces a plain input, and its completions.
import {
  acceptCompletion,
  completionStatus,
  currentCompletions,
  startCompletion,
} from '@codemirror/autocomplete';
import { EditorView } from '@codemirror/view';
import { act, eventually, focus, type View } from '../../support/render';

/** Focuses the plain input, and waits until the editor has loaded. */
export async function editorIn(view: View): Promise<EditorView> {
  const plain = view.find<HTMLTextAreaElement>('textarea, input');
  focus(plain);
  await eventually(() => plain.isConnected, false);
  const editor = EditorView.findFromDOM(view.find('.cm-editor'));
  if (!editor) throw new Error('There is no editor');
  return editor;
}

/** Returns the completions, the best first. */
export async function ask(editor: EditorView): Promise<string[]> {
  act(() => startCompletion(editor));
  await eventually(() => completionStatus(editor.state) === 'pending', false);
  return currentCompletions(editor.state).map(({ label, displayLabel = label, detail }) =>
    detail ? `${displayLabel} ${detail}` : displayLabel,
  );
}

/** Repeats it, because the list ignores keys for a moment after it opens. */
export const accept = (editor: EditorView) =>
  eventually(() => act(async () => acceptCompletion(editor)), true);
