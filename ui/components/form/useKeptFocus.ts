import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { focusableIn } from '../../platform/focus';

interface Focused {
  element: HTMLElement;
  /** Its position among all elements that Tab reaches, when it last had the focus. */
  place: number;
}

/**
 * Keeps the focus when a pressed element disappears: a line that removes itself, a button that is full. The
 * focus moves to the element that takes its place; otherwise a panel gets no keys. Spread the result on
 * `root`, or around it.
 */
export function useKeptFocus(root: RefObject<HTMLElement | null>) {
  const focused = useRef<Focused | null>(null);

  useLayoutEffect(() => {
    if (!focused.current || !root.current) return;
    const { element, place } = focused.current;
    const reachable = focusableIn(root.current);
    const now = reachable.indexOf(element);
    if (now >= 0) {
      focused.current.place = now;
      return;
    }
    (reachable[place] ?? reachable.at(-1))?.focus();
  });

  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      const place = root.current ? focusableIn(root.current).indexOf(target) : 0;
      // Tab does not reach a place that a script has focused.
      focused.current = place < 0 ? null : { element: target, place };
    },
    // React sends no blur event for an element that it removes.
    onBlur: () => {
      focused.current = null;
    },
  };
}
