import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { keepBeside } from '../lazy/keepBeside';
import type { Placement } from './placement';

interface Popover {
  isOpen: boolean;
  anchor: RefObject<HTMLElement | null>;
  popover: RefObject<HTMLElement | null>;
  placement: Placement;
  /** A press or the focus went elsewhere, or the anchor is gone. */
  onClose: () => void;
}

/** Keeps a small floating part beside its anchor while it is open, and tells when it is to close. */
export function usePopover({ isOpen, anchor, popover, placement, onClose }: Popover): void {
  const close = useRef(onClose);

  useEffect(() => {
    close.current = onClose;
  });

  useLayoutEffect(() => {
    if (!isOpen || !anchor.current || !popover.current) return;
    return keepBeside(anchor.current, popover.current, {
      placement,
      gap: 4,
      onLost: () => close.current(),
    });
  }, [isOpen, anchor, popover, placement]);

  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = (event: Event) => {
      const target = event.target as Element;
      // The label of what is inside belongs to it: pressing it is a click on the control.
      const labelled = target.closest?.('label')?.control ?? null;
      const isInside = [target, labelled].some(
        (element) => element && (anchor.current?.contains(element) || popover.current?.contains(element)),
      );
      // A press on plain text puts the focus on whatever is around it: that is not elsewhere yet.
      const isAround = event.type === 'focusin' && target.contains(anchor.current);
      if (!isInside && !isAround) close.current();
    };
    // In the capture phase, because whoever is pressed may keep the event to itself.
    document.addEventListener('pointerdown', closeOutside, true);
    document.addEventListener('focusin', closeOutside, true);
    return () => {
      document.removeEventListener('pointerdown', closeOutside, true);
      document.removeEventListener('focusin', closeOutside, true);
    };
  }, [isOpen, anchor, popover]);
}
