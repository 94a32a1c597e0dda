import { loadChunk } from '../../platform/chunks';
import type { BesideOptions } from '../overlay/placement';

/**
 * Keeps `floating`, which has a fixed position, beside `anchor` and inside the window until the returned function
 * runs. What finds the place comes with the first menu or tooltip; until then the element is there, unseen.
 */
export function keepBeside(anchor: Element, floating: HTMLElement, options: BesideOptions): () => void {
  let stop: (() => void) | null = null;
  let isStopped = false;
  floating.style.opacity = '0';
  loadChunk(() => import('../overlay/placement'))
    .then(({ keepPlaced }) => {
      if (!isStopped) stop = keepPlaced(anchor, floating, options);
    })
    // Without it the element still belongs somewhere near.
    .catch(() => putBelow(anchor, floating))
    .finally(() => floating.style.removeProperty('opacity'));
  return () => {
    isStopped = true;
    stop?.();
  };
}

function putBelow(anchor: Element, floating: HTMLElement): void {
  const { left, bottom } = anchor.getBoundingClientRect();
  const room = window.innerWidth - floating.offsetWidth;
  floating.style.left = `${Math.max(0, Math.min(left, room))}px`;
  floating.style.top = `${Math.max(0, Math.min(bottom, window.innerHeight - floating.offsetHeight))}px`;
}
