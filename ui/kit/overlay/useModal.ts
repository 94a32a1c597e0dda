import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { focusStop, listOf } from '../table/useCursor';
import * as overlayStack from './overlayStack';

interface Modal {
  isActive: boolean;
  /** The part that is not inert while open: backdrop and dialog. */
  host: RefObject<HTMLElement | null>;
  /** Gets the focus if no element inside requests it. */
  dialog: RefObject<HTMLElement | null>;
  onEscape: () => void;
}

const focusHere = '[autofocus], [data-autofocus]';
const closeButton = '[data-close]:not(:disabled)';

/**
 * While active, the element is on the overlay stack and has the focus inside; afterwards the focus returns.
 * Shared by panels, popups and the drawer of a page sidebar.
 */
export function useModal({ isActive, host, dialog, onEscape }: Modal): void {
  // Read during the render, while the opener still has the focus; later an autofocus inside may have moved it.
  const [focusedBefore] = useState(() => document.activeElement);
  const handleEscape = useRef(onEscape);
  const leave = useRef<(() => void) | null>(null);

  useEffect(() => {
    handleEscape.current = onEscape;
  });

  useLayoutEffect(() => {
    const element = host.current;
    if (!isActive || !element) {
      // Not in the effect's cleanup: React would move the focus back into the dialog.
      leave.current?.();
      return;
    }
    const isInside = () => element.contains(document.activeElement);
    const opener = isInside() ? focusedBefore : document.activeElement;
    const list = listOf(opener);
    const { zIndex } = overlayStack.open(element, () => handleEscape.current());
    element.style.zIndex = String(zIndex);
    if (!isInside()) focusFirst(dialog.current);
    leave.current = () => {
      leave.current = null;
      const wasTop = overlayStack.topElement() === element;
      const hadFocus = isInside() || document.activeElement === document.body;
      overlayStack.close(element);
      if (wasTop && hadFocus) giveFocusBack(opener, list);
    };
  }, [isActive, host, dialog, focusedBefore]);

  useLayoutEffect(() => () => leave.current?.(), []);
}

/** Focuses the element that requests it, or the Close button. If that is disabled, focuses the dialog. */
export function focusFirst(dialog: HTMLElement | null): void {
  const wanted =
    dialog?.querySelector<HTMLElement>(focusHere) ?? dialog?.querySelector<HTMLElement>(closeButton);
  (wanted ?? dialog)?.focus({ preventScroll: true });
}

/** Returns the focus to the opener, or to its list. If both were removed, `followFocus` finds a place. */
function giveFocusBack(opener: Element | null, list: HTMLElement | null): void {
  if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body) {
    opener.focus({ preventScroll: true });
    if (document.activeElement === opener) return;
  }
  if (list?.isConnected) focusStop(list);
}
