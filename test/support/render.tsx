// Mounts components and acts like a user. Every helper waits for React's updates. Call `await tick()`
// before checks that depend on a promise or on valtio, which notifies a microtask later, and `await rest()` before
// those that depend on responses. For all that takes time there is `eventually`.
//
//   const view = mount(<Toggle label="Open" isOn={false} onChange={set} />);
//   click(view.find('input'));
//   await tick();
//   assert.is(view.text(), 'Open');
//
// Compare elements with assert.ok(a === b): a failing assert.is of two elements walks React's whole tree.

import * as React from 'react';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { eventuallyBy, quiet as waitForNothing } from './eventually';

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

// For its warnings React notes where the code makes each element. That takes a third of the time.
Object.defineProperty(
  Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'),
  'recentlyCreatedOwnerStacks',
  { configurable: true, get: () => Number.POSITIVE_INFINITY, set() {} },
);

export { act };

export interface Modifiers {
  shiftKey?: boolean;
  ctrlKey?: boolean;
  metaKey?: boolean;
  altKey?: boolean;
}

export interface View {
  /** The element that contains the component; its portals are beside this element. */
  readonly root: HTMLElement;
  /** Returns the first matching element in the document; throws when there is none. */
  find<E extends HTMLElement = HTMLElement>(selector: string): E;
  findAll<E extends HTMLElement = HTMLElement>(selector: string): E[];
  /** Returns the innermost element whose whole text is `text`; throws when there is none. */
  byText<E extends HTMLElement = HTMLElement>(text: string): E;
  /** Returns the control with this `<label>` or `aria-label`; throws when there is none. */
  byLabel<E extends HTMLElement = HTMLElement>(label: string): E;
  /** Returns the text of the document with collapsed white space. */
  text(): string;
  rerender(element: ReactNode): void;
  unmount(): void;
}

let mounted: View | null = null;

/** Renders `element` into the document, after unmounting the element of an earlier test. */
export function mount(element: ReactNode): View {
  mounted?.unmount();
  const root = document.body.appendChild(document.createElement('div'));
  const reactRoot = createRoot(root);
  const rerender = (next: ReactNode) => act(() => reactRoot.render(next));
  const view: View = {
    root,
    find: (selector) => needed(document.body.querySelector(selector), `an element that fits ${selector}`),
    findAll: (selector) => [...document.body.querySelectorAll(selector)] as never[],
    byText: (text) => needed(withText(text).map(buttonOf).at(-1), `an element with the text "${text}"`),
    byLabel: (label) => needed(controlNamed(label), `a control named "${label}"`),
    text: () => folded(document.body),
    rerender,
    unmount() {
      if (mounted !== view) return;
      mounted = null;
      act(() => reactRoot.unmount());
      root.remove();
    },
  };
  mounted = view;
  rerender(element);
  return view;
}

function needed<E>(found: Element | null | undefined, what: string): E {
  if (!found) throw new Error(`Not found: ${what} in: ${document.body.innerHTML}`);
  return found as E;
}

const folded = (element: Element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim();

const withText = (text: string, selector = '*') =>
  [...document.body.querySelectorAll(selector)].filter((element) => folded(element) === text);

/** The text of a button is in an inner element without a box. */
const buttonOf = (element: Element) =>
  element.classList.contains('Button_content') ? element.parentElement : element;

function controlNamed(label: string): Element | null {
  const named = [...document.body.querySelectorAll('[aria-label]')];
  const byAria = named.find((element) => element.getAttribute('aria-label') === label);
  if (byAria) return byAria;
  for (const element of withText(label, 'label') as HTMLLabelElement[]) {
    if (element.control) return element.control;
  }
  return withText(label, '[id]').flatMap((element) => labelledBy(element.id))[0] ?? null;
}

const labelledBy = (id: string) =>
  [...document.body.querySelectorAll('[aria-labelledby]')].filter((element) =>
    element.getAttribute('aria-labelledby')?.split(/\s+/).includes(id),
  );

/**
 * Sends the events of a click with the primary button: pointer and mouse down, focus, pointer and mouse up,
 * click.
 */
export function click(element: Element, modifiers: Modifiers = {}): void {
  const init = { bubbles: true, cancelable: true, composed: true, button: 0, ...modifiers };
  act(() => {
    element.dispatchEvent(new PointerEvent('pointerdown', init));
    if (element.dispatchEvent(new MouseEvent('mousedown', init))) focusNearest(element);
    element.dispatchEvent(new PointerEvent('pointerup', init));
    element.dispatchEvent(new MouseEvent('mouseup', init));
    element.dispatchEvent(new MouseEvent('click', init));
  });
}

function focusNearest(element: Element): void {
  const target = element.closest<HTMLElement>('input, select, textarea, button, a[href], [tabindex]');
  if (target) target.focus();
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/** Sets the control's whole value like typing or pasting: React receives an input event. */
export function type(element: Element, text: string): void {
  act(() => {
    const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')?.set;
    if (!setter) throw new Error(`A <${element.localName}> has no value to type into`);
    if (element instanceof HTMLElement) element.focus();
    setter.call(element, text);
    element.dispatchEvent(new InputEvent('input', { bubbles: true, data: text, inputType: 'insertText' }));
    if (element.localName === 'select') element.dispatchEvent(new Event('change', { bubbles: true }));
  });
}

/**
 * Presses and releases a key. Only listeners run: no focus moves, and nothing is submitted or clicked.
 * Returns false when a listener prevented the keydown's default action.
 */
export function press(element: Element, key: string, modifiers: Modifiers = {}): boolean {
  const code = /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : key === ' ' ? 'Space' : key;
  const init = { bubbles: true, cancelable: true, composed: true, key, code, ...modifiers };
  let isLeft = true;
  act(() => {
    isLeft = element.dispatchEvent(new KeyboardEvent('keydown', init));
    element.dispatchEvent(new KeyboardEvent('keyup', init));
  });
  return isLeft;
}

export function focus(element: Element): void {
  act(() => (element as HTMLElement).focus());
}

/** Waits for one turn of the event loop: promises, valtio, and React's updates. */
export async function tick(): Promise<void> {
  await act(() => new Promise<void>((done) => setTimeout(done)));
}

/** Waits for chains of promises, such as several responses of the fake backend. */
export async function rest(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await tick();
}

/** Waits until the value equals the expected one; fails with the last value. React's updates come meanwhile. */
export const eventually = eventuallyBy(tick, 10_000);

/** Waits before a check that nothing happened. */
export const quiet = () => act(() => waitForNothing());
