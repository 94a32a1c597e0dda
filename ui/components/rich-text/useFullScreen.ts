import { type RefObject, useLayoutEffect, useState } from 'react';
import * as overlayStack from '../overlay/overlayStack';

/** Lets an element fill the window; meanwhile everything else is inert, and Escape ends it. */
export function useFullScreen(element: RefObject<HTMLElement | null>): [isFull: boolean, toggle: () => void] {
  const [isFull, setFull] = useState(false);

  useLayoutEffect(() => {
    const root = element.current;
    if (!isFull || !root) return;
    const { zIndex } = overlayStack.open(root, () => setFull(false));
    root.style.zIndex = String(zIndex);
    return () => {
      overlayStack.close(root);
      root.style.removeProperty('z-index');
    };
  }, [element, isFull]);

  return [isFull, () => setFull((was) => !was)];
}
