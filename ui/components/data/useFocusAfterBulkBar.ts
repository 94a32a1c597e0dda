import { useLayoutEffect } from 'react';
import { focusStop } from './listStop';

/** Whoever pressed a button of the bulk bar by a key goes on from the list when the bar leaves, not from nowhere. */
export function useFocusAfterBulkBar(isShown: boolean): void {
  useLayoutEffect(() => {
    if (isShown || document.activeElement !== document.body) return;
    const content = document.getElementById('content');
    const list = content?.querySelector('[data-list]');
    if (!list || !focusStop(list)) content?.focus({ preventScroll: true });
  }, [isShown]);
}
