import { type RefObject, useEffect } from 'react';
import { focusableIn } from '../../platform/focus';

const firstLookMs = 100;

/**
 * Marks a scrolling part with `data-scrollable`, `data-top-reached` and `data-bottom-reached`: 100 ms after
 * it appeared, when it scrolls and when the window is resized. One that scrolls but holds nothing to focus
 * can be focused itself, so that the keyboard scrolls it.
 */
export function useScrollMarks(part: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = part.current;
    if (!element) return;
    const look = () => {
      const rest = element.scrollHeight - element.clientHeight - element.scrollTop;
      const isScrollable = element.scrollHeight > element.clientHeight;
      element.toggleAttribute('data-scrollable', isScrollable);
      element.toggleAttribute('data-top-reached', element.scrollTop <= 0);
      element.toggleAttribute('data-bottom-reached', rest <= 1);
      if (isScrollable && focusableIn(element).length === 0) element.tabIndex = 0;
      else element.removeAttribute('tabindex');
    };
    const timer = setTimeout(look, firstLookMs);
    element.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      clearTimeout(timer);
      element.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, [part]);
}
