import type { KeyboardEvent, RefObject } from 'react';

/**
 * Handles Ctrl+S or Cmd+S for the form that contains `body`; the browser would save the page. Ignores keys in
 * overlays above it: React events bubble through portals, so they arrive here too.
 */
export function useSaveKey(body: RefObject<Element | null>, onSave: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    event.preventDefault();
    const overlayOf = (element: Element | null) => element?.closest('[data-overlay]');
    if (overlayOf(event.target as Element) === overlayOf(body.current)) onSave();
  };
}
