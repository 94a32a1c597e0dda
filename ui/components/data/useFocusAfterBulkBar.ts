import { useLayoutEffect } from 'react';
import { focusStop } from './listStop';

/** Moves the focus to the list when the bulk bar that held it leaves. */
export function useFocusAfterBulkBar(isShown: boolean): void {
  useLayoutEffect(() => {
    if (isShown || document.activeElement !== document.body) return;
    const content = document.getElementById('content');
    const list = content?.querySelector('[data-list]');
    if (!list || !focusStop(list)) content?.focus({ preventScroll: true });
  }, [isShown]);
}
