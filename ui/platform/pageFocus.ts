let last: EventTarget | null = null;

/** Follows the focus from now on, for `isFocusLost`. */
export function followFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    last = target;
  });
}

/** True if the element that had the focus was removed, and no other one has it. */
export function isFocusLost(): boolean {
  return last instanceof Element && !last.isConnected && document.activeElement === document.body;
}
