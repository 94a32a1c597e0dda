/** Focuses the input of a part of the form, by the path of its errors. Without such an input, does nothing. */
export function focusPlace(root: HTMLElement | null, path: string): void {
  const place = root?.querySelector<HTMLElement>(`[data-place="${CSS.escape(path)}"]`);
  const input = place?.matches('input')
    ? place
    : place?.querySelector<HTMLElement>('textarea, [contenteditable="true"], button[aria-labelledby]');
  input?.focus();
  input?.scrollIntoView?.({ block: 'nearest' });
}
