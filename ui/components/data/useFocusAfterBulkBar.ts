import { useLayoutEffect } from 'react';

/** Whoever pressed a button of the bulk bar by a key goes on from the page when the bar leaves, not from nowhere. */
export function useFocusAfterBulkBar(isShown: boolean): void {
  useLayoutEffect(() => {
    if (isShown || document.activeElement !== document.body) return;
    document.getElementById('content')?.focus({ preventScroll: true });
  }, [isShown]);
}
