import { isComposing } from '../../base/keys';
import { countOf } from '../../base/text';
import { announce } from '../basics/announce';
import { type BlockRange, type CellBlock, type CellPlace, isInRange, isSameCell, rangeOf } from './cellBlock';
import { columnPlace, drawnPlaces } from './cellPlaces';

export interface BlockTable {
  readonly ids: readonly string[];
  /** The columns that a block can hold, in their order. */
  readonly columns: readonly string[];
  /** All columns; null for those that no block holds. */
  readonly places: readonly (string | null)[];
  /** False: there are no blocks, only the cell with the cursor. */
  readonly isOn: boolean;
}

/**
 * Marks a block of cells: by Shift with a key that moves the cursor, by Shift and a click, by dragging the mouse, and
 * by Ctrl+A. A drag beyond the edge scrolls the table. A plain move of the cursor ends the block. The marks are set by
 * hand on the drawn cells, as the cursor is.
 */
export type BlockControl = ReturnType<typeof controlBlock>;

/** The keys that lead to another row; Home and End do with Ctrl. */
const rowKeys: ReadonlySet<string> = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown']);
const edgeKeys: ReadonlySet<string> = new Set(['Home', 'End']);

/** How fast the table scrolls while the mouse is held beyond its edge, in CSS pixels a millisecond. */
const slowest = 0.25;
const fastest = 2;
/** A late frame scrolls no farther than in this time. */
const longestFrameMs = 50;

/** These elements handle their own presses. */
const controls = 'a, button, input, label, select, textarea';

export function controlBlock(list: HTMLElement, table: () => BlockTable) {
  let block: CellBlock | null = null;
  /** The cell with the focus when the block was marked. */
  let cursor: CellPlace | null = null;
  /** The next move of the cursor marks a block that begins here. */
  let extendsFrom: CellPlace | null = null;
  let dragsFrom: CellPlace | null = null;
  /** The mouse, held beyond the rows; null inside. */
  let beyond: { x: number; y: number } | null = null;
  let frame = 0;
  let isMouse = false;
  /** The press has marked a block, so its click must not open the row. */
  let hasMarked = false;
  let marked = new Set<Element>();
  const observer = new MutationObserver(draw);
  const listening = new AbortController();

  const markedRange = () => {
    const { ids, columns } = table();
    return block && rangeOf(block, ids, columns);
  };

  function placeOf(cell: Element | null): CellPlace | null {
    const { ids, places } = table();
    const id = ids[rowOf(cell)];
    const column = cell && places[columnPlace(cell)];
    return id !== undefined && column ? { id, column } : null;
  }

  function cellOf(target: EventTarget | null): HTMLElement | null {
    const cell = target instanceof Element ? target.closest<HTMLElement>('td') : null;
    return cell && list.contains(cell) ? cell : null;
  }

  function mark(next: CellBlock | null): void {
    block = next && isSameCell(next.anchor, next.head) ? null : next;
    cursor = placeOf(cellOf(document.activeElement));
    observer.disconnect();
    if (block) observer.observe(list, { childList: true, subtree: true });
    draw();
    const range = markedRange();
    if (!range) return;
    const rows = countOf(range.bottom - range.top + 1, 'row');
    announce(`${rows}, ${countOf(range.right - range.left + 1, 'column')}`);
  }

  function draw(): void {
    const range = markedRange();
    const now = new Set(range ? drawnCells(range) : []);
    for (const cell of marked) if (!now.has(cell)) unmark(cell);
    for (const cell of now) {
      cell.setAttribute('data-block', '');
      cell.setAttribute('aria-selected', 'true');
    }
    marked = now;
    const grid = list.querySelector('[role="grid"]');
    if (range) grid?.setAttribute('aria-multiselectable', 'true');
    else grid?.removeAttribute('aria-multiselectable');
  }

  function drawnCells(range: BlockRange): Element[] {
    const { columns, places } = table();
    return [...list.querySelectorAll('tr[data-index]')].flatMap((line) => {
      const row = Number(line.getAttribute('data-index'));
      if (row < range.top || row > range.bottom) return [];
      return drawnPlaces(line).filter((_, place) => {
        const column = places[place];
        return column ? isInRange(range, row, columns.indexOf(column)) : false;
      });
    });
  }

  /** Puts the cursor on a cell, and marks from the anchor to it. */
  function markTo(anchor: CellPlace, head: CellPlace, cell: HTMLElement, isDrag = false): void {
    block = { anchor, head };
    cursor = head;
    if (!cell.hasAttribute('tabindex')) cell.tabIndex = -1;
    // Under the pointer the table must not move.
    cell.focus({ preventScroll: isDrag });
    mark(block);
  }

  function handleKey(event: KeyboardEvent): void {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    const cell = cellOf(event.target);
    if (!cell || event.target !== cell || altKey || isComposing(event)) return;
    const isOn = table().isOn;
    if (key === 'Escape' && block) {
      handleRelease();
      mark(null);
    } else if (key.toLowerCase() === 'a' && (ctrlKey || metaKey) && !shiftKey && isOn) markAll();
    else if (!shiftKey || !isOn || !extend(cell, key, ctrlKey || metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Marks to the cell that a key leads to. Returns false for other keys. */
  function extend(cell: HTMLElement, key: string, hasCtrl: boolean): boolean {
    const place = placeOf(cell);
    if (!place) return false;
    const anchor = block && isSameCell(block.head, place) ? block.anchor : place;
    if (hasCtrl ? edgeKeys.has(key) : rowKeys.has(key)) {
      // The heads are above the first row, and no part of a block.
      if (key === 'ArrowUp' && rowOf(cell) === 0) return true;
      // Sends the key again without Shift: the cursor draws the row and moves there.
      extendsFrom = anchor;
      cell.dispatchEvent(
        new KeyboardEvent('keydown', { key, ctrlKey: hasCtrl, bubbles: true, cancelable: true }),
      );
      extendsFrom = null;
      return true;
    }
    const { columns, places } = table();
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: columns.indexOf(place.column) - 1,
      ArrowRight: columns.indexOf(place.column) + 1,
      Home: 0,
      End: columns.length - 1,
    };
    const to = steps[key];
    if (to === undefined || hasCtrl) return false;
    const column = columns[to];
    const next = column === undefined ? null : drawnPlaces(cell.parentElement)[places.indexOf(column)];
    if (column !== undefined && next instanceof HTMLElement) markTo(anchor, { ...place, column }, next);
    return true;
  }

  function markAll(): void {
    const { ids, columns } = table();
    const [[top, bottom], [left, right]] = [endsOf(ids), endsOf(columns)];
    if (top === undefined || bottom === undefined || left === undefined || right === undefined) return;
    mark({ anchor: { id: top, column: left }, head: { id: bottom, column: right } });
  }

  function handleFocus({ target }: Event): void {
    const cell = cellOf(target);
    if (!cell) return;
    const place = placeOf(cell);
    if (extendsFrom && place) mark({ anchor: extendsFrom, head: place });
    else if (block && !(place && cursor && isSameCell(place, cursor))) mark(null);
  }

  function handlePress(event: MouseEvent): void {
    hasMarked = false;
    dragsFrom = null;
    const cell = cellOf(event.target);
    if (!cell || !isMouse || !table().isOn) return;
    // A press that opens the menu of a block keeps the block.
    if (event.button !== 0) {
      if (marked.has(cell)) event.preventDefault();
      return;
    }
    const isOnControl = event.target instanceof Element && event.target.closest(controls) !== null;
    const place = isOnControl ? null : placeOf(cell);
    if (!event.shiftKey || !place) {
      mark(null);
      dragsFrom = place;
      return;
    }
    // Without this the browser selects the text between.
    event.preventDefault();
    hasMarked = true;
    markTo(block?.anchor ?? placeOf(cellOf(document.activeElement)) ?? place, place, cell);
  }

  function handleMove(event: PointerEvent): void {
    if (!dragsFrom) return;
    // No button is held any longer: it was released outside the window.
    if ((event.buttons & 1) === 0) {
      handleRelease();
      return;
    }
    const { clientX: x, clientY: y } = event;
    const { left, right, top, bottom } = rowsBox();
    beyond = x < left || x > right || y < top || y > bottom ? { x, y } : null;
    if (!beyond) dragTo(cellOf(event.target));
    else if (frame === 0) startScrolling();
  }

  function startScrolling(): void {
    let last = performance.now();
    const scrollOn = (now: number) => {
      frame = 0;
      if (!dragsFrom || !beyond) return;
      const ms = Math.min(now - last, longestFrameMs);
      last = now;
      const { left, right, top, bottom } = rowsBox();
      const { x, y } = beyond;
      list.scrollBy({
        left: ms * speedBeyond(x, left, right),
        top: ms * speedBeyond(y, top, bottom),
        behavior: 'instant',
      });
      // The columns that stay cover those that come into view at the left.
      const start = x < left && list.scrollLeft > 0 ? left + stickyWidth() : left;
      dragTo(cellOf(document.elementFromPoint(within(x, start, right), within(y, top, bottom))));
      frame = requestAnimationFrame(scrollOn);
    };
    frame = requestAnimationFrame(scrollOn);
  }

  /** The visible part of the rows, in the window. */
  function rowsBox() {
    const { left, top } = list.getBoundingClientRect();
    const head = list.querySelector('thead')?.getBoundingClientRect();
    return {
      left,
      right: left + list.clientWidth,
      top: head?.bottom ?? top,
      bottom: top + list.clientHeight,
    };
  }

  function stickyWidth(): number {
    const cells = [...(list.querySelector('tr[data-index]')?.children ?? [])];
    return cells
      .filter((cell) => getComputedStyle(cell).position === 'sticky')
      .reduce((sum, cell) => sum + cell.clientWidth, 0);
  }

  /** Marks from the cell of the press to this one. Inside the first cell, the drag selects text instead. */
  function dragTo(cell: HTMLElement | null): void {
    const place = cell && placeOf(cell);
    if (!dragsFrom || !cell || !place || (!hasMarked && isSameCell(place, dragsFrom))) return;
    list.setAttribute('data-drag', '');
    document.getSelection()?.removeAllRanges();
    hasMarked = true;
    if (!cursor || !isSameCell(place, cursor)) markTo(dragsFrom, place, cell, true);
  }

  function handleRelease(): void {
    dragsFrom = null;
    beyond = null;
    cancelAnimationFrame(frame);
    frame = 0;
    list.removeAttribute('data-drag');
  }

  function handleClick(event: MouseEvent): void {
    // A click by a key, which has detail 0, follows no press.
    if (!hasMarked || event.detail === 0) return;
    hasMarked = false;
    event.preventDefault();
    event.stopPropagation();
  }

  const { signal } = listening;
  list.addEventListener('keydown', handleKey, { signal });
  list.addEventListener('focusin', handleFocus, { signal });
  list.addEventListener('pointerdown', (event) => (isMouse = event.pointerType === 'mouse'), { signal });
  list.addEventListener('mousedown', handlePress, { signal });
  document.addEventListener('pointermove', handleMove, { signal });
  list.addEventListener('click', handleClick, { signal, capture: true });
  document.addEventListener('pointerup', handleRelease, { signal });
  document.addEventListener('pointercancel', handleRelease, { signal });
  window.addEventListener('blur', handleRelease, { signal });

  return {
    /** Returns the block, or the cell with the cursor; null without either. */
    range(): BlockRange | null {
      const { ids, columns } = table();
      const place = placeOf(cellOf(document.activeElement));
      return markedRange() ?? (place && rangeOf({ anchor: place, head: place }, ids, columns));
    },
    /** True for a block of several cells. */
    isMarked: () => markedRange() !== null,
    /** Marks the drawn cells again, after the rows or columns have changed. */
    draw(): void {
      // Forget a block whose ends have left the table, or it would return with them.
      if (block && (!table().isOn || !markedRange())) mark(null);
      else if (block) draw();
    },
    stop(): void {
      listening.abort();
      handleRelease();
      observer.disconnect();
      block = null;
      draw();
    },
  };
}

/** In CSS pixels a millisecond: negative before the first edge, positive behind the last, and 0 between them. */
function speedBeyond(at: number, first: number, last: number): number {
  const distance = at < first ? at - first : Math.max(at - last, 0);
  const speed = Math.min(slowest + Math.abs(distance) / 100, fastest);
  return distance === 0 ? 0 : Math.sign(distance) * speed;
}

/** Returns the nearest place that is surely between the edges. */
const within = (at: number, first: number, last: number) => Math.min(Math.max(at, first + 2), last - 2);

function unmark(cell: Element): void {
  cell.removeAttribute('data-block');
  cell.removeAttribute('aria-selected');
}

const rowOf = (cell: Element | null) =>
  Number(cell?.closest<HTMLElement>('[data-index]')?.dataset['index'] ?? -1);

const endsOf = (all: readonly string[]) => [all[0], all.at(-1)] as const;
