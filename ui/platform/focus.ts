const focusable = [
  'a[href]',
  'area[href]',
  'audio[controls]',
  'button',
  'iframe',
  'input:not([type="hidden"])',
  'select',
  'details > summary:first-of-type',
  'textarea',
  'video[controls]',
  '[contenteditable]:not([contenteditable="false"])',
  '[tabindex]',
].join();

/** Focuses the first visible control with an error; in a field of several controls, its first one. */
export function focusFirstInvalid(root: Element | null | undefined): void {
  const wrong = root?.querySelectorAll<HTMLElement>('[aria-invalid="true"], [data-invalid="true"]') ?? [];
  const first = [...wrong].find((control) => !control.closest('[hidden]'));
  (first?.matches('[data-invalid]') ? focusableIn(first)[0] : first)?.focus();
}

/**
 * Runs an act of a button that the act may remove. Then the next control of the dialog or page gets the focus, else the
 * one before it, so that keys go on working.
 */
export async function keepingFocus(button: HTMLElement, act: () => unknown): Promise<void> {
  const dialog = button.closest<HTMLElement>('[role="dialog"]');
  const controls = focusableIn(dialog ?? document.body);
  const at = controls.indexOf(button);
  const neighbours = [...controls.slice(at + 1), ...controls.slice(0, Math.max(at, 0)).reverse()];
  await act();
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return;
    const next = neighbours.find((control) => control.isConnected && control.checkVisibility());
    (next ?? dialog)?.focus({ preventScroll: true });
  });
}

/**
 * Returns the elements inside `root` that Tab reaches, in document order: enabled, not inert, and visible.
 */
export function focusableIn(root: HTMLElement): HTMLElement[] {
  // Without the attribute, Chromium's tabIndex is -1 for editable text, though Tab reaches it.
  return controlsIn(root).filter((element) => !element.hasAttribute('tabindex') || element.tabIndex >= 0);
}

/** The same, including elements that only a script can focus. */
export function controlsIn(root: HTMLElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(focusable)].filter(
    (element) =>
      !element.matches(':disabled') &&
      !element.closest('[inert], [hidden]') &&
      element.checkVisibility({ visibilityProperty: true }),
  );
}

/** Returns the search input of the page; null if it has none. */
export const pageSearch = () =>
  document.querySelector<HTMLElement>(
    '#content :is(search [contenteditable], search input, input[type="search"])',
  );

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
