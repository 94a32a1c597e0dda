// What the tests of the pages share: how one is opened, and what is always on it.
//
//   const { backend, server } = startScene();
//   const view = await open(<MailPage />);
//   type(input(view, 'Sender name*'), 'Mine');
//   await saveByButton(view);

import type { ReactNode } from 'react';
import { act, click, mount, tick, type View } from '../../support/render';

/** Calls and what they bring have had their turn. */
export async function rest(): Promise<void> {
  for (let round = 0; round < 5; round += 1) await tick(1);
}

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

/** What stands in the bar below the page. */
export const bar = (view: View) => view.find('footer').textContent;

/** As Enter in an input does. */
export async function submit(view: View, form = 'form'): Promise<void> {
  act(() => view.find<HTMLFormElement>(form).requestSubmit());
  await rest();
}

/** happy-dom submits no form by a button that stands outside of it. */
export async function saveByButton(view: View): Promise<void> {
  const save = button('Save changes');
  const form = document.getElementById(save?.getAttribute('form') ?? '') as HTMLFormElement | null;
  if (save?.type !== 'submit' || !form) throw new Error(`No button saves: ${bar(view)}`);
  act(() => form.requestSubmit());
  await rest();
}

export const isInvalid = (view: View, label: string) =>
  input(view, label).getAttribute('aria-invalid') === 'true';
