import { isComposing } from '../../base/keys';
import { countOf } from '../../base/text';
import type { BlockControl } from '../../kit/table/blockControl';
import type { BlockRange } from '../../kit/table/cellBlock';
import { goToCell } from '../../kit/table/useCursor';
import { holdsFiles } from '../../model/types/fieldTypes';
import * as confirm from '../../page/confirm';
import { loadPart } from '../../page/loadPart';
import { report } from '../../page/report';
import * as toasts from '../../page/toasts';
import { stageCells } from '../cells/stageCells';
import * as edits from '../edits';
import { cellFieldByKey, cellFieldOf, emptyCell } from '../values/cellField';
import { type BlockedTable, copyBlock, isCopiedWhole } from './blockCells';

/**
 * Handles copy, cut, paste, Delete and undo while a cell has the focus. Clipboard events, unlike
 * `navigator.clipboard`, work without a secure context. Their target is where the text selection is, so the document
 * listens. If a text is selected, the browser copies it.
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
    // The clipboard is read by now: its data exists only during the event.
    const pasteCells = await loadPart(async () => (await import('../../app/entries/desk')).pasteCells);
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
      const changed = (isRedo ? edits.redo : edits.undo)(collection);
      if (!changed) {
        // Without a step to undo, the key presses Undo in a message. The browser's own undo would change the text in
        // the search.
        if (isRedo || !toasts.hasUndo()) event.preventDefault();
        return;
      }
      goToCell(list, { id: changed.id, column: cellFieldByKey(collection, changed.key)?.name ?? '' });
    }
    // Without a block, the cell handles these keys itself.
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

interface ClearOptions {
  /** True for a cut: values that the clipboard holds only in part stay. */
  isCut?: boolean;
}

/** Asks if the block has several rows. Ids, dates of the server and files stay. */
export async function clearBlock(
  { collection, columns, rows }: BlockedTable,
  range: BlockRange,
  { isCut = false }: ClearOptions = {},
): Promise<void> {
  const all = columns.slice(range.left, range.right + 1).flatMap((column) => {
    const cell = cellFieldOf(collection, column.name);
    return cell ? [{ column, cell }] : [];
  });
  const records = rows.slice(range.top, range.bottom + 1);
  const cleared = records.flatMap((row) =>
    all
      // A paste cannot restore files.
      .filter(({ column, cell }) =>
        isCut ? isCopiedWhole(collection, column, row) : !holdsFiles(cell.field),
      )
      .map(({ cell }) => ({ row, cell, mine: emptyCell(cell) })),
  );
  const hasKept = cleared.length < records.length * all.length;
  if (all.length === 0 && !isCut) {
    const count = range.right - range.left + 1;
    toasts.warning(`${count === 1 ? 'This column' : 'These columns'} cannot be changed.`);
    return;
  }
  if (cleared.length === 0) {
    if (hasKept) toasts.warning(isCut ? notCut : filesStay);
    return;
  }
  const count = new Set(cleared.map(({ cell }) => cell.key)).size;
  const note = hasKept ? (isCut ? ` ${partStays}` : ' Files stay.') : '';
  const question = `Clear ${countOf(count, 'column')} of ${countOf(records.length, 'record')}?${note}`;
  if (records.length > 1 && !(await confirm.ask(question))) return;
  await stageCells(collection, cleared).catch(report);
  if (records.length === 1 && hasKept && isCut) toasts.warning(partStays);
}

const filesStay = 'Files stay: they cannot be pasted again. Delete in a single file cell empties it.';
const notCut = 'Not cut: these values are too long for the clipboard. Delete empties the cells.';
const partStays = 'Values that the clipboard cannot hold whole stay.';
