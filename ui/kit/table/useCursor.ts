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
import { hasModifier } from '../../base/keys';
import type { CellPlace } from './cellBlock';
import { columnPlace } from './cellPlaces';

export interface CursorOptions {
  /** The number of lines; an element of each has its index as `data-index`. */
  count: number;
  /** Returns the key of a line; null for one that takes no focus, such as the name of a group. */
  keyAt: (index: number) => string | null;
  /** The line with the Tab stop before the list has had the focus. */
  start: number;
  /** The scrolling element; gets the focus when the list has lost its last line. */
  list: RefObject<HTMLElement | null>;
  /** A new value forgets where the focus was, unless it is still there. */
  resetKey?: string | undefined;
  /** Set for a grid, whose cells take the focus. */
  cells?: CursorCells | null;
}

interface CursorCells {
  columns: readonly string[];
  /** The column of the cursor before the table has had the focus. */
  firstColumn: string;
  /** The rows are about to be replaced, so no key changes them. */
  isDimmed: boolean;
  /** Called when the row with the focus has left the table, and another row has it now. */
  onLost?: (() => void) | undefined;
}

const goEvent = 'gotocell';
const lostEvent = 'lostcell';
/**
 * In milliseconds without a key. Keys before that pause were meant for a row that has left the table, or belong to a
 * word that began while the rows were read.
 */
const pauseMs = 1000;

/**
 * Puts the cursor of a grid on a cell and scrolls to it. A hidden column leaves the cursor in its own; a row that is
 * not in the table changes nothing.
 */
export function goToCell(list: HTMLElement, place: CellPlace): void {
  list.dispatchEvent(new CustomEvent(goEvent, { detail: place }));
}

/** Moves the focus from an editor, whose row was removed, to the cursor. Returns false if the grid has no Tab stop. */
export function leaveLostRow(list: HTMLElement): boolean {
  return !list.dispatchEvent(new Event(lostEvent, { cancelable: true }));
}

/** Returns the list with a cursor around the element. */
export function listOf(element: Element | null): HTMLElement | null {
  return element?.closest<HTMLElement>('[data-list]') ?? null;
}

/** Focuses the line with the Tab stop; false if the list has none. */
export function focusStop(list: Element): boolean {
  const stop = list.querySelector<HTMLElement>('[tabindex="0"]');
  stop?.focus({ preventScroll: true });
  return stop !== null && stop !== undefined;
}

interface Place {
  key: string;
  index: number;
}

/**
 * Makes a list one Tab stop. Up, Down, PageUp, PageDown, Home and End move between lines. Left and Right move
 * through the controls of a line, or from the line itself if it takes the focus. The line at `stop`, or its
 * first control, has tabindex 0 and is rendered even when it is scrolled away. All other controls have -1. A
 * header above the lines, `data-head`, is a Tab stop of its own; Up reaches it too.
 *
 * In a grid, arrow keys lead from cell to cell, also in the header. Home and End stay in the row; with Ctrl they move
 * between rows. The hook itself sets the tabindex of the cells.
 */
export function useCursor({ count, keyAt, start, list, resetKey, cells = null }: CursorOptions) {
  const [place, setPlace] = useState<Place | null>(null);
  const [knownReset, setKnownReset] = useState(resetKey);
  const column = useRef(cells?.firstColumn ?? '');
  const marked = useRef<HTMLElement | null>(null);
  const ignoresUntil = useRef(0);
  const found = place === null ? -1 : indexOfKey(place, count, keyAt);
  // During this render the old lines are still mounted, and one of them may have the focus. React sends no
  // focus event when a dialog that it removes returns the focus.
  const { activeElement } = document;
  const isInList = place !== null && list.current?.contains(activeElement);
  const focused = isInList && (found < 0 || activeElement?.closest('[data-index]')) ? activeElement : null;
  const stop = found >= 0 ? found : nearestLine(place?.index ?? start, 1, count, keyAt);

  // The line may have moved, by a sort or a new record.
  if (place !== null && found >= 0 && found !== place.index) setPlace({ ...place, index: found });
  if (resetKey !== knownReset) {
    setKnownReset(resetKey);
    if (!isInList && !cells) setPlace(null);
  }

  /** The column of the cursor in a grid, which may have been hidden since. */
  const columnAt = () =>
    [column.current, cells?.firstColumn]
      .map((key) => cells?.columns.indexOf(key ?? '') ?? -1)
      .find((at) => at >= 0) ?? 0;

  const stopsOf = (line: HTMLElement): (HTMLElement | null)[] =>
    cells
      ? [...line.children].map(stopOfCell)
      : [...(line.hasAttribute('tabindex') ? [line] : []), ...controlsIn(line)];

  function stopAt(index: number, at: number): HTMLElement | null {
    const line = list.current?.querySelector<HTMLElement>(
      index === headPlace ? '[data-head]' : `[data-index="${index}"]`,
    );
    if (!line) return null;
    // A search for controls makes the browser compute styles, so look into this cell of a grid first.
    const cell = cells && line.children[at];
    if (cell && stopOfCell(cell)) return stopOfCell(cell);
    const stops = stopsOf(line);
    return stops[at] ?? stops.find((one) => one !== null) ?? null;
  }

  /** Gives the Tab stop of a grid to an element, and takes it from the last one. */
  function mark(element: HTMLElement | null): void {
    if (!cells || element === marked.current) return;
    if (marked.current?.tagName === 'TD') marked.current.removeAttribute('tabindex');
    else if (marked.current) marked.current.tabIndex = -1;
    if (element) element.tabIndex = 0;
    marked.current = element;
  }

  function focusAt(index: number, at: number): void {
    // Renders the line first, because it may be outside the window; the header is always rendered.
    const key = index === headPlace ? null : keyAt(index);
    if (key !== null) flushSync(() => setPlace({ key, index }));
    const element = stopAt(index, at);
    if (cells) column.current = cells.columns[at] ?? cells.firstColumn;
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
    cells?.onLost?.();
  }

  useLayoutEffect(() => {
    // The focus keeps the Tab stop. The header may have it, or a row that is scrolled away.
    const isOnStop = marked.current?.isConnected && document.activeElement === marked.current;
    if (cells && !isOnStop) mark(stopAt(stop < 0 ? headPlace : stop, columnAt()));
    // From here on, the element with the focus is gone: its line was removed, or only the control.
    if (focused === null || focused.isConnected) return;
    if (document.activeElement && document.activeElement !== document.body) return;
    if (stop < 0) list.current?.focus({ preventScroll: true });
    else if (cells && found < 0) leaveRow();
    else (cells ? marked.current : stopAt(stop, 0))?.focus();
  });

  useEffect(() => {
    const element = list.current;
    if (!cells || !element) return;
    const go = (event: Event) => {
      const { id, column: name } = (event as CustomEvent<CellPlace>).detail;
      const index = indexOfKey({ key: id, index: 0 }, count, keyAt);
      if (index < 0) return;
      const at = cells.columns.indexOf(name);
      focusAt(index, at < 0 ? columnAt() : at);
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
    /** Index of the line with the Tab stop; -1 if there is none. */
    stop,

    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const isPaused = performance.now() < ignoresUntil.current && canChange(event);
      if (isPaused || (cells?.isDimmed && isTyped(event))) {
        ignoresUntil.current = performance.now() + pauseMs;
        event.preventDefault();
        return;
      }
      const { key } = event;
      const line = lineOf(event);
      if (!line || event.shiftKey || event.altKey) return;
      const stops = stopsOf(line);
      const at = stops.indexOf(event.target as HTMLElement);
      // In a grid, Home and End stay in the row, and move between rows with Ctrl.
      const hasCtrl = hasModifier(event);
      const isEdge = key === 'Home' || key === 'End';
      const isInRow = key === 'ArrowLeft' || key === 'ArrowRight' || (cells && isEdge);
      if (cells ? at < 0 || (hasCtrl && !isEdge) : hasCtrl) return;
      if (isInRow && !hasCtrl) {
        const to = columnForKey(key, stops, at);
        if (to === at && !cells) return;
        event.preventDefault();
        if (to === at) return;
        if (cells) focusAt(placeOf(line), to);
        else stops[to]?.focus();
        return;
      }
      const index = placeOf(line);
      const first = list.current?.querySelector('[data-head]') ? headPlace : 0;
      const to = lineForKey(key, index, pageOf(list.current, line), { first, count, keyAt });
      if (to === null) return;
      event.preventDefault();
      if (to !== index) focusAt(to, at);
    },

    onFocus: (event: FocusEvent<HTMLElement>) => {
      const line = lineOf(event);
      const cell = cells && event.target.closest<HTMLElement>('td, th');
      if (cells && (!line || !cell)) return;
      if (cell) {
        column.current = cells?.columns[columnPlace(cell)] ?? column.current;
        // A press on a control that is no stop leaves the stop to its cell.
        mark(stopOfCell(cell) ?? event.target);
      }
      const index = placeOf(line);
      const key = index === headPlace ? null : keyAt(index);
      if (key === null) return;
      setPlace((last) => (last?.key === key && last.index === index ? last : { key, index }));
    },

    /** A press puts the cursor on its cell: the browser focuses what can have the focus. */
    onMouseDown: ({ target, currentTarget }: MouseEvent<HTMLElement>) => {
      ignoresUntil.current = 0;
      const cell = cells && target instanceof Element ? target.closest<HTMLElement>('td') : null;
      if (!cell || !currentTarget.contains(cell) || hasOwnControl(cell)) return;
      if (!cell.hasAttribute('tabindex')) cell.tabIndex = -1;
      cell.addEventListener('blur', () => cell !== marked.current && cell.removeAttribute('tabindex'), {
        once: true,
      });
    },
  };
}

const headPlace = -1;

/** Null for events that React bubbles from a menu, an editor or a dialog that a line opened elsewhere in the document. */
function lineOf({ target, currentTarget }: { target: EventTarget; currentTarget: HTMLElement }) {
  if (!(target instanceof HTMLElement) || !currentTarget.contains(target)) return null;
  return target.closest<HTMLElement>('[data-index], [data-head]');
}

function placeOf(line: HTMLElement | null): number {
  return Number(line?.dataset['index'] ?? headPlace);
}

/** Returns the number of lines that are visible at once, minus one. */
function pageOf(list: HTMLElement | null, line: HTMLElement): number {
  return Math.max(Math.floor((list?.clientHeight ?? 0) / (line.offsetHeight || 1)) - 2, 1);
}

type Lines = Pick<CursorOptions, 'count' | 'keyAt'>;

/** Returns the line that a key moves to; null for a key that the list does not handle. */
function lineForKey(
  key: string,
  index: number,
  page: number,
  { first, count, keyAt }: Lines & { first: number },
): number | null {
  const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page };
  if (key === 'Home') return nearestLine(0, 1, count, keyAt);
  if (key === 'End') return nearestLine(count - 1, -1, count, keyAt);
  const step = steps[key];
  if (step === undefined) return null;
  const wanted = index + step;
  // The header, if there is one, is above the first line; only a single step reaches it.
  if (wanted < 0 && first < 0 && step === -1) return first;
  const to = nearestLine(wanted, Math.sign(step), count, keyAt);
  // A single step stays if there is no other line in its direction.
  return Math.sign(to - index) === Math.sign(step) ? to : index;
}

/**
 * Returns the line at `index`, or the next focusable one in that direction, or the last one before it; else
 * -1.
 */
function nearestLine(index: number, direction: number, count: number, keyAt: Lines['keyAt']): number {
  const from = Math.min(Math.max(index, 0), count - 1);
  for (const way of [direction, -direction]) {
    for (let at = from; at >= 0 && at < count; at += way) if (keyAt(at) !== null) return at;
  }
  return -1;
}

function indexOfKey({ key, index }: Place, count: number, keyAt: Lines['keyAt']): number {
  if (index < count && keyAt(index) === key) return index;
  for (let at = 0; at < count; at += 1) if (keyAt(at) === key) return at;
  return -1;
}

/** Returns the stop that a key in the row leads to, by its index; `at` if there is none. */
function columnForKey(key: string, stops: readonly (HTMLElement | null)[], at: number): number {
  const isBack = key === 'ArrowLeft' || key === 'End';
  const from = key === 'Home' ? -1 : key === 'End' ? stops.length : at;
  const step = isBack ? -1 : 1;
  let to = from + step;
  while (stops[to] === null) to += step;
  return stops[to] ? to : at;
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

/** Returns the control of a cell, or the cell; null for a header without a control. */
function stopOfCell(cell: Element): HTMLElement | null {
  if (!(cell instanceof HTMLElement)) return null;
  const isHead = cell.tagName === 'TH';
  const control = isHead || hasOwnControl(cell) ? controlsIn(cell)[0] : undefined;
  return control ?? (isHead ? null : cell);
}
