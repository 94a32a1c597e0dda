import { keepBeside } from '../lazy/keepBeside';
import { hostOf } from './hostOf';
import type { Placement } from './placement';
import css from './tooltips.module.css';

/**
 * Tooltips for every element with `data-tooltip="text"`, now and later, by one set of listeners and one
 * element on screen; `data-tooltip-placement` is `top` and `data-tooltip-delay` 150 ms unless said otherwise. A
 * text that is not yet the element's own name is its description as long as it is seen.
 */
const delayMs = 150;
/** Time to move the pointer from the element onto its tooltip, to select the text there. */
const leaveMs = 100;
const tipId = 'tooltip';

interface Shown {
  readonly target: HTMLElement;
  readonly tip: HTMLElement;
  readonly stop: () => void;
}

let shown: Shown | null = null;
let coming: HTMLElement | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

export function installTooltips(): () => void {
  const stop = new AbortController();
  const options = { signal: stop.signal, capture: true, passive: true };
  document.addEventListener('pointerover', handlePointerOver, options);
  document.addEventListener('pointerout', handlePointerOut, options);
  document.addEventListener('focusin', handleFocusIn, options);
  document.addEventListener('focusout', hide, options);
  document.addEventListener('pointerdown', hide, options);
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
  if (shown?.tip.contains(event.target as Node)) {
    clearTimeout(timer);
    return;
  }
  const target = targetOf(event);
  if (target) showSoon(target);
}

function handlePointerOut(event: PointerEvent): void {
  const next = event.relatedTarget as Node | null;
  const isLeaving = (element: HTMLElement | null | undefined) =>
    element?.contains(event.target as Node) && !element.contains(next);
  if (!isLeaving(shown?.target) && !isLeaving(shown?.tip) && !isLeaving(coming)) return;
  clearTimeout(timer);
  coming = null;
  if (shown) timer = setTimeout(hide, leaveMs);
}

function handleFocusIn(event: FocusEvent): void {
  const target = targetOf(event);
  if (target?.matches(':focus-visible')) showSoon(target);
}

function handleKeyDown(event: KeyboardEvent): void {
  // Whatever Escape means to others, it still does: it is not kept from them.
  if (event.key === 'Escape' || event.key === 'Enter' || event.key === ' ') hide();
}

/** What is still on its way must not come for something that the pointer has left behind. */
function hideWhenMoved({ target: moved }: Event): void {
  const target = shown?.target ?? coming;
  if (target && moved instanceof Node && moved.contains(target)) hide();
}

function showSoon(target: HTMLElement): void {
  if (target === coming) return;
  clearTimeout(timer);
  if (target === shown?.target) return;
  coming = target;
  timer = setTimeout(() => show(target), Number(target.dataset['tooltipDelay'] ?? delayMs));
}

function show(target: HTMLElement): void {
  hide();
  const text = target.dataset['tooltip'];
  if (!text || !target.isConnected || target.closest('[inert]')) return;
  const tip = document.createElement('div');
  tip.id = tipId;
  tip.className = css['root'] ?? '';
  tip.setAttribute('role', 'tooltip');
  tip.dataset['alwaysLive'] = '';
  tip.textContent = text;
  // What the focus has brought must not lie in the way of the pointer, such as over the next row.
  if (!target.matches(':hover')) tip.style.pointerEvents = 'none';
  // Beside the content of its landmark: outside of all of them it would be nowhere.
  hostOf(target).append(tip);
  if (!isNamed(target, text)) target.setAttribute('aria-describedby', tipId);
  const placement = (target.dataset['tooltipPlacement'] ?? 'top') as Placement;
  shown = { target, tip, stop: keepBeside(target, tip, { placement, gap: 6, onLost: hide }) };
}

function hide(): void {
  clearTimeout(timer);
  coming = null;
  if (!shown) return;
  const { target, tip, stop } = shown;
  shown = null;
  stop();
  tip.remove();
  if (target.getAttribute('aria-describedby') === tipId) target.removeAttribute('aria-describedby');
}

/** Its name says it already, or it has a description that is worth more. */
function isNamed(target: HTMLElement, text: string): boolean {
  const name = target.getAttribute('aria-label') ?? target.textContent;
  return name?.trim() === text.trim() || target.hasAttribute('aria-describedby');
}
