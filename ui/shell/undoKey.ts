import { isTyping } from '../platform/keys';
import * as toasts from '../state/toasts';

/** Ctrl+Z or Cmd+Z presses the newest Undo that is shown. In an input, the key belongs to the input. */
export function installUndoKey(): () => void {
  const handleKey = (event: KeyboardEvent) => {
    const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey);
    if (!isUndo || event.shiftKey || event.altKey || event.repeat || isTyping(event)) return;
    if (toasts.pressNewestUndo()) event.preventDefault();
  };
  document.addEventListener('keydown', handleKey);
  return () => document.removeEventListener('keydown', handleKey);
}
