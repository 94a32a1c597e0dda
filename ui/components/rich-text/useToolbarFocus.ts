import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { hasModifier } from '../../platform/keys';

const buttons = 'button:not(:disabled)';
const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * Makes a row of buttons one Tab stop; arrow keys, Home and End move between them. A press with the pointer
 * does not move the focus.
 */
export function useToolbarFocus(toolbar: RefObject<HTMLElement | null>): void {
  const lastFocused = useRef<Element>(null);

  // Runs after every render, because buttons come and go.
  useLayoutEffect(() => {
    if (toolbar.current) makeOneStop(toolbar.current, lastFocused.current);
  });

  useEffect(() => {
    const element = toolbar.current;
    if (!element) return;

    const handleKey = (event: KeyboardEvent) => {
      const all = [...element.querySelectorAll<HTMLElement>(buttons)];
      const at = all.indexOf(document.activeElement as HTMLElement);
      if (at < 0 || hasModifier(event)) return;
      const step = steps[event.key];
      const ends = { Home: all[0], End: all.at(-1) }[event.key];
      const next = step === undefined ? ends : all[(at + step + all.length) % all.length];
      if (!next) return;
      event.preventDefault();
      next.focus();
    };
    const handleFocus = ({ target }: FocusEvent) => {
      lastFocused.current = target as Element;
      makeOneStop(element, lastFocused.current);
    };
    const handlePress = (event: MouseEvent) => event.preventDefault();

    element.addEventListener('keydown', handleKey);
    element.addEventListener('focusin', handleFocus);
    element.addEventListener('mousedown', handlePress);
    return () => {
      element.removeEventListener('keydown', handleKey);
      element.removeEventListener('focusin', handleFocus);
      element.removeEventListener('mousedown', handlePress);
    };
  }, [toolbar]);
}

function makeOneStop(toolbar: HTMLElement, wanted: Element | null): void {
  const all = [...toolbar.querySelectorAll<HTMLElement>(buttons)];
  const stop = all.find((button) => button === wanted) ?? all[0];
  for (const button of all) button.tabIndex = button === stop ? 0 : -1;
}
