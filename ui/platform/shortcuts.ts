import { ariaKeys } from './keys';

// Separate from keys.ts, because the sign-in does not need it.

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
