import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { Placement } from './keepBeside';
import { keepBeside } from './keepBeside';

interface Popover {
  isOpen: boolean;
  anchor: RefObject<HTMLElement | null>;
  popover: RefObject<HTMLElement | null>;
  /** Null: its style places it. */
  placement: Placement | null;
  /** Called after a press or focus elsewhere, or when the anchor was removed. */
  onClose: () => void;
}

/**
 * Keeps a small floating element beside its anchor while it is open, and calls `onClose` when it must close.
 */
export function usePopover({ isOpen, anchor, popover, placement, onClose }: Popover): void {
  const close = useRef(onClose);
  useOutsidePress({ isOpen, anchor, popover, onClose });

  useEffect(() => {
    close.current = onClose;
  });

  useLayoutEffect(() => {
    if (!isOpen || !placement || !anchor.current || !popover.current) return;
    return keepBeside(anchor.current, popover.current, {
      placement,
      gap: 4,
      onLost: () => close.current(),
    });
  }, [isOpen, anchor, popover, placement]);
}

export function useOutsidePress({ isOpen, anchor, popover, onClose }: Omit<Popover, 'placement'>): void {
  const close = useRef(onClose);

  useEffect(() => {
    close.current = onClose;
  });

  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = (event: Event) => {
      const target = event.target as Element;
      // A press on the label of a control inside counts as a press inside.
      const labelled = target.closest?.('label')?.control ?? null;
      const isInside = [target, labelled].some(
        (element) => element && (anchor.current?.contains(element) || popover.current?.contains(element)),
      );
      // A press on plain text focuses an element around it; that does not count as focus elsewhere.
      const isAround = event.type === 'focusin' && target.contains(anchor.current);
      if (!isInside && !isAround) close.current();
    };
    // In the capture phase, because the pressed element may stop the event.
    document.addEventListener('pointerdown', closeOutside, true);
    document.addEventListener('focusin', closeOutside, true);
    return () => {
      document.removeEventListener('pointerdown', closeOutside, true);
      document.removeEventListener('focusin', closeOutside, true);
    };
  }, [isOpen, anchor, popover]);
}
