import type { KeyboardEvent, RefObject } from 'react';

/**
 * Hears Ctrl+S or Cmd+S, which a browser would take for saving the page, on behalf of the form that holds `body`. Not
 * for what stands above it: React tells of keys in popups that are drawn elsewhere, too.
 */
export function useSaveKey(body: RefObject<Element | null>, onSave: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    event.preventDefault();
    const overlayOf = (element: Element | null) => element?.closest('[data-overlay]');
    if (overlayOf(event.target as Element) === overlayOf(body.current)) onSave();
  };
}
