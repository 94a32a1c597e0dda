const anyDialog = '[role="dialog"], [role="alertdialog"]';

/**
 * Copies without a secure context too (`http://` on a home network), where there is no navigator.clipboard.
 * False: the browser refused. Call it while handling a click or a key, else it will.
 */
export async function copyText(text: string): Promise<boolean> {
  if (window.isSecureContext && navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Refused by a permission or a frame's policy: the old way may still be open.
    }
  }
  return copyBySelection(text);
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true; // no keyboard slides up on a phone
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
    // In this order: removing a focused element looks to a menu around it as if focus had left.
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    area.remove();
  }
}

/**
 * Where the text area can take focus. Beside the focused element, so that a menu or popup that closes when
 * focus leaves it stays open; where nothing is focused (Safari focuses no clicked button) inside the
 * topmost dialog, because the page behind it is inert.
 */
function hostFor(focused: Element | null): Element {
  if (focused && focused !== document.body && !focused.closest('[inert]')) {
    return focused.matches(anyDialog) ? focused : (focused.parentElement ?? document.body);
  }
  const dialogs = [...document.querySelectorAll(anyDialog)];
  return dialogs.findLast((dialog) => !dialog.closest('[inert]')) ?? document.body;
}
