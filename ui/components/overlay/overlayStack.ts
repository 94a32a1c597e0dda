import { isComposing } from '../../platform/keys';

/**
 * Which overlays are open, in the order of opening. Only the topmost hears Escape, and everything that does
 * not belong to it is inert, which is what keeps the focus inside. Elements marked `data-always-live`
 * (messages, tooltips) are left alone.
 */
interface OpenOverlay {
  readonly id: string;
  readonly element: HTMLElement;
  readonly onEscape: () => void;
}

const baseZIndex = 1000;
const untouched = 'script, style, link, template, [data-always-live]';

let overlays: readonly OpenOverlay[] = [];
const madeInert = new Set<HTMLElement>();

export function open(id: string, element: HTMLElement, onEscape: () => void): { zIndex: number } {
  if (overlays.length === 0) window.addEventListener('keydown', handleKeyDown);
  overlays = [...overlays.filter((overlay) => overlay.id !== id), { id, element, onEscape }];
  apply();
  return { zIndex: baseZIndex + overlays.length };
}

export function close(id: string): void {
  if (!overlays.some((overlay) => overlay.id === id)) return;
  overlays = overlays.filter((overlay) => overlay.id !== id);
  if (overlays.length === 0) window.removeEventListener('keydown', handleKeyDown);
  apply();
}

export function isTop(id: string): boolean {
  return overlays.at(-1)?.id === id;
}

export function count(): number {
  return overlays.length;
}

/** The element of the topmost overlay, or null. */
export function topElement(): HTMLElement | null {
  return overlays.at(-1)?.element ?? null;
}

function handleKeyDown(event: KeyboardEvent): void {
  // Whoever is inside (a list, a completion, an input method) has had the key first.
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

/** Every element beside the path from `element` up to the body. */
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
