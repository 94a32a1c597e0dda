import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { controlsIn } from '../../base/focus';
import { hasModifier } from '../../base/keys';

export interface RovingOptions {
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
}

interface Place {
  key: string;
  index: number;
}

export const headPlace = -1;
export const lineAt = (index: number) => (index === headPlace ? '[data-head]' : `[data-index="${index}"]`);

/**
 * Makes a list one Tab stop. Up, Down, PageUp, PageDown, Home and End move between lines. Left and Right move
 * through the controls of a line, or from the line itself if it takes the focus. The line at `stop`, or its
 * first control, has tabindex 0 and is rendered even when it is scrolled away. All other controls have -1. A
 * header above the lines, `data-head`, is a Tab stop of its own; Up reaches it too.
 */
export function useRovingFocus({ count, keyAt, start, list, resetKey }: RovingOptions) {
  const [place, setPlace] = useState<Place | null>(null);
  const [knownReset, setKnownReset] = useState(resetKey);
  const found = place === null ? -1 : indexOfKey(place, count, keyAt);
  // During this render the old lines are still mounted, and one of them may have the focus. React sends no
  // focus event when a dialog that it removes returns the focus.
  const { activeElement } = document;
  const isInLine = place !== null && list.current?.contains(activeElement);
  const focused = isInLine && activeElement?.closest('[data-index]') ? activeElement : null;
  const stop = found >= 0 ? found : nearestLine(place?.index ?? start, 1, count, keyAt);

  if (resetKey !== knownReset) {
    setKnownReset(resetKey);
    if (!isInLine) setPlace(null);
  }

  const focusLine = (index: number, column = 0) => {
    // Renders the line first, because it may be outside the window; the header is always rendered.
    const key = index === headPlace ? null : keyAt(index);
    if (key !== null) flushSync(() => setPlace({ key, index }));
    const line = list.current?.querySelector<HTMLElement>(lineAt(index));
    const stops = line ? stopsOf(line) : [];
    (stops[column] ?? stops[0])?.focus();
  };

  useLayoutEffect(() => {
    // The line was removed, or only its control.
    if (focused === null || focused.isConnected) return;
    if (document.activeElement && document.activeElement !== document.body) return;
    const line = stop < 0 ? null : list.current?.querySelector<HTMLElement>(lineAt(stop));
    if (line) stopsOf(line)[0]?.focus();
    else list.current?.focus({ preventScroll: true });
  });

  return {
    /** Index of the line with the Tab stop; -1 if there is none. */
    stop,

    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const line = lineOf(event);
      if (!line || event.shiftKey || hasModifier(event)) return;
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

/** Returns the line that a key moves to; null for a key that the list does not handle. */
export function lineForKey(
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
export function nearestLine(index: number, direction: number, count: number, keyAt: Lines['keyAt']): number {
  const from = Math.min(Math.max(index, 0), count - 1);
  for (const way of [direction, -direction]) {
    for (let at = from; at >= 0 && at < count; at += way) if (keyAt(at) !== null) return at;
  }
  return -1;
}

export function indexOfKey({ key, index }: Place, count: number, keyAt: Lines['keyAt']): number {
  if (index < count && keyAt(index) === key) return index;
  for (let at = 0; at < count; at += 1) if (keyAt(at) === key) return at;
  return -1;
}

function stopsOf(line: HTMLElement): HTMLElement[] {
  return [...(line.hasAttribute('tabindex') ? [line] : []), ...controlsIn(line)];
}

/** Null for events that React bubbles from a menu, an editor or a dialog that a line opened elsewhere in the document. */
export function lineOf({ target, currentTarget }: { target: EventTarget; currentTarget: HTMLElement }) {
  if (!(target instanceof HTMLElement) || !currentTarget.contains(target)) return null;
  return target.closest<HTMLElement>('[data-index], [data-head]');
}

export function placeOf(line: HTMLElement | null): number {
  return Number(line?.dataset['index'] ?? headPlace);
}

/** Returns the number of lines that are visible at once, minus one. */
export function pageOf(list: HTMLElement | null, line: HTMLElement): number {
  return Math.max(Math.floor((list?.clientHeight ?? 0) / (line.offsetHeight || 1)) - 2, 1);
}

const lists = '[data-list]';

/** Returns the list with roving focus around the element. */
export function listOf(element: Element | null): HTMLElement | null {
  return element?.closest<HTMLElement>(lists) ?? null;
}

/** Focuses the line with the Tab stop; false if the list has none. */
export function focusStop(list: Element): boolean {
  const stop = list.querySelector<HTMLElement>('[tabindex="0"]');
  stop?.focus({ preventScroll: true });
  return stop !== null && stop !== undefined;
}
