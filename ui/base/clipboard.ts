const anyDialog = '[role="dialog"], [role="alertdialog"]';

let tellRefusal = (_hint: string): void => {};

export function onCopyRefused(tell: (hint: string) => void): void {
  tellRefusal = tell;
}

/**
 * Copies text, even without a secure context (`http://` on a home network), where navigator.clipboard is missing.
 * Returns false if the browser refuses; `onCopyRefused` has shown a message then, with the hint behind it. Call it
 * while handling a click or a key, otherwise the browser refuses.
 */
export async function copyText(text: string, hint = ''): Promise<boolean> {
  if (window.isSecureContext && navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Refused by a permission or a frame's policy; the older API may still work.
    }
  }
  const isCopied = copyBySelection(text);
  if (!isCopied) tellRefusal(hint);
  return isCopied;
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true; // opens no keyboard on a phone
  area.setAttribute('aria-hidden', 'true');
  area.style.position = 'fixed'; // the page does not scroll to it
  area.style.top = '0';
  area.style.opacity = '0';
  hostFor(focused).append(area);
  try {
    area.focus({ preventScroll: true });
    area.select();
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    // The focus goes back first: removing a focused element would look to a menu like a loss of focus.
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    area.remove();
  }
}

/**
 * Returns the parent for the text area, in which it can take the focus. It is beside the focused element, so
 * that a menu or popup that closes on blur stays open. Safari does not focus clicked buttons. Without a focus
 * it is inside the topmost dialog, because the rest of the page is inert.
 */
function hostFor(focused: Element | null): Element {
  if (focused && focused !== document.body && !focused.closest('[inert]')) {
    return focused.matches(anyDialog) ? focused : (focused.parentElement ?? document.body);
  }
  const dialogs = [...document.querySelectorAll(anyDialog)];
  return dialogs.findLast((dialog) => !dialog.closest('[inert]')) ?? document.body;
}
