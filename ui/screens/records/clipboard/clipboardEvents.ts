import type { BlockControl } from '../../../components/data/blockControl';
import { goToCell } from '../../../components/data/useCellCursor';
import { cellFieldByKey } from '../../../model/records/cellField';
import { isComposing } from '../../../platform/keys';
import { loadPart } from '../../../state/loadPart';
import * as staged from '../../../state/staged/staged';
import * as toasts from '../../../state/toasts';
import { type BlockedTable, copyBlock } from './blockCells';
import { clearBlock } from './clearBlock';

/**
 * Listens to copy, cut, paste, Delete and undo while a cell of the table has the focus. The events work without a
 * secure context. Their target is where the text selection is, so the document listens. Marked text keeps the browser's
 * copy.
 */
export function listenToClipboard(
  list: HTMLElement,
  block: BlockControl,
  shown: () => (BlockedTable & { canEdit: boolean }) | null,
  onShow: (sentences: readonly string[]) => void,
): () => void {
  const listening = new AbortController();

  function target() {
    const { activeElement } = document;
    const isOnCell = activeElement instanceof HTMLTableCellElement && list.contains(activeElement);
    const isText = document.getSelection()?.type === 'Range';
    const [table, range] = isOnCell ? [shown(), block.range()] : [null, null];
    return table && range && { table, range, isText };
  }

  function handleCopy(event: ClipboardEvent): void {
    const at = target();
    const isCut = event.type === 'cut';
    if (!at || !event.clipboardData || at.isText || (isCut && !at.table.canEdit)) return;
    event.preventDefault();
    const { text, html } = copyBlock(at.table, at.range);
    event.clipboardData.setData('text/plain', text);
    event.clipboardData.setData('text/html', html);
    if (isCut) void clearBlock(at.table, at.range, { isCut });
  }

  async function handlePaste(event: ClipboardEvent): Promise<void> {
    const at = target();
    const { clipboardData } = event;
    if (!at?.table.canEdit || !clipboardData) return;
    event.preventDefault();
    const pasted = {
      html: clipboardData.getData('text/html'),
      text: clipboardData.getData('text/plain'),
      hasFiles: clipboardData.files.length > 0,
    };
    // The clipboard is read: its data is there only during the event.
    const pasteCells = await loadPart(async () => (await import('../../../chunks/desk')).pasteCells);
    await pasteCells?.(at.table, at.range, pasted, onShow);
  }

  function handleKey(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    const at = target();
    if (isComposing(event) || altKey || !at?.table.canEdit) return;
    const hasCtrl = ctrlKey || metaKey;
    const isRedo = key.toLowerCase() === 'y' || shiftKey;
    if (hasCtrl && ['y', 'z'].includes(key.toLowerCase())) {
      const { collection } = at.table;
      const changed = (isRedo ? staged.redo : staged.undo)(collection);
      if (!changed) {
        // Without a step here the key presses the Undo of a message. The browser would undo what was typed in the search.
        if (isRedo || !toasts.hasUndo()) event.preventDefault();
        return;
      }
      goToCell(list, { id: changed.id, column: cellFieldByKey(collection, changed.key)?.name ?? '' });
    }
    // Without a block these keys belong to the cell.
    else if ((key === 'Delete' || key === 'Backspace') && !hasCtrl && !shiftKey && block.isMarked())
      void clearBlock(at.table, at.range);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const { signal } = listening;
  document.addEventListener('copy', handleCopy, { signal });
  document.addEventListener('cut', handleCopy, { signal });
  document.addEventListener('paste', handlePaste, { signal });
  list.addEventListener('keydown', handleKey, { signal });
  return () => listening.abort();
}
