// Mounts components and acts as the person in front of them. Every helper ends with React at rest;
// what a promise or valtio (which tells of changes a microtask later) brings is seen after `await tick()`.
//
//   const view = mount(<Toggle label="Open" isOn={false} onChange={set} />);
//   click(view.find('input'));
//   await tick();
//   assert.is(view.text(), 'Open');
//
// Compare elements with assert.ok(a === b): a failing assert.is of two elements walks React's whole tree.

import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

export { act };

export interface Modifiers {
  shiftKey?: boolean;
  ctrlKey?: boolean;
  metaKey?: boolean;
  altKey?: boolean;
}

export interface View {
  /** The element that the component was mounted in; what it draws by a portal stands beside it. */
  readonly root: HTMLElement;
  /** The first element in the document that fits; throws when there is none. */
  find<E extends HTMLElement = HTMLElement>(selector: string): E;
  findAll<E extends HTMLElement = HTMLElement>(selector: string): E[];
  /** The innermost element whose whole text is `text`; throws when there is none. */
  byText<E extends HTMLElement = HTMLElement>(text: string): E;
  /** The control that a `<label>` or an `aria-label` with this text names; throws when there is none. */
  byLabel<E extends HTMLElement = HTMLElement>(label: string): E;
  /** The text of the document, white space folded. */
  text(): string;
  rerender(element: ReactNode): void;
  unmount(): void;
}

let mounted: View | null = null;

/** Draws `element` into the document. What an earlier test left mounted goes first. */
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
  if (!found) throw new Error(`There is not ${what} in: ${document.body.innerHTML}`);
  return found as E;
}

const folded = (element: Element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim();

const withText = (text: string, selector = '*') =>
  [...document.body.querySelectorAll(selector)].filter((element) => folded(element) === text);

/** The words of a button stand in an element that has no box of its own. */
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

/** A whole click with the primary button: pointer and mouse down, focus, pointer and mouse up, click. */
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

/** Makes `text` the control's whole value, as typing or pasting it would: React hears an input event. */
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
 * Presses and releases a key. Only the listeners hear it: no focus moves, nothing is submitted or clicked.
 * True when the keydown was left to the browser, false when a listener took it.
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

/** Waits, so that promises, valtio and timers of at most `ms` have had their turn. */
export async function tick(ms = 0): Promise<void> {
  await act(() => new Promise<void>((done) => setTimeout(done, ms)));
}
