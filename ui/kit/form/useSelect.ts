import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { hasModifier, isComposing } from '../../base/keys';
import { createTypeAhead } from '../overlay/typeAhead';
import { usePopover } from '../overlay/usePopover';
import { scrollToActive } from './OptionList';
import { labelOf, matchingOptions, type SelectOption } from './selectValues';

const searchableAbove = 5;
const pageOfOptions = 10;
const keyboardCloseMs = 150;
const scrollIntoViewMs = 180;

export type SelectState = ReturnType<typeof useSelect>;

interface SelectSetup {
  options: readonly SelectOption[];
  values: readonly string[];
  hasAction?: boolean | undefined;
  /** Returns true if the list closes after this choice. */
  onChoose: (value: string) => boolean;
  onRemoveLast: () => void;
}

export function useSelect(setup: SelectSetup) {
  const { options, values, hasAction = false, onChoose, onRemoveLast } = setup;
  const frame = useRef<HTMLSpanElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  /** The button below the options. */
  const action = useRef<HTMLButtonElement>(null);
  const closeTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hasTakenSpace = useRef(false);
  const [isOpen, setIsOpen] = useState(false);
  const [words, setWords] = useState('');
  const [wanted, setWanted] = useState<string | null>(null);
  const [typeAhead] = useState(() => createTypeAhead(labelOf));

  const isSearchable = options.length > searchableAbove;
  const shown = isOpen ? matchingOptions(options, words) : options;
  /** The index of the active option among those shown; -1 for none. */
  const active = Math.max(
    shown.findIndex((option) => option.value === wanted),
    Math.min(0, shown.length - 1),
  );

  const close = () => {
    clearTimeout(closeTimer.current);
    if (popup.current?.contains(document.activeElement)) trigger.current?.focus({ preventScroll: true });
    setIsOpen(false);
  };

  const open = (typed = '') => {
    clearTimeout(closeTimer.current);
    const chosen = options.findIndex((option) => values.includes(option.value));
    const found = typed && !isSearchable ? typeAhead(options, chosen, typed) : null;
    setWords(isSearchable ? typed : '');
    setWanted(found?.value ?? options[chosen]?.value ?? null);
    setIsOpen(true);
  };

  usePopover({ isOpen, anchor: frame, popover: popup, placement: 'bottom-start', onClose: close });

  useLayoutEffect(() => {
    if (!isOpen || !popup.current) return;
    const input = popup.current.querySelector('input');
    (input ?? trigger.current)?.focus({ preventScroll: true });
    input?.setSelectionRange(input.value.length, input.value.length);
    // Scrolls again when the list has its position, and so its height.
    const timer = setTimeout(() => scrollToActive(popup.current), scrollIntoViewMs);
    return () => clearTimeout(timer);
  }, [isOpen]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a search that leaves shorter options keeps the width
  useLayoutEffect(() => {
    if (!isOpen || !popup.current || !frame.current) return;
    const width = Math.max(popup.current.offsetWidth, frame.current.offsetWidth);
    popup.current.style.minWidth = `min(${width}px, var(--room-width, 100vw))`;
  }, [isOpen, words]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the active option
  useLayoutEffect(() => {
    if (isOpen) scrollToActive(popup.current);
  }, [isOpen, active]);

  useEffect(() => () => clearTimeout(closeTimer.current), []);

  const choose = (option: SelectOption, isByKey = false) => {
    setWanted(option.value);
    if (!onChoose(option.value)) return;
    trigger.current?.focus({ preventScroll: true });
    clearTimeout(closeTimer.current);
    // A choice by key stays visible for a moment.
    if (isByKey) closeTimer.current = setTimeout(() => setIsOpen(false), keyboardCloseMs);
    else setIsOpen(false);
  };

  const handleClosedKey = (event: KeyboardEvent) => {
    const { key } = event;
    const isLetter = [...key].length === 1 && key !== ' ';
    if (key === 'ArrowDown' || key === 'ArrowUp') open();
    else if (key === 'Backspace' || key === 'Delete') onRemoveLast();
    else if (isLetter && !hasModifier(event)) open(key);
    else return;
    event.preventDefault();
  };

  const handleOpenKey = (event: KeyboardEvent) => {
    const { key } = event;
    const current = shown[active];
    const step = steps[key];
    const isAtEnd = key === 'ArrowDown' && active === shown.length - 1;
    if (hasAction && (isAtEnd || (key === 'Tab' && !event.shiftKey))) {
      event.preventDefault();
      action.current?.focus();
      return;
    }
    if (key === 'Tab') {
      // Tab then moves from the trigger to the element after it.
      trigger.current?.focus({ preventScroll: true });
      close();
      return;
    }
    if (key === 'Escape' || (key === 'ArrowUp' && event.altKey)) {
      // Handled here, so that the surrounding panel stays open.
      close();
    } else if (key === 'Enter' || (key === ' ' && !isSearchable)) {
      hasTakenSpace.current = key === ' ';
      if (current) choose(current, true);
    } else if (step !== undefined && (!isSearchable || Number.isFinite(step))) {
      const next = Math.min(Math.max(active + step, 0), shown.length - 1);
      setWanted(shown[next]?.value ?? null);
    } else if (!isSearchable && [...key].length === 1 && !hasModifier(event)) {
      const found = typeAhead(shown, active, key);
      if (found) setWanted(found.value);
    } else {
      return;
    }
    event.preventDefault();
  };

  const handleActionKey = (event: KeyboardEvent) => {
    const { key } = event;
    if (event.defaultPrevented) return;
    if (key === 'Tab' && !event.shiftKey) {
      close();
    } else if (key === 'Escape') {
      event.preventDefault();
      close();
    } else if (key === 'ArrowUp' || key === 'Tab') {
      event.preventDefault();
      (popup.current?.querySelector('input') ?? trigger.current)?.focus();
    }
  };

  return {
    isOpen,
    isSearchable,
    words,
    shown,
    active,
    frame,
    trigger,
    popup,
    action,
    close,
    toggle: (): void => (isOpen ? close() : open()),
    search: (next: string): void => {
      setWords(next);
      setWanted(null);
    },
    choose,
    handleKeyDown: (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isComposing(event)) return;
      if (isOpen) handleOpenKey(event);
      else handleClosedKey(event);
    },
    handleKeyUp: (event: KeyboardEvent): void => {
      // The browser clicks a button on keyup of Space, even if its keydown was prevented.
      if (event.key === ' ' && hasTakenSpace.current) event.preventDefault();
      hasTakenSpace.current = false;
    },
    handleActionKey,
  };
}

/** In a search input, Home and End move the caret. */
const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: pageOfOptions,
  PageUp: -pageOfOptions,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};
