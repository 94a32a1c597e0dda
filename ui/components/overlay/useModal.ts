import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import * as overlayStack from './overlayStack';

interface Modal {
  isActive: boolean;
  /** All that stays alive while it is open: backdrop and dialog. */
  host: RefObject<HTMLElement | null>;
  /** Takes the focus when nothing inside asks for it. */
  dialog: RefObject<HTMLElement | null>;
  onEscape: () => void;
}

const focusHere = '[autofocus], [data-autofocus]';

/**
 * While active: on the stack of overlays, with the focus inside; afterwards the focus is back where it was.
 * Shared by panels, popups and the drawer of a page sidebar.
 */
export function useModal({ isActive, host, dialog, onEscape }: Modal): void {
  const id = useId();
  // What is focused while rendering is still the opener; after it, an autofocus inside may have moved on.
  const [focusedBefore] = useState(() => document.activeElement);
  const handleEscape = useRef(onEscape);
  const leave = useRef<(() => void) | null>(null);

  useEffect(() => {
    handleEscape.current = onEscape;
  });

  useLayoutEffect(() => {
    const element = host.current;
    if (!isActive || !element) {
      // Not when the effect is cleaned up: React would then put the focus back into the dialog.
      leave.current?.();
      return;
    }
    const isInside = () => element.contains(document.activeElement);
    const opener = isInside() ? focusedBefore : document.activeElement;
    const { zIndex } = overlayStack.open(id, element, () => handleEscape.current());
    element.style.zIndex = String(zIndex);
    if (!isInside()) focusFirst(dialog.current);
    leave.current = () => {
      leave.current = null;
      const wasTop = overlayStack.isTop(id);
      const hadFocus = isInside() || document.activeElement === document.body;
      overlayStack.close(id);
      if (wasTop && hadFocus) giveFocusBack(opener);
    };
  }, [isActive, id, host, dialog, focusedBefore]);

  useLayoutEffect(() => () => leave.current?.(), []);
}

function focusFirst(dialog: HTMLElement | null): void {
  const wanted = dialog?.querySelector<HTMLElement>(focusHere) ?? dialog;
  wanted?.focus({ preventScroll: true });
}

/** The opener may have gone meanwhile: a deleted row, a closed menu. Then the layer below takes the focus. */
function giveFocusBack(opener: Element | null): void {
  if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body) {
    opener.focus({ preventScroll: true });
    if (document.activeElement === opener) return;
  }
  const below = overlayStack.topElement() ?? document.getElementById('content');
  const target = below?.querySelector<HTMLElement>('[aria-modal="true"]') ?? below;
  target?.focus({ preventScroll: true });
}
