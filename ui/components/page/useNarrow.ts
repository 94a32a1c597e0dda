import { useSyncExternalStore } from 'react';

const narrow = '(max-width: 45rem)';

/** True on a screen of at most 720 px, where sidebars are drawers. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(narrow).matches);
}

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(narrow);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
