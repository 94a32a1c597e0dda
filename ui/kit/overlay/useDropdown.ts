import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { hasModifier, isComposing } from '../../base/keys';
import type { Placement } from './keepBeside';
import { createTypeAhead } from './typeAhead';
import { usePopover } from './usePopover';

const keyboardCloseMs = 150;
const scrollIntoViewMs = 180;

export type DropdownState<Trigger extends HTMLElement> = ReturnType<typeof useDropdown<Trigger>>;

/**
 * Opens, closes and places a menu and handles its keys. The menu is at its trigger, unless there is an
 * `anchor`. Without a placement its style places it.
 */
export function useDropdown<Trigger extends HTMLElement = HTMLButtonElement>(
  placement: Placement | null,
  anchor?: RefObject<HTMLElement | null>,
) {
  const trigger = useRef<Trigger>(null);
  const menu = useRef<HTMLDivElement>(null);
  const openedFrom = useRef<'first' | 'last' | 'pointer'>('pointer');
  const closeTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isOpen, setIsOpen] = useState(false);
  const [typeAhead] = useState(() => createTypeAhead<HTMLElement>(({ textContent }) => textContent.trim()));

  const close = () => {
    clearTimeout(closeTimer.current);
    if (menu.current?.contains(document.activeElement)) trigger.current?.focus();
    setIsOpen(false);
  };

  usePopover({
    isOpen,
    anchor: anchor ?? trigger,
    popover: menu,
    placement,
    onClose: () => setIsOpen(false),
  });

  useLayoutEffect(() => {
    const element = menu.current;
    if (!isOpen || !element) return;
    const items = menuItems(element);
    const chosen =
      items.find((item) => item.matches('[role="menuitemradio"][aria-checked="true"]')) ?? items[0];
    const first = { first: chosen, last: items.at(-1), pointer: element }[openedFrom.current];
    (first ?? element).focus({ preventScroll: true });
    const timer = setTimeout(() => {
      element.scrollIntoView?.({ block: 'nearest' });
    }, scrollIntoViewMs);
    return () => clearTimeout(timer);
  }, [isOpen]);

  useEffect(() => () => clearTimeout(closeTimer.current), []);

  const handleMenuKey = (event: KeyboardEvent) => {
    const { key } = event;
    if (!menu.current || isComposing(event)) return;
    if (key === 'Escape') {
      // Handle the key here, so that the panel around it stays open.
      event.preventDefault();
      close();
    } else if (key === 'Tab') {
      // This returns the focus to the trigger, from where the browser moves it on.
      close();
    } else if (key === ' ') {
      event.preventDefault();
      if (event.target instanceof HTMLElement) event.target.click();
    } else if (!hasModifier(event)) {
      const all = menuItems(menu.current);
      const current = all.indexOf(document.activeElement as HTMLElement);
      const item = itemForKey(all, current, key) ?? ([...key].length === 1 && typeAhead(all, current, key));
      if (!item) return;
      event.preventDefault();
      item.focus();
    }
  };

  return {
    isOpen,
    trigger,
    menu,
    /** `from`: the item that gets the focus; `pointer` focuses the menu itself. */
    open: (from: 'first' | 'last' | 'pointer'): void => {
      clearTimeout(closeTimer.current);
      openedFrom.current = from;
      setIsOpen(true);
    },
    close,
    /** Closes after a choice: at once, or a moment later after a key, so that the user sees the choice. */
    closeAfterChoice: (isByKey: boolean): void => {
      // Return the focus at once, so that a dialog that the choice opens can return it to the trigger.
      trigger.current?.focus({ preventScroll: true });
      if (isByKey) closeTimer.current = setTimeout(() => setIsOpen(false), keyboardCloseMs);
      else setIsOpen(false);
    },
    handleMenuKey,
  };
}

/** Returns the item that a key moves to from the focused one; undefined for a key that does not navigate. */
function itemForKey(all: readonly HTMLElement[], current: number, key: string): HTMLElement | undefined {
  if (key === 'ArrowDown') return all[(current + 1) % all.length];
  if (key === 'ArrowUp') return all.at(current <= 0 ? -1 : current - 1);
  if (key === 'Home' || key === 'PageUp') return all[0];
  if (key === 'End' || key === 'PageDown') return all.at(-1);
  return undefined;
}

/** Returns the items of a menu that can have the focus. */
export function menuItems(menu: Element): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]:not([aria-disabled="true"])')];
}
