import { loadChunk } from '../../platform/chunks';
import type { BesideOptions } from './placement';

/**
 * Keeps `floating`, which has a fixed position, beside `anchor` and inside the window until the returned
 * function runs. The first menu or tooltip loads the positioning code; until then the element is invisible.
 */
export function keepBeside(anchor: Element, floating: HTMLElement, options: BesideOptions): () => void {
  let stop: (() => void) | null = null;
  let isStopped = false;
  floating.style.opacity = '0';
  loadChunk(() => import('../../chunks/placement'))
    .then(({ keepPlaced }) => {
      if (!isStopped) stop = keepPlaced(anchor, floating, options);
    })
    // Without that code, put the element at least near the anchor.
    .catch(() => placeBelow(anchor, floating))
    .finally(() => floating.style.removeProperty('opacity'));
  return () => {
    isStopped = true;
    stop?.();
  };
}

function placeBelow(anchor: Element, floating: HTMLElement): void {
  const { left, bottom } = anchor.getBoundingClientRect();
  const room = window.innerWidth - floating.offsetWidth;
  floating.style.left = `${Math.max(0, Math.min(left, room))}px`;
  floating.style.top = `${Math.max(0, Math.min(bottom, window.innerHeight - floating.offsetHeight))}px`;
}

const hosts = 'main, nav, aside, [role="dialog"], [role="alertdialog"], [role="complementary"]';

/**
 * Returns the parent for a menu or a tooltip: the landmark or dialog of its element, so that it is not inert.
 */
export function hostOf(element: Element): HTMLElement {
  return element.closest<HTMLElement>(hosts) ?? document.body;
}
