import { useEffect } from 'react';

const pressMs = 500;
/** CSS pixels that a finger may move. */
const mostMoved = 10;

/** Makes a long press of a finger a right click: not every browser on a phone does it. */
export function useLongPress(element: HTMLElement | null): void {
  useEffect(() => {
    if (!element) return;
    const ending = new AbortController();
    const { signal } = ending;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let start = { x: 0, y: 0 };
    let hasPressed = false;
    const cancel = () => clearTimeout(timer);

    const press = (target: Element) => {
      hasPressed = true;
      // The press may have selected a word, for which the browser has its own menu.
      document.getSelection()?.removeAllRanges();
      const place = { clientX: start.x, clientY: start.y, button: 2 };
      target.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, ...place }));
    };
    const handleDown = ({ target, pointerType, isPrimary, clientX, clientY }: PointerEvent) => {
      cancel();
      hasPressed = false;
      if (pointerType !== 'touch' || !isPrimary || !(target instanceof Element)) return;
      start = { x: clientX, y: clientY };
      timer = setTimeout(() => press(target), pressMs);
    };
    const handleMove = ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - start.x, clientY - start.y) > mostMoved) cancel();
    };
    const handleTouchEnd = (event: TouchEvent) => {
      // The same press must not also be a click.
      if (hasPressed && event.cancelable) event.preventDefault();
    };

    element.addEventListener('pointerdown', handleDown, { signal });
    element.addEventListener('pointermove', handleMove, { signal });
    for (const name of ['pointerup', 'pointercancel', 'contextmenu'] as const) {
      element.addEventListener(name, cancel, { signal });
    }
    element.addEventListener('touchend', handleTouchEnd, { signal, passive: false });
    return () => {
      cancel();
      ending.abort();
    };
  }, [element]);
}
