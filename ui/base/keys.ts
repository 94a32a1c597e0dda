interface KeyPress {
  readonly isComposing: boolean;
  readonly keyCode: number;
}

interface Modifiers {
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  getModifierState?(key: string): boolean;
}

interface Click extends Modifiers {
  readonly button: number;
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
  return event.button === 0 && !event.shiftKey && !hasModifier(event);
}

/**
 * True if Ctrl, Cmd or Alt is held. Such a key belongs to a shortcut, of the page or of the browser. Shift does not
 * count, and neither does AltGr, which writes characters: Windows reports it as Ctrl and Alt, too.
 */
export function hasModifier(event: Modifiers): boolean {
  const { altKey, ctrlKey, metaKey } = event;
  if (altKey && ctrlKey && event.getModifierState?.('AltGraph')) return false;
  return altKey || ctrlKey || metaKey;
}

const isMac = () => /^(Mac|iP)/.test(navigator.platform);

/**
 * A shortcut is written `Mod+K`, `Alt+ArrowUp` or `?`. `Mod` is Cmd on a Mac, and Ctrl elsewhere. Returns the
 * text of `aria-keyshortcuts`.
 */
export function ariaKeys(keys: string): string {
  return keys.replace('Mod', isMac() ? 'Meta' : 'Control');
}

const keyNames: Readonly<Record<string, string>> = {
  Control: 'Ctrl',
  Meta: '⌘',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  Escape: 'Esc',
  Delete: 'Del',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
};

/** Returns the names of the keys to press together: `['Ctrl', 'K']`. */
export function printKeys(keys: string): string[] {
  return ariaKeys(keys)
    .split('+')
    .map((key) => keyNames[key] ?? key);
}

type Shortcut = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** True if this is the shortcut. A sign such as `?` may need Shift. */
export function matchesKeys(event: Shortcut, keys: string): boolean {
  const parts = ariaKeys(keys).split('+');
  const wanted = parts.pop() ?? '';
  const isSign = parts.length === 0 && /^[^a-z0-9]$/i.test(wanted);
  if (event.ctrlKey !== parts.includes('Control') || event.metaKey !== parts.includes('Meta')) return false;
  if (event.altKey !== parts.includes('Alt')) return false;
  if (!isSign && event.shiftKey !== parts.includes('Shift')) return false;
  // On a Greek or Russian keyboard only the code names the Latin letter.
  const isLatin = /^[ -~]+$/.test(event.key);
  return isLatin ? event.key.toLowerCase() === wanted.toLowerCase() : event.code === `Key${wanted}`;
}
