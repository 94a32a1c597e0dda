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
 * The key belongs to an input method (Chinese, Japanese, Korean ...): its Enter and Escape choose or drop a
 * word and must not submit or close. Takes a browser's event or one that wraps it as `nativeEvent`.
 */
export function isComposing(event: KeyPress | { readonly nativeEvent: KeyPress }): boolean {
  const press = 'nativeEvent' in event ? event.nativeEvent : event;
  // Safari says composing is over before it sends the key that ended it; 229 marks that one.
  return press.isComposing || press.keyCode === 229;
}

/** The primary button without modifiers. All else on a link is the browser's: new tab, new window, download. */
export function isPlainClick(event: Click): boolean {
  return event.button === 0 && !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
}
