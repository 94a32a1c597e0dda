import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { controlsIn } from '../../platform/focus';

export interface RovingOptions {
  /** The lines of the list; an element of one carries its place as `data-index`. */
  count: number;
  /** The key of a line; null for one that takes no focus, such as the name of a group. */
  keyAt: (index: number) => string | null;
  /** The line that Tab leads to before the focus has been in the list. */
  start: number;
  /** The scrolling element; takes the focus when the list has lost its last line. */
  list: RefObject<HTMLElement | null>;
  /** Another one forgets where the focus was. */
  resetKey?: string | undefined;
}

interface Place {
  key: string;
  index: number;
}

const headPlace = -1;
const lineAt = (index: number) => (index === headPlace ? '[data-head]' : `[data-index="${index}"]`);

/**
 * A list that is one stop of the Tab key. Up, Down, PageUp, PageDown, Home and End lead from line to line, Left and
 * Right through the controls of a line, or from the line itself where it takes the focus. The line at `stop`, or
 * its first control, has the tabindex 0 and is drawn however far it is scrolled away; all else has -1. A head above
 * the lines, `data-head`, is a stop of its own, to which Up leads as well.
 */
export function useRovingFocus({ count, keyAt, start, list, resetKey }: RovingOptions) {
  const [place, setPlace] = useState<Place | null>(null);
  const [knownReset, setKnownReset] = useState(resetKey);
  const found = place === null ? -1 : indexOfKey(place, count, keyAt);
  // While this is drawn the old lines are still there, and one of them may have the focus. React tells of no focus
  // that is given back by a dialog which it takes away.
  const hadFocus = place !== null && found < 0 && list.current?.contains(document.activeElement) === true;
  const stop = found >= 0 ? found : nearestLine(place?.index ?? start, 1, count, keyAt);

  if (resetKey !== knownReset) {
    setKnownReset(resetKey);
    setPlace(null);
  }

  const focusLine = (index: number, column = 0) => {
    // Drawn first, wherever it is; the head always is.
    const key = index === headPlace ? null : keyAt(index);
    if (key !== null) flushSync(() => setPlace({ key, index }));
    const line = list.current?.querySelector<HTMLElement>(lineAt(index));
    const stops = line ? stopsOf(line) : [];
    (stops[column] ?? stops[0])?.focus();
  };

  useLayoutEffect(() => {
    if (!hadFocus || (document.activeElement && document.activeElement !== document.body)) return;
    const line = stop < 0 ? null : list.current?.querySelector<HTMLElement>(lineAt(stop));
    if (line) stopsOf(line)[0]?.focus();
    else list.current?.focus({ preventScroll: true });
  }, [hadFocus, stop, list]);

  return {
    /** Index of the line that Tab leads to, -1 without any. */
    stop,

    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const line = lineOf(event);
      if (!line || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
      const stops = stopsOf(line);
      const column = stops.indexOf(event.target as HTMLElement);
      if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
        const next = stops[column + (event.key === 'ArrowLeft' ? -1 : 1)];
        if (!next) return;
        event.preventDefault();
        next.focus();
        return;
      }
      const index = placeOf(line);
      const first = list.current?.querySelector(lineAt(headPlace)) ? headPlace : 0;
      const to = lineForKey(event.key, index, pageOf(list.current, line), { first, count, keyAt });
      if (to === null) return;
      event.preventDefault();
      if (to !== index) focusLine(to, column);
    },

    onFocus: (event: FocusEvent<HTMLElement>) => {
      const index = placeOf(lineOf(event));
      const key = index === headPlace ? null : keyAt(index);
      if (key === null) return;
      setPlace((last) => (last?.key === key && last.index === index ? last : { key, index }));
    },
  };
}

type Lines = Pick<RovingOptions, 'count' | 'keyAt'>;

/** The line that a key leads to; null for a key that the list does not handle. */
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
  // Above the first line stands the head, where there is one; only a single step leads there.
  if (wanted < 0 && first < 0 && step === -1) return first;
  const to = nearestLine(wanted, Math.sign(step), count, keyAt);
  // A single step that finds no other line in its direction stays.
  return Math.sign(to - index) === Math.sign(step) ? to : index;
}

/** The line at `index`, or the next one in that direction that takes the focus, or the last before it; else -1. */
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

function stopsOf(line: HTMLElement): HTMLElement[] {
  return [...(line.hasAttribute('tabindex') ? [line] : []), ...controlsIn(line)];
}

/** Null for what React tells of a menu or dialog that a line has opened elsewhere in the document. */
function lineOf({ target, currentTarget }: { target: EventTarget; currentTarget: HTMLElement }) {
  if (!(target instanceof HTMLElement) || !currentTarget.contains(target)) return null;
  return target.closest<HTMLElement>('[data-index], [data-head]');
}

function placeOf(line: HTMLElement | null): number {
  return Number(line?.dataset['index'] ?? headPlace);
}

/** As many lines as are seen at once, but for one. */
function pageOf(list: HTMLElement | null, line: HTMLElement): number {
  return Math.max(Math.floor((list?.clientHeight ?? 0) / (line.offsetHeight || 1)) - 2, 1);
}
