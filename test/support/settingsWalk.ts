// Helpers for the browser tests of the settings: opening a page, and data on the server.
import type { Locator, Page } from '@playwright/test';
import type { OpenPage } from './browser';
import { button } from './editorWalk';
import type { TestBackend } from './server';
import { type AnyAnswer, askServer, signedInPage, walk } from './walk';

export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
export const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
export const toggle = (within: Page | Locator, name: string) =>
  within.getByRole('switch', { name, exact: true });
export const saveButton = (page: Page) => button(page, 'Save changes');

/** Opens a settings page from any page, through the rail and the sidebar. */
export async function openSettings(page: Page, name: string): Promise<void> {
  await link(page, 'Settings').click();
  await heading(page, 'Application').waitFor();
  await link(page, name).click();
  await heading(page, name).waitFor();
}

/** Starts a browser test on a settings page, once the element `ready` is visible. */
export const walkSettings = (
  backend: TestBackend,
  name: string,
  steps: (opened: OpenPage) => Promise<void>,
  ready?: (page: Page) => Locator,
): Promise<void> =>
  walk(signedInPage(backend), async (opened) => {
    await openSettings(opened.page, name);
    await ready?.(opened.page).waitFor();
    await steps(opened);
  });

/** Returns one line per backup. */
export const backupRows = (page: Page) =>
  page.getByRole('row').filter({ has: page.getByRole('button', { name: /^Restore / }) });

export async function settingsOf(backend: TestBackend): Promise<AnyAnswer['json']> {
  return (await askServer(backend, 'settings')).json;
}

/** Changes settings through the API, like another admin. */
export async function changeSettings(backend: TestBackend, body: object): Promise<void> {
  const { status, json } = await askServer(backend, 'settings', { method: 'PATCH', body });
  if (status !== 200) throw new Error(JSON.stringify(json));
}

/** Records the bodies of settings changes from now on, in order. */
export function changesOf(page: Page): unknown[] {
  const bodies: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH' && new URL(request.url()).pathname === '/api/settings') {
      bodies.push(request.postDataJSON());
    }
  });
  return bodies;
}
