import { loadPart } from '../state/loadPart';

/**
 * Loads the code of environment and lock, which most servers do not have. After a failure it shows a toast and returns
 * null.
 */
export const loadLock = () =>
  loadPart(
    () => import('../chunks/afterFirstView'),
    'The write lock could not be loaded, so nothing can be written.',
  );
