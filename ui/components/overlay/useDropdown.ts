import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { hasModifier, isComposing } from '../../platform/keys';
import type { Placement } from './placement';
import { usePopover } from './usePopover';

const keyboardCloseMs = 150;
const scrollIntoViewMs = 180;

export interface DropdownState<Trigger extends HTMLElement> {
  isOpen: boolean;
  trigger: RefObject<Trigger | null>;
  menu: RefObject<HTMLDivElement | null>;
  /** `from`: the item that gets the focus; `pointer` focuses the menu itself. */
  open: (from: 'first' | 'last' | 'pointer') => void;
  close: () => void;
  /** Closes after a choice: at once, or a moment later after a key, so that the user sees the choice. */
  closeAfterChoice: (isByKey: boolean) => void;
  handleMenuKey: (event: KeyboardEvent) => void;
}

/**
 * Opens, closes and places a menu and handles its keys. The menu is at its trigger, unless there is an
 * `anchor`. Without a placement its style places it.
 */
export function useDropdown<Trigger extends HTMLElement = HTMLButtonElement>(
  placement: Placement | null,
  anchor?: RefObject<HTMLElement | null>,
): DropdownState<Trigger> {
  const trigger = useRef<Trigger>(null);
  const menu = useRef<HTMLDivElement>(null);
  const openedFrom = useRef<'first' | 'last' | 'pointer'>('pointer');
  const closeTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isOpen, setIsOpen] = useState(false);
  const [typeAhead] = useState(createTypeAhead);

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
      // The focus is on the trigger again, so the browser moves it to the next element.
      close();
    } else if (key === ' ') {
      event.preventDefault();
      if (event.target instanceof HTMLElement) event.target.click();
    } else if (!hasModifier(event)) {
      const item =
        itemForKey(menu.current, key) ?? ([...key].length === 1 ? typeAhead(menu.current, key) : null);
      if (!item) return;
      event.preventDefault();
      item.focus();
    }
  };

  return {
    isOpen,
    trigger,
    menu,
    open: (from) => {
      clearTimeout(closeTimer.current);
      openedFrom.current = from;
      setIsOpen(true);
    },
    close,
    closeAfterChoice: (isByKey) => {
      // Return the focus at once, so that a dialog that the choice opens can return it to the trigger.
      trigger.current?.focus({ preventScroll: true });
      if (isByKey) closeTimer.current = setTimeout(() => setIsOpen(false), keyboardCloseMs);
      else setIsOpen(false);
    },
    handleMenuKey,
  };
}

const items = '[role^="menuitem"]:not([aria-disabled="true"])';
const typedPauseMs = 500;

function menuItems(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>(items)];
}

/** Returns the item that a key moves to from the focused one, or null for a key that does not navigate. */
function itemForKey(menu: HTMLElement, key: string): HTMLElement | null {
  const all = menuItems(menu);
  const current = all.indexOf(document.activeElement as HTMLElement);
  if (key === 'ArrowDown') return all[(current + 1) % all.length] ?? null;
  if (key === 'ArrowUp') return all.at(current <= 0 ? -1 : current - 1) ?? null;
  if (key === 'Home' || key === 'PageUp') return all[0] ?? null;
  if (key === 'End' || key === 'PageDown') return all.at(-1) ?? null;
  return null;
}

/**
 * Finds items by their first characters. Typing the same character again goes through all items that start
 * with it.
 */
function createTypeAhead(): (menu: HTMLElement, letter: string) => HTMLElement | null {
  let typed = '';
  let typedAt = 0;
  return (menu, letter) => {
    const now = Date.now();
    typed = now - typedAt > typedPauseMs ? letter : typed + letter;
    typedAt = now;
    const isOneLetter = [...typed].every((each) => each === typed[0]);
    const wanted = (isOneLetter ? (typed[0] ?? '') : typed).toLowerCase();
    const all = menuItems(menu);
    const current = all.indexOf(document.activeElement as HTMLElement);
    const start = isOneLetter ? current + 1 : Math.max(current, 0);
    const inOrder = [...all.slice(start), ...all.slice(0, start)];
    return inOrder.find((item) => item.textContent?.trim().toLowerCase().startsWith(wanted)) ?? null;
  };
}
