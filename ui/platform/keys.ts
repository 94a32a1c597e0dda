interface KeyPress {
  readonly isComposing: boolean;
  readonly keyCode: number;
}

interface Click {
  readonly button: number;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

/**
 * True if the key belongs to an input method (Chinese, Japanese, Korean ...). Its Enter and Escape choose or
 * drop a word and must not submit or close. Takes a browser's event or one that wraps it as `nativeEvent`.
 */
export function isComposing(event: KeyPress | { readonly nativeEvent: KeyPress }): boolean {
  const press = 'nativeEvent' in event ? event.nativeEvent : event;
  // Safari ends the composition before it sends the last key; 229 marks that key.
  return press.isComposing || press.keyCode === 229;
}

/**
 * True for the primary button without modifiers. The browser handles other clicks on a link: new tab, new
 * window, download.
 */
export function isPlainClick(event: Click): boolean {
  return event.button === 0 && !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
}

/** True if the key changes a text: it goes to an input, or to an editor. */
export function isTyping({ target }: { readonly target: EventTarget | null }): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('input, textarea, select');
}
