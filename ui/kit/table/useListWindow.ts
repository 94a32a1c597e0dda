import {
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { flushSync } from 'react-dom';

/** Few extra rows are needed, because rows render within the frame that shows them. */
const overscan = 2;

interface Options {
  count: number;
  /** CSS pixels. */
  rowHeight: number;
  /** Called once a frame during a scroll, before the rows render. */
  onScroll?: ((container: HTMLElement) => void) | undefined;
}

/**
 * Returns the rows near the viewport of a scrolling element. It renders only when other rows come near. It
 * does so within the frame that shows them, so that fast scrolling leaves no gaps.
 */
export function useListWindow<Container extends HTMLElement>(
  options: Options,
): { scroller: RefObject<Container | null>; shown: ListWindow } {
  const { count, rowHeight } = options;
  const scroller = useRef<Container>(null);
  const latest = useRef(options);
  const [place, setPlace] = useState(() => ({ scrollTop: 0, viewportHeight: window.innerHeight }));
  const shown = windowOf({ ...place, rowHeight, count, overscan });
  const drawn = useRef(shown);

  useLayoutEffect(() => {
    latest.current = options;
    drawn.current = shown;
  });

  // Rows that are added later need the real height, not the guess of the first render.
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
      const { count, rowHeight, onScroll } = latest.current;
      onScroll?.(container);
      // While it has no layout or is hidden, its height is 0; the height of the window is a safe guess.
      const viewportHeight = container.clientHeight || window.innerHeight;
      const next = { scrollTop: container.scrollTop, viewportHeight };
      const { first, last } = windowOf({ ...next, rowHeight, count, overscan });
      if (first === drawn.current.first && last === drawn.current.last) return;
      flushSync(() => setPlace(next));
    };
    const scheduleUpdate = () => {
      frame ||= requestAnimationFrame(look);
    };
    scheduleUpdate();
    container.addEventListener('scroll', scheduleUpdate, { passive: true });
    const sizes = new ResizeObserver(scheduleUpdate);
    sizes.observe(container);
    return () => {
      cancelAnimationFrame(frame);
      container.removeEventListener('scroll', scheduleUpdate);
      sizes.disconnect();
    };
  }, []);

  return { scroller, shown };
}

interface ListPlace {
  /** CSS pixels, like all lengths here. */
  scrollTop: number;
  viewportHeight: number;
  rowHeight: number;
  count: number;
  /** Rows rendered beyond each edge, so that a small scroll shows no gap. */
  overscan: number;
}

interface ListWindow {
  first: number;
  last: number;
  /** The heights of the rows left out before and after. */
  padTop: number;
  padBottom: number;
}

/** Returns the indices of the rows to render; always includes the Tab stop. */
export function drawnIndices({ first, last }: ListWindow, stop: number): number[] {
  const indices = Array.from({ length: last - first }, (_, offset) => first + offset);
  if (stop >= 0 && stop < first) indices.unshift(stop);
  if (stop >= last) indices.push(stop);
  return indices;
}

export function windowOf({ scrollTop, viewportHeight, rowHeight, count, overscan }: ListPlace): ListWindow {
  const height = Math.max(rowHeight, 1);
  // The scroll position is outside the list while the page bounces, or when the list became shorter.
  const top = Math.min(Math.max(scrollTop, 0), Math.max(count * height - viewportHeight, 0));
  const first = Math.max(Math.floor(top / height) - overscan, 0);
  const last = Math.min(Math.ceil((top + viewportHeight) / height) + overscan, count);
  return { first, last, padTop: first * height, padBottom: (count - last) * height };
}

const coarse = '(pointer: coarse)';
/** The fallback for a document without the stylesheet. */
const usualRems = 2.25;

/** Returns a height token such as `--row` in CSS pixels; rows are higher on touch screens. */
export function useTokenHeight(token: string): number {
  return useSyncExternalStore(
    subscribe,
    useCallback(() => readHeight(token), [token]),
  );
}

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(coarse);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

function readHeight(token: string): number {
  const style = getComputedStyle(document.documentElement);
  const rems = Number.parseFloat(style.getPropertyValue(token)) || usualRems;
  return rems * (Number.parseFloat(style.fontSize) || 16);
}
