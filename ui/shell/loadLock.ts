import { loadPart } from '../state/loadPart';

/** Loads the code of environment and lock, which most servers do not have. Null after a failure, which a toast tells. */
export const loadLock = () =>
  loadPart(
    () => import('../chunks/afterFirstView'),
    'The write lock could not be loaded, so nothing can be written.',
  );
