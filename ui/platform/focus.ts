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

/** Focuses what is wrong first and can be seen; of a field that is no single control, its first one. */
export function focusFirstInvalid(root: Element | null | undefined): void {
  const wrong = root?.querySelectorAll<HTMLElement>('[aria-invalid="true"], [data-invalid="true"]') ?? [];
  const first = [...wrong].find((control) => !control.closest('[hidden]'));
  (first?.matches('[data-invalid]') ? focusableIn(first)[0] : first)?.focus();
}

/** What the Tab key can reach inside `root`, in document order: not disabled, not inert, and visible. */
export function focusableIn(root: HTMLElement): HTMLElement[] {
  // Without the attribute tabIndex is no help: Chromium says -1 of editable text, which Tab does reach.
  return controlsIn(root).filter((element) => !element.hasAttribute('tabindex') || element.tabIndex >= 0);
}

/** The same, with what a script alone can focus. */
export function controlsIn(root: HTMLElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(focusable)].filter(
    (element) =>
      !element.matches(':disabled') &&
      !element.closest('[inert], [hidden]') &&
      element.checkVisibility({ visibilityProperty: true }),
  );
}
