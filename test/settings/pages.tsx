// Helpers to open a page of the settings and use its common parts.
//
//   const { backend, server } = startScene();
//   const view = await open(<MailPage />);
//   type(input(view, 'Sender name*'), 'Mine');
//   await saveByButton(view);

import type { ReactNode } from 'react';
import { act, click, mount, rest, type View } from '../support/render';

export async function open(page: ReactNode): Promise<View> {
  const view = mount(page);
  await rest();
  return view;
}

export const input = (view: View, label: string) => view.byLabel<HTMLInputElement>(label);

export const button = (text: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === text) ?? null;

export function press(text: string): void {
  const found = button(text);
  if (!found) throw new Error(`There is no button "${text}"`);
  click(found);
}

/** Returns the text of the bar below the page. */
export const bar = (view: View) => view.find('footer').textContent;

/** Submits the form, as Enter in an input does. */
export async function submit(view: View, form = 'form'): Promise<void> {
  act(() => view.find<HTMLFormElement>(form).requestSubmit());
  await rest();
}

/** happy-dom does not submit a form by a button outside it. */
export async function saveByButton(view: View): Promise<void> {
  const save = button('Save changes');
  const form = document.getElementById(save?.getAttribute('form') ?? '') as HTMLFormElement | null;
  if (save?.type !== 'submit' || !form) throw new Error(`No button saves: ${bar(view)}`);
  act(() => form.requestSubmit());
  await rest();
}

/** Counts the panels and popups that take clicks. One that closes is inert at once, and unmounts 150 ms later. */
export const openDialogs = () => document.querySelectorAll('[data-overlay]:not([inert])').length;

export const isInvalid = (view: View, label: string) =>
  input(view, label).getAttribute('aria-invalid') === 'true';
