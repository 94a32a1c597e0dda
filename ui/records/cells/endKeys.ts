/** Returns the arrow key that the cursor follows after a key has ended an edit; '' if the key ends none. */
export function arrowAfter(key: string, hasShift: boolean): string {
  if (key === 'Enter') return hasShift ? '' : 'ArrowDown';
  return key === 'Tab' ? (hasShift ? 'ArrowLeft' : 'ArrowRight') : '';
}

/** Presses a key on a cell, so that the table handles it. */
export function pressOn(cell: HTMLElement, key: string): void {
  cell.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
}
