const lists = '[data-list]';

/** The list with roving focus that holds the element. */
export function listOf(element: Element | null): HTMLElement | null {
  return element?.closest<HTMLElement>(lists) ?? null;
}

/** Focuses the line that Tab leads to; false when the list has none. */
export function focusStop(list: Element): boolean {
  const stop = list.querySelector<HTMLElement>('[tabindex="0"]');
  stop?.focus({ preventScroll: true });
  return stop !== null && stop !== undefined;
}
