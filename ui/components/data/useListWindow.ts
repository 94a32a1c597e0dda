import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type ListWindow, windowOf } from './listWindow';

/** Rows are drawn within the frame that shows them: few need to stand ready. */
const defaultOverscan = 2;

interface Options {
  count: number;
  /** CSS pixels. */
  rowHeight: number;
  overscan?: number | undefined;
  /** Called once a frame while it scrolls, before the rows are drawn. */
  onScroll?: ((container: HTMLElement) => void) | undefined;
}

/**
 * The rows near the viewport of a scrolling element. It draws again only when other rows come near, and
 * then within the frame that shows them, so that fast scrolling leaves no gaps.
 */
export function useListWindow<Container extends HTMLElement>(
  options: Options,
): { scroller: RefObject<Container | null>; shown: ListWindow } {
  const { count, rowHeight } = options;
  const scroller = useRef<Container>(null);
  const latest = useRef(options);
  const [place, setPlace] = useState(() => ({ scrollTop: 0, viewportHeight: window.innerHeight }));
  const overscan = options.overscan ?? defaultOverscan;
  const shown = windowOf({ ...place, rowHeight, count, overscan });
  const drawn = useRef(shown);

  useLayoutEffect(() => {
    latest.current = options;
    drawn.current = shown;
  });

  // Rows that come later must find the real height, not the guess of the first drawing.
  useLayoutEffect(() => {
    const viewportHeight = scroller.current?.clientHeight;
    if (viewportHeight) setPlace((last) => ({ ...last, viewportHeight }));
  }, []);

  useEffect(() => {
    const container = scroller.current;
    if (!container) return;
    let frame = 0;
    const look = () => {
      frame = 0;
      const { count, rowHeight, overscan = defaultOverscan, onScroll } = latest.current;
      onScroll?.(container);
      // Without a layout, or while it is hidden, a window's height is a safe guess.
      const viewportHeight = container.clientHeight || window.innerHeight;
      const next = { scrollTop: container.scrollTop, viewportHeight };
      const { first, last } = windowOf({ ...next, rowHeight, count, overscan });
      if (first === drawn.current.first && last === drawn.current.last) return;
      flushSync(() => setPlace(next));
    };
    const lookSoon = () => {
      frame ||= requestAnimationFrame(look);
    };
    lookSoon();
    container.addEventListener('scroll', lookSoon, { passive: true });
    const sizes = new ResizeObserver(lookSoon);
    sizes.observe(container);
    return () => {
      cancelAnimationFrame(frame);
      container.removeEventListener('scroll', lookSoon);
      sizes.disconnect();
    };
  }, []);

  return { scroller, shown };
}
