import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { isComposing } from '../../platform/keys';
import { keepBeside } from '../lazy/keepBeside';
import { createTypeAhead, itemForKey, menuItems } from './menuFocus';
import type { Placement } from './placement';

const keyboardCloseMs = 150;
const scrollIntoViewMs = 180;

export interface DropdownState<Trigger extends HTMLElement> {
  isOpen: boolean;
  trigger: RefObject<Trigger | null>;
  menu: RefObject<HTMLDivElement | null>;
  /** `from`: which item takes the focus; `pointer` leaves it with the menu. */
  open: (from: 'first' | 'last' | 'pointer') => void;
  close: (options?: { returnFocus?: boolean }) => void;
  /** An item was chosen: closes at once, or a moment later when a key did it, so that it is seen. */
  closeAfterChoice: (isByKey: boolean) => void;
  handleMenuKey: (event: KeyboardEvent) => void;
}

/** Opening, closing, keys and place of a menu; at its trigger, unless at an `anchor`. */
export function useDropdown<Trigger extends HTMLElement = HTMLButtonElement>(
  placement: Placement,
  anchor?: RefObject<Element | null>,
): DropdownState<Trigger> {
  const trigger = useRef<Trigger>(null);
  const menu = useRef<HTMLDivElement>(null);
  const openedFrom = useRef<'first' | 'last' | 'pointer'>('pointer');
  const closeTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isOpen, setIsOpen] = useState(false);
  const [typeAhead] = useState(createTypeAhead);

  const close: DropdownState<Trigger>['close'] = ({ returnFocus = true } = {}) => {
    clearTimeout(closeTimer.current);
    if (returnFocus && menu.current?.contains(document.activeElement)) trigger.current?.focus();
    setIsOpen(false);
  };

  useLayoutEffect(() => {
    const beside = anchor ? anchor.current : trigger.current;
    if (!isOpen || !beside || !menu.current) return;
    const element = menu.current;
    const items = menuItems(element);
    const chosen =
      items.find((item) => item.matches('[role="menuitemradio"][aria-checked="true"]')) ?? items[0];
    const first = { first: chosen, last: items.at(-1), pointer: element }[openedFrom.current];
    (first ?? element).focus({ preventScroll: true });
    const stop = keepBeside(beside, element, { placement, gap: 4, onLost: () => setIsOpen(false) });
    const timer = setTimeout(() => {
      element.scrollIntoView?.({ block: 'nearest' });
    }, scrollIntoViewMs);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [isOpen, placement, anchor]);

  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = (event: Event) => {
      const target = event.target as Node;
      // A press on the trigger closes it by itself.
      const isOnTrigger = !anchor && trigger.current?.contains(target);
      if (!menu.current?.contains(target) && !isOnTrigger) setIsOpen(false);
    };
    // In the capture phase, because whoever is pressed may keep the event to itself.
    document.addEventListener('pointerdown', closeOutside, true);
    document.addEventListener('focusin', closeOutside, true);
    return () => {
      document.removeEventListener('pointerdown', closeOutside, true);
      document.removeEventListener('focusin', closeOutside, true);
    };
  }, [isOpen, anchor]);

  useEffect(() => () => clearTimeout(closeTimer.current), []);

  const handleMenuKey = (event: KeyboardEvent) => {
    const { key } = event;
    if (!menu.current || isComposing(event)) return;
    if (key === 'Escape') {
      // Taken here: the panel around it stays open.
      event.preventDefault();
      close();
    } else if (key === 'Tab') {
      // From the trigger the browser goes on to what comes after it.
      close();
    } else if (key === ' ') {
      event.preventDefault();
      if (event.target instanceof HTMLElement) event.target.click();
    } else if (!event.ctrlKey && !event.metaKey && !event.altKey) {
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
      // The focus goes home at once, so that a dialog opened by the choice gives it back to the trigger.
      trigger.current?.focus({ preventScroll: true });
      if (isByKey) closeTimer.current = setTimeout(() => setIsOpen(false), keyboardCloseMs);
      else setIsOpen(false);
    },
    handleMenuKey,
  };
}
