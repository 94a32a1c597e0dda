import { useCallback, useSyncExternalStore } from 'react';

const coarse = '(pointer: coarse)';
/** For a document without the stylesheet. */
const usualRems = 2.25;

/** A height token such as `--row`, in CSS pixels; those of rows are larger for fingers. */
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
