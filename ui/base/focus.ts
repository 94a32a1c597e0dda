const focusable = [
  'a[href]',
  'area[href]',
  'audio[controls]',
  'button',
  'iframe',
  'input:not([type="hidden"])',
  'select',
  'details > summary:first-of-type',
  'textarea',
  'video[controls]',
  '[contenteditable]:not([contenteditable="false"])',
  '[tabindex]',
].join();

/**
 * Focuses the first visible control with an error, whose text is scrolled into view; in a field of several controls,
 * its first one.
 */
export function focusFirstInvalid(root: Element | null | undefined): void {
  const wrong = root?.querySelectorAll<HTMLElement>('[aria-invalid="true"], [data-invalid="true"]') ?? [];
  const first = [...wrong].find((control) => !control.closest('[hidden]'));
  (first?.matches('[data-invalid]') ? focusableIn(first)[0] : first)?.focus();
  const [error = ''] = first?.getAttribute('aria-describedby')?.split(' ') ?? [];
  document.getElementById(error)?.scrollIntoView?.({ block: 'nearest' });
}

/**
 * Returns the elements inside `root` that Tab reaches, in document order: enabled, not inert, and visible.
 */
export function focusableIn(root: HTMLElement): HTMLElement[] {
  // Without the attribute, Chromium's tabIndex is -1 for editable text, though Tab reaches it.
  return controlsIn(root).filter((element) => !element.hasAttribute('tabindex') || element.tabIndex >= 0);
}

/** Like `focusableIn`, with elements that only a script can focus. */
export function controlsIn(root: HTMLElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(focusable)].filter(
    (element) =>
      !element.matches(':disabled') &&
      !element.closest('[inert], [hidden]') &&
      element.checkVisibility({ visibilityProperty: true }),
  );
}

/** Returns the search input of a page or dialog; null if it has none. */
export const searchIn = (room: Element | null) =>
  room?.querySelector<HTMLElement>(':is(search [contenteditable], search input, input[type="search"])') ??
  null;

export const pageSearch = () => searchIn(document.getElementById('content'));

let last: HTMLElement | null = null;
/** The elements that had the focus before, the newest at the end. */
let trail: HTMLElement[] = [];
/** The element that got the focus of a removed one. */
let given: HTMLElement | null = null;

/**
 * Follows the focus from now on. If the element that has it is removed, hidden or disabled, the focus moves to what
 * takes its place in its list or bar, or else to the one before.
 */
export function followFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    last = target as HTMLElement;
    trail = [...trail.filter((one) => one !== last && one.isConnected), last].slice(-8);
  });
  document.addEventListener('focusout', () =>
    queueMicrotask(() => {
      // A person who presses beside all controls wants the focus nowhere.
      if (hasNoFocus() && last && !isGone(last)) last = null;
    }),
  );
  const watched = { childList: true, subtree: true, attributeFilter: ['disabled', 'hidden', 'inert'] };
  new MutationObserver((changes) => {
    if (last && (document.activeElement === last ? isOff(last) : hasNoFocus() && isGone(last))) {
      moveOn(last, changes);
    }
  }).observe(document.body, watched);
}

const hasNoFocus = () => !document.activeElement || document.activeElement === document.body;

const isGone = (element: HTMLElement) => isOff(element) || !element.checkVisibility();

/** The cheap part of `isGone`: computes no styles. */
const isOff = (element: HTMLElement) =>
  !element.isConnected || element.matches(':disabled') || element.closest('[hidden], [inert]') !== null;

/** True if the element that had the focus was removed, and the person has not chosen another since. */
export const isFocusLost = () => (hasNoFocus() ? last !== null : document.activeElement === given);

/** Focuses the main part of the page, for a person whose element was removed. */
export function focusPage(): void {
  document.getElementById('content')?.focus({ preventScroll: true });
}

/** The parts of the screen that the focus does not leave by itself. */
const rooms = 'main, aside, nav, [role="dialog"], [role="alertdialog"]';

function moveOn(from: HTMLElement, changes: readonly MutationRecord[]): void {
  // Between two pages there is no content. The change that adds it calls this again.
  const content = document.getElementById('content');
  if (!content) return;
  const [modal] = [...document.querySelectorAll<HTMLElement>('[aria-modal="true"]')].slice(-1);
  const hasGone = from.closest('[data-bar]')?.isConnected === false;
  // If a whole bar went, nothing beside the element is left. The element with the focus before it may be gone, too.
  const heirs = hasGone ? [] : [...trail].reverse().map((one) => (isGone(one) ? heirOf(one, changes) : one));
  const heir = heirs.find((one) => one?.checkVisibility());
  given = heir ?? modal ?? content.querySelector<HTMLElement>('[data-list] [tabindex="0"]') ?? content;
  given.focus({ preventScroll: true });
}

interface Place {
  /** The removed or hidden node, with the focus in it. */
  item: Node;
  parent: Element;
  previous: Node | null;
}

/** Finds where the element was; its parents may be removed too. Null if these changes did not remove it. */
function placeLeft(from: Node, changes: readonly MutationRecord[]): Place | null {
  let item: Node | null = null;
  let parent: Node | null = null;
  let previous: Node | null = null;
  for (const { type, target, removedNodes, previousSibling } of changes) {
    const lost: readonly (Node | null)[] = [item ?? from, parent];
    const removed = [...removedNodes];
    const gone = removed.find((node) => lost.some((one) => node.contains(one)));
    if (gone) [item, parent, previous] = [gone, target, previousSibling];
    else if (previous && removed.includes(previous as ChildNode)) previous = previousSibling;
    else if (type === 'attributes' && !item && target.contains(from))
      [item, parent, previous] = [target, target.parentNode, target];
  }
  return item && parent instanceof Element ? { item, parent, previous } : null;
}

function heirOf(from: HTMLElement, changes: readonly MutationRecord[]): HTMLElement | null {
  const place = placeLeft(from, changes);
  const room = place?.parent.closest<HTMLElement>(rooms);
  if (!place || !room) return null;
  const { item, parent } = place;
  let before = place.previous;
  for (let root: Element | null = parent; root && room.contains(root); root = root.parentElement) {
    const all = focusableIn(root as HTMLElement);
    const after = all.filter((one) => isBehind(one, before));
    const [next] = after;
    // If the next row is like the lost one, take the same control in it.
    const row = next && [...root.children].find((child) => child.contains(next));
    const isAlike = item instanceof Element && row !== next && row?.className === item.className;
    const column = isAlike ? [...item.querySelectorAll(focusable)].indexOf(from) : 0;
    const heir = after[column] ?? next ?? all.at(-1);
    if (heir) return heir;
    before = root;
  }
  return room;
}

const isBehind = (element: Node, other: Node | null) =>
  !other ||
  (other.compareDocumentPosition(element) &
    (Node.DOCUMENT_POSITION_FOLLOWING | Node.DOCUMENT_POSITION_CONTAINED_BY)) ===
    Node.DOCUMENT_POSITION_FOLLOWING;
