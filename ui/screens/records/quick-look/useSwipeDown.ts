import { type PointerEvent, type RefObject, useRef } from 'react';

/** CSS pixels. */
const farEnough = 80;

/** Closes a sheet when a finger pulls it down by its head. Spread the result on the head. */
export function useSwipeDown(sheet: RefObject<HTMLElement | null>, onClose: () => void) {
  const startY = useRef<number | null>(null);
  const pulledBy = (event: PointerEvent) =>
    startY.current === null ? 0 : Math.max(0, event.clientY - startY.current);

  function move(by: number): void {
    if (sheet.current) sheet.current.style.translate = by === 0 ? '' : `0 ${by}px`;
  }

  return {
    onPointerDown(event: PointerEvent) {
      const isOnButton = event.target instanceof Element && event.target.closest('button') !== null;
      if (event.pointerType === 'touch' && event.isPrimary && !isOnButton) startY.current = event.clientY;
    },
    onPointerMove: (event: PointerEvent) => startY.current !== null && move(pulledBy(event)),
    onPointerUp(event: PointerEvent) {
      const by = pulledBy(event);
      startY.current = null;
      move(0);
      if (by > farEnough) onClose();
    },
    onPointerCancel() {
      startY.current = null;
      move(0);
    },
  };
}
