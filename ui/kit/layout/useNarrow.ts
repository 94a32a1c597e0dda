import { useSyncExternalStore } from 'react';

/** True on a screen of at most 720 px. */
export const useNarrow = mediaHook('(max-width: 45rem)');

/** True on a screen of at most 960 px, where sidebars are drawers. */
export const useDrawer = mediaHook('(max-width: 60rem)');

/** True on a screen below 1200 px, where a table shows only the most important columns. */
export const useMedium = mediaHook('(max-width: 74.99rem)');

function mediaHook(media: string): () => boolean {
  function subscribe(listener: () => void): () => void {
    const query = window.matchMedia(media);
    query.addEventListener('change', listener);
    return () => query.removeEventListener('change', listener);
  }
  return () => useSyncExternalStore(subscribe, () => window.matchMedia(media).matches);
}
