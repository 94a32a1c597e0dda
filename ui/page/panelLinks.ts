import { navigate, parseHash } from '../base/hash';
import * as unsaved from './forms/unsaved';
import { closeAll, leaveWhile } from './panels';

/**
 * Follows a link of a panel. The panels close even if only the filter of the list below them changes, or nothing. Asks
 * first if something would be lost.
 */
export function follow(hash: string): void {
  const { path, query } = parseHash(hash);
  if (hash !== window.location.hash) leaveWhile(() => navigate(path, query));
  else if (!unsaved.losesByNavigation()) closeAll();
}
