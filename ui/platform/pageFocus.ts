let last: Element | null = null;

/** Follows the focus from now on, for `isFocusLost`. */
export function followFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    last = target as Element;
  });
}

/** True if the element that had the focus was removed, and no other one has it. */
export function isFocusLost(): boolean {
  return last?.isConnected === false && document.activeElement === document.body;
}

/** Focuses the main part of the page, for a person whose element was removed. */
export function focusPage(): void {
  document.getElementById('content')?.focus({ preventScroll: true });
}
