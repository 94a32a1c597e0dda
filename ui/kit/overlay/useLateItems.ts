import { useLayoutEffect } from 'react';
import { menuItems } from './useDropdown';

/** Focuses the first item of the open menu, for items whose code came after the menu had opened. */
export function useLateItems(): void {
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (!activeElement?.matches('[role="menu"]')) return;
    menuItems(activeElement)[0]?.focus();
  }, []);
}
