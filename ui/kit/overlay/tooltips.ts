// One set of listeners serves all tooltips, so the hundreds in a table of 28 columns cost nothing. A tooltip takes no
// clicks, because they belong to the row below. Rejected: a component around each cell.

import { printKeys } from '../../base/keys';
import type { Placement } from './keepBeside';
import { hostOf, keepBeside } from './keepBeside';
import css from './tooltips.module.css';

/**
 * A tooltip for each element with `data-tooltip="text"`, unless the element itself shows the whole text. It ends with
 * the keys of `aria-keyshortcuts`, and is the element's description unless it is already its name. It comes after 500
 * ms (`data-tooltip-delay`) at the `top` (`data-tooltip-placement`), but below a cell: after an edit Enter leads to
 * the cell below, whose tooltip must not cover the changed one.
 */
const delayMs = 500;
/** In milliseconds: the time to move the pointer to the tooltip or to a neighbour. */
const leaveMs = 100;
/** In milliseconds: after a tooltip closes, the next one opens without delay for this time. */
const warmMs = 300;
const tipId = 'tooltip';

interface Shown {
  readonly target: HTMLElement;
  readonly tip: HTMLElement;
  readonly stop: () => void;
}

type Timer = ReturnType<typeof setTimeout> | undefined;

let shown: Shown | null = null;
let coming: HTMLElement | null = null;
let comingTimer: Timer;
let leavingTimer: Timer;
/** True while the pointer is on the tooltip itself. */
let isHeld = false;
/** True after a key that moves the focus. A focus change by a dialog must not open a tooltip. */
let isMovingFocus = false;
let leftAt = Number.NEGATIVE_INFINITY;

export function installTooltips(): () => void {
  const stop = new AbortController();
  const options = { signal: stop.signal, capture: true, passive: true };
  document.addEventListener('pointerover', handlePointerOver, options);
  document.addEventListener('pointerout', handlePointerOut, options);
  document.addEventListener('pointermove', handlePointerMove, options);
  document.addEventListener('focusin', handleFocusIn, options);
  document.addEventListener('focusout', hide, options);
  document.addEventListener('pointerdown', hide, options);
  document.addEventListener('input', hide, options);
  document.addEventListener('scroll', hideWhenMoved, options);
  document.addEventListener('keydown', handleKeyDown, options);
  window.addEventListener('blur', hide, options);
  return () => {
    stop.abort();
    hide();
  };
}

function targetOf(event: Event): HTMLElement | null {
  return event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tooltip]') : null;
}

function handlePointerOver(event: PointerEvent): void {
  if (event.pointerType === 'touch') return;
  const target = targetOf(event);
  if (target && target === shown?.target) stay();
  if (target) scheduleShow(target);
}

function handlePointerOut(event: PointerEvent): void {
  const next = event.relatedTarget as Node | null;
  const isLeaving = (element: HTMLElement | null | undefined) =>
    element?.contains(event.target as Node) && !element.contains(next);
  if (isLeaving(coming)) {
    clearTimeout(comingTimer);
    coming = null;
  }
  if (isLeaving(shown?.target)) scheduleHide();
}

/**
 * Keeps the tooltip open while the pointer is on it. It has no pointer events, so that clicks reach the
 * element below.
 */
function handlePointerMove({ clientX, clientY }: PointerEvent): void {
  if (!shown) return;
  const { left, right, top, bottom } = shown.tip.getBoundingClientRect();
  // Until it is placed, it is invisible and in the corner of the window.
  const isPlaced = shown.tip.style.opacity !== '0';
  const isOver = isPlaced && clientX >= left && clientX < right && clientY >= top && clientY < bottom;
  if (isOver && leavingTimer !== undefined) {
    stay();
    isHeld = true;
  } else if (!isOver && isHeld) scheduleHide();
}

function scheduleHide(): void {
  isHeld = false;
  leavingTimer ??= setTimeout(leave, leaveMs);
}

function leave(): void {
  if (shown) leftAt = performance.now();
  hide();
}

function stay(): void {
  clearTimeout(leavingTimer);
  leavingTimer = undefined;
  isHeld = false;
}

function handleFocusIn(event: FocusEvent): void {
  const target = targetOf(event);
  if (isMovingFocus && target?.matches(':focus-visible')) scheduleShow(target);
}

function handleKeyDown(event: KeyboardEvent): void {
  // Do not prevent Escape, because other listeners need it too.
  isMovingFocus = /^(Tab|Arrow|Home|End|Page)/.test(event.key);
  if (event.key === 'Escape' || event.key === 'Enter' || event.key === ' ') hide();
}

/** Hides a tooltip whose element scrolls, and cancels a pending one. */
function hideWhenMoved({ target: moved }: Event): void {
  const target = shown?.target ?? coming;
  if (target && moved instanceof Node && moved.contains(target)) hide();
}

function scheduleShow(target: HTMLElement): void {
  if (target === coming) return;
  clearTimeout(comingTimer);
  coming = null;
  if (target === shown?.target) return;
  coming = target;
  const isWarm = shown !== null || performance.now() - leftAt < warmMs;
  const delay = isWarm ? 0 : Number(target.dataset['tooltipDelay'] ?? delayMs);
  comingTimer = setTimeout(() => show(target), delay);
}

function show(target: HTMLElement): void {
  leave();
  const text = target.dataset['tooltip'];
  const keys = target.getAttribute('aria-keyshortcuts');
  if (!text || !target.isConnected || target.closest('[inert]')) return;
  if (!keys && isReadable(target, text)) return;
  const tip = document.createElement('div');
  tip.id = tipId;
  tip.className = css['root'] ?? '';
  tip.setAttribute('role', 'tooltip');
  tip.dataset['alwaysLive'] = '';
  tip.append(text, ...(keys ? printKeys(keys).map(drawKey) : []));
  tip.translate = target.translate;
  // Inside the landmark of the target: screen readers need all content in a landmark.
  hostOf(target).append(tip);
  if (!isNamed(target, text)) target.setAttribute('aria-describedby', tipId);
  const placement = (target.dataset['tooltipPlacement'] ??
    (target.matches('td') ? 'bottom' : 'top')) as Placement;
  shown = { target, tip, stop: keepBeside(target, tip, { placement, gap: 6, onLost: hide }) };
}

function drawKey(name: string): HTMLElement {
  const key = document.createElement('kbd');
  key.textContent = name;
  return key;
}

function hide(): void {
  clearTimeout(comingTimer);
  coming = null;
  stay();
  if (!shown) return;
  const { target, tip, stop } = shown;
  shown = null;
  stop();
  tip.remove();
  if (target.getAttribute('aria-describedby') === tipId) target.removeAttribute('aria-describedby');
}

/** True if the element itself shows this whole text. */
function isReadable(target: HTMLElement, text: string): boolean {
  const bare = (some: string | null) => (some ?? '').replace(/\s+/g, '');
  const shownText = target instanceof HTMLInputElement ? target.value : target.textContent;
  if (!bare(shownText).includes(bare(text))) return false;
  return ![target, ...target.querySelectorAll<HTMLElement>('*')].some(isCut);
}

function isCut(element: HTMLElement): boolean {
  return element.scrollWidth > element.clientWidth && getComputedStyle(element).overflowX !== 'visible';
}

/** True if the text is the element's name, or if the element has another description. */
function isNamed(target: HTMLElement, text: string): boolean {
  const name = target.getAttribute('aria-label') ?? target.textContent;
  return name?.trim() === text.trim() || target.hasAttribute('aria-describedby');
}
