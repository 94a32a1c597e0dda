import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { focusStop, listOf } from '../data/listStop';
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
const closeButton = '[data-close]:not(:disabled)';

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
    const list = listOf(opener);
    const { zIndex } = overlayStack.open(id, element, () => handleEscape.current());
    element.style.zIndex = String(zIndex);
    if (!isInside()) focusFirst(dialog.current);
    leave.current = () => {
      leave.current = null;
      const wasTop = overlayStack.isTop(id);
      const hadFocus = isInside() || document.activeElement === document.body;
      overlayStack.close(id);
      if (wasTop && hadFocus) giveFocusBack(opener, list);
    };
  }, [isActive, id, host, dialog, focusedBefore]);

  useLayoutEffect(() => () => leave.current?.(), []);
}

/** What asks for it, else the Close button; the dialog itself while that cannot be pressed. */
export function focusFirst(dialog: HTMLElement | null): void {
  const wanted =
    dialog?.querySelector<HTMLElement>(focusHere) ?? dialog?.querySelector<HTMLElement>(closeButton);
  (wanted ?? dialog)?.focus({ preventScroll: true });
}

/** The opener may have gone meanwhile: a deleted row, a closed menu. Then its list takes the focus, or the layer below. */
function giveFocusBack(opener: Element | null, list: HTMLElement | null): void {
  if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body) {
    opener.focus({ preventScroll: true });
    if (document.activeElement === opener) return;
  }
  if (list?.isConnected && focusStop(list)) return;
  const below = overlayStack.topElement()?.querySelector<HTMLElement>('[aria-modal="true"]');
  if (below) focusFirst(below);
  else document.getElementById('content')?.focus({ preventScroll: true });
}
