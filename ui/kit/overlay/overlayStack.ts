// Overlays use neither `showModal()` nor `popover`. A version that used them was no smaller, and had these faults: the
// browser makes everything outside the top dialog inert, also toasts and the menu of a password manager; a fading
// dialog is covered by the panel below; Chromium ignores `preventDefault` on a second `cancel`; and `popover="auto"`
// stays open when the focus leaves it, and lets its Escape through to the panel.

import { isComposing } from '../../base/keys';

/**
 * The open overlays, in the order of opening. Only the topmost receives Escape. Every element outside it is
 * inert, which keeps the focus inside. Elements with `data-always-live` (toasts, tooltips) are never inert.
 */
interface OpenOverlay {
  readonly element: HTMLElement;
  readonly onEscape: () => void;
}

const baseZIndex = 1000;
const untouched = 'script, style, link, template, [data-always-live]';

let overlays: readonly OpenOverlay[] = [];
const madeInert = new Set<HTMLElement>();

export function open(element: HTMLElement, onEscape: () => void): { zIndex: number } {
  if (overlays.length === 0) window.addEventListener('keydown', handleKeyDown);
  overlays = [...overlays, { element, onEscape }];
  apply();
  return { zIndex: baseZIndex + overlays.length };
}

export function close(element: HTMLElement): void {
  overlays = overlays.filter((overlay) => overlay.element !== element);
  if (overlays.length === 0) window.removeEventListener('keydown', handleKeyDown);
  apply();
}

export function topElement(): HTMLElement | null {
  return overlays.at(-1)?.element ?? null;
}

function handleKeyDown(event: KeyboardEvent): void {
  // A list, a completion or an input method inside handles the key first.
  if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event)) return;
  overlays.at(-1)?.onEscape();
}

function apply(): void {
  document.body.classList.toggle('overlay-active', overlays.length > 0);
  const wanted = new Set(elementsAround(topElement()));
  for (const element of madeInert) {
    if (wanted.has(element)) continue;
    element.inert = false;
    madeInert.delete(element);
  }
  for (const element of wanted) {
    if (element.inert) continue;
    element.inert = true;
    madeInert.add(element);
  }
}

/** Returns the siblings of `element` and of its ancestors up to the body. */
function elementsAround(element: HTMLElement | null): HTMLElement[] {
  const around: HTMLElement[] = [];
  for (let inner = element; inner && inner !== document.body; inner = inner.parentElement) {
    for (const sibling of inner.parentElement?.children ?? []) {
      if (sibling !== inner && sibling instanceof HTMLElement && !sibling.matches(untouched)) {
        around.push(sibling);
      }
    }
  }
  return around;
}
