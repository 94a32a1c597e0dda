// The table of records is a `role="grid"`: its values are edited in place, so the cells take the focus, and screen
// readers send the arrow keys to the page. The cursor is a record and a column, never a position, so it stays when
// rows move. The attributes of the focus are set by hand, because two attributes that React sets on each cell make
// scrolling a third slower. Tables without edited values stay lists of lines. Rejected: `aria-activedescendant`,
// which VoiceOver follows badly.

import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { controlsIn } from '../../base/focus';
import type { CellPlace } from './cellBlock';
import { columnPlace } from './cellPlaces';
import {
  headPlace,
  indexOfKey,
  lineAt,
  lineForKey,
  lineOf,
  nearestLine,
  pageOf,
  placeOf,
} from './useRovingFocus';

export interface CellCursorOptions {
  /** False: the table has other stops, and this hook does nothing. */
  isOn: boolean;
  count: number;
  /** Returns the key of a row. */
  keyAt: (index: number) => string;
  /** The keys of the columns in their order. */
  columns: readonly string[];
  /** The column of the cursor before the table has had the focus. */
  firstColumn: string;
  /** The row with the Tab stop before the table has had the focus. */
  start: number;
  /** The rows are about to be replaced, so no key changes them. */
  isDimmed: boolean;
  /** The scrolling element; gets the focus when the table has lost its last row. */
  list: RefObject<HTMLElement | null>;
  /** Called when the row with the focus has left the table, and another row has it now. */
  onLost?: (() => void) | undefined;
}

const goEvent = 'gotocell';
const lostEvent = 'lostcell';
/**
 * A pause that ends the typing. Keys before it were meant for a row that has left the table, or are the rest of a word
 * that began while the rows were read.
 */
const pauseMs = 1000;

/**
 * Puts the cursor of a table on a cell and scrolls to it. A hidden column leaves the cursor in its own; a row that is
 * not in the table changes nothing.
 */
export function goToCell(list: HTMLElement, place: CellPlace): void {
  list.dispatchEvent(new CustomEvent(goEvent, { detail: place }));
}

/** Moves the focus from an editor, whose row was removed, to the cursor. Returns false if the table has no Tab stop. */
export function leaveLostRow(list: HTMLElement): boolean {
  return !list.dispatchEvent(new Event(lostEvent, { cancelable: true }));
}

interface Place {
  key: string;
  index: number;
}

/**
 * Makes a table one Tab stop whose arrow keys lead from cell to cell. The cursor stays with its record and its
 * column. Its row is drawn even when it is scrolled away. The attributes are set by hand: two attributes on each
 * cell would make scrolling a third slower.
 */
export function useCellCursor(options: CellCursorOptions) {
  const { count, keyAt, columns, firstColumn, start, list, onLost } = options;
  const [place, setPlace] = useState<Place | null>(null);
  const column = useRef(firstColumn);
  const marked = useRef<HTMLElement | null>(null);
  const ignoresUntil = useRef(0);
  const found = place === null ? -1 : indexOfKey(place, count, keyAt);
  // During this render the old rows are still mounted, and a cell of one may have the focus.
  const hadFocus = place !== null && found < 0 && list.current?.contains(document.activeElement) === true;
  const stop = found >= 0 ? found : nearestLine(place?.index ?? start, 1, count, keyAt);
  /** The cursor's column may have been hidden since. */
  const columnAt = () =>
    [column.current, firstColumn].map((key) => columns.indexOf(key)).find((at) => at >= 0) ?? 0;

  // The row may have moved, by a sort or a new record.
  if (place !== null && found >= 0 && found !== place.index) setPlace({ ...place, index: found });

  /** Gives the Tab stop to an element, and takes it from the last one. */
  function mark(element: HTMLElement | null): void {
    if (element === marked.current) return;
    if (marked.current?.tagName === 'TD') marked.current.removeAttribute('tabindex');
    else if (marked.current) marked.current.tabIndex = -1;
    if (element) element.tabIndex = 0;
    marked.current = element;
  }

  function stopAt(index: number, at: number): HTMLElement | null {
    const line = list.current?.querySelector<HTMLElement>(lineAt(index));
    const cell = line?.children[at];
    // A search for controls makes the browser compute styles, so look into this cell first.
    return (cell && stopOf(cell)) ?? (line && stopsOf(line).find((one) => one !== null)) ?? null;
  }

  function focusCell(index: number, at: number): void {
    // Draws the row first, because it may be outside the window; the header is always drawn.
    if (index !== headPlace) flushSync(() => setPlace({ key: keyAt(index), index }));
    const element = stopAt(index, at);
    column.current = columns[at] ?? firstColumn;
    mark(element);
    element?.focus();
  }

  /**
   * Moves the focus to the row that replaced the removed one. Ignores keys that would change it for a second, because
   * they were meant for the removed row.
   */
  function leaveRow(): void {
    marked.current?.focus({ preventScroll: true });
    ignoresUntil.current = performance.now() + pauseMs;
    onLost?.();
  }

  useLayoutEffect(() => {
    if (!options.isOn) return;
    // The focus keeps the Tab stop. The header may have it, or a row that is scrolled away.
    if (marked.current?.isConnected && document.activeElement === marked.current) return;
    const element = stopAt(stop < 0 ? headPlace : stop, columnAt());
    mark(element);
    if (!hadFocus || (document.activeElement && document.activeElement !== document.body)) return;
    if (stop < 0) list.current?.focus({ preventScroll: true });
    else leaveRow();
  });

  useEffect(() => {
    const element = list.current;
    if (!options.isOn || !element) return;
    const go = (event: Event) => {
      const { id, column: name } = (event as CustomEvent<CellPlace>).detail;
      const index = indexOfKey({ key: id, index: 0 }, count, keyAt);
      if (index < 0) return;
      const at = columns.indexOf(name);
      focusCell(index, at < 0 ? columnAt() : at);
      // A cell that has the focus already may be scrolled away.
      marked.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    };
    const leave = (event: Event) => {
      if (!marked.current?.isConnected) return;
      event.preventDefault();
      leaveRow();
    };
    element.addEventListener(goEvent, go);
    element.addEventListener(lostEvent, leave);
    return () => {
      element.removeEventListener(goEvent, go);
      element.removeEventListener(lostEvent, leave);
    };
  });

  return {
    /** Index of the row with the Tab stop; -1 if there is none. */
    stop,

    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const isPaused = performance.now() < ignoresUntil.current && canChange(event);
      if (isPaused || (options.isDimmed && isTyped(event))) {
        ignoresUntil.current = performance.now() + pauseMs;
        event.preventDefault();
        return;
      }
      const line = lineOf(event);
      if (!line || event.shiftKey || event.altKey) return;
      const at = stopsOf(line).indexOf(event.target as HTMLElement);
      if (at < 0) return;
      const to = columnForKey(event, line, at);
      if (to !== null) {
        event.preventDefault();
        if (to !== at) focusCell(placeOf(line), to);
        return;
      }
      const isEdge = event.key === 'Home' || event.key === 'End';
      if (isEdge !== (event.ctrlKey || event.metaKey)) return;
      const index = placeOf(line);
      const next = lineForKey(event.key, index, pageOf(list.current, line), {
        first: headPlace,
        count,
        keyAt,
      });
      if (next === null) return;
      event.preventDefault();
      if (next !== index) focusCell(next, at);
    },

    onFocus: (event: FocusEvent<HTMLElement>) => {
      const line = lineOf(event);
      const cell = event.target.closest<HTMLElement>('td, th');
      if (!line || !cell) return;
      column.current = columns[columnPlace(cell)] ?? column.current;
      const index = placeOf(line);
      // A press on a control that is no stop leaves the stop to its cell.
      mark(stopOf(cell) ?? event.target);
      if (index === headPlace) return;
      const key = keyAt(index);
      setPlace((last) => (last?.key === key && last.index === index ? last : { key, index }));
    },

    /** A press puts the cursor on its cell: the browser focuses what can have the focus. */
    onMouseDown: ({ target, currentTarget }: MouseEvent<HTMLElement>) => {
      ignoresUntil.current = 0;
      const cell = target instanceof Element ? target.closest<HTMLElement>('td') : null;
      if (!cell || !currentTarget.contains(cell) || hasOwnControl(cell)) return;
      if (!cell.hasAttribute('tabindex')) cell.tabIndex = -1;
      cell.addEventListener('blur', () => cell !== marked.current && cell.removeAttribute('tabindex'), {
        once: true,
      });
    },
  };
}

/** True if the key begins a new value of a cell. */
const isTyped = ({ key, target, ctrlKey, metaKey }: KeyboardEvent) =>
  target instanceof HTMLTableCellElement && key.length === 1 && key !== ' ' && !ctrlKey && !metaKey;

/** True if the key changes a cell, or opens its editor. */
const canChange = ({ key, ctrlKey, metaKey }: KeyboardEvent) =>
  ctrlKey || metaKey
    ? /^[vx]$/i.test(key)
    : key.length === 1 || ['Enter', 'F2', 'Delete', 'Backspace', 'Insert'].includes(key);

/** True if a control, such as a checkbox, takes the focus of its cell. */
const hasOwnControl = (cell: HTMLElement) => cell.hasAttribute('data-control');

/** Returns the stop of each cell of a line. */
const stopsOf = (line: HTMLElement) => [...line.children].map(stopOf);

/** Returns the control of a cell, or the cell; null for a header without a control. */
function stopOf(cell: Element): HTMLElement | null {
  if (!(cell instanceof HTMLElement)) return null;
  const isHead = cell.tagName === 'TH';
  const control = isHead || hasOwnControl(cell) ? controlsIn(cell)[0] : undefined;
  return control ?? (isHead ? null : cell);
}

/** Returns the column that a key moves to; null for a key that does not move in the row. */
function columnForKey(
  { key, ctrlKey, metaKey }: KeyboardEvent,
  line: HTMLElement,
  at: number,
): number | null {
  const stops = stopsOf(line);
  const isStop = (index: number) => stops[index] !== null && stops[index] !== undefined;
  if (ctrlKey || metaKey) return null;
  if (key === 'Home') return stops.findIndex((_, index) => isStop(index));
  if (key === 'End') return stops.findLastIndex((_, index) => isStop(index));
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return null;
  const step = key === 'ArrowLeft' ? -1 : 1;
  let to = at + step;
  while (to >= 0 && to < stops.length && !isStop(to)) to += step;
  return isStop(to) ? to : at;
}
