import { useLayoutEffect } from 'react';

/** Focuses the first item of the open menu, for items whose code came after the menu had opened. */
export function useLateItems(): void {
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (!activeElement?.matches('[role="menu"]')) return;
    activeElement.querySelector<HTMLElement>('[role^="menuitem"]:not([aria-disabled="true"])')?.focus();
  }, []);
}
