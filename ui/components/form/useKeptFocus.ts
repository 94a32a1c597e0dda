import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { focusableIn } from '../../platform/focus';

interface Focused {
  element: HTMLElement;
  /** Among all that the Tab key reached, when it was there last. */
  place: number;
}

/**
 * What is pressed may go with its own press: a line that removes itself, a button that is full. The focus then goes
 * to what has its place now, for without it the keys of a panel are heard by nobody. Spread on `root`, or around it.
 * `heir` holds what may take the focus, where that is not all of `root`.
 */
export function useKeptFocus(root: RefObject<HTMLElement | null>, heir = root) {
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
    const heirs = heir.current ? focusableIn(heir.current) : [];
    (heirs[place] ?? heirs.at(-1))?.focus();
  });

  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      focused.current = {
        element: target,
        place: root.current ? focusableIn(root.current).indexOf(target) : 0,
      };
    },
    // React is silent about what it takes away itself.
    onBlur: () => {
      focused.current = null;
    },
  };
}
