import { type RefObject, useId, useLayoutEffect, useState } from 'react';
import * as overlayStack from '../overlay/overlayStack';

/** Lets an element fill the window; while it does, all else is inert and Escape ends it. */
export function useFullScreen(element: RefObject<HTMLElement | null>): [isFull: boolean, toggle: () => void] {
  const id = useId();
  const [isFull, setFull] = useState(false);

  useLayoutEffect(() => {
    const root = element.current;
    if (!isFull || !root) return;
    const { zIndex } = overlayStack.open(id, root, () => setFull(false));
    root.style.zIndex = String(zIndex);
    return () => {
      overlayStack.close(id);
      root.style.removeProperty('z-index');
    };
  }, [element, id, isFull]);

  return [isFull, () => setFull((was) => !was)];
}
