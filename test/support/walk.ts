// Helpers for walks: signed-in pages, the server itself, and waiting.
//
//   const backend = await startBackend(binary, { bundle: true });
//   test('the records are shown', () =>
//     walk(signedInPage(backend, '#/collections'), async (opened) => {
//       await opened.page.getByRole('button', { name: 'Refresh' }).click();
//     }));

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from '@playwright/test';
import * as assert from 'uvu/assert';
import { compare } from 'uvu/diff';
import { adminOf } from '../../ui/model/admin';
import { type OpenPage, openPage, type PageOptions } from './browser';
import { eventuallyBy } from './eventually';
import { areLocked, lockedStorage } from './lockedPages';
import { adminToken, type Credentials, type TestBackend } from './server';

/** In milliseconds: no user waits longer. Walks with locked writes stop at a question anyway. */
export const patienceMs = areLocked ? 3000 : 10_000;

/** The two screen sizes that everything must fit. */
export const screens = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } } as const;

export interface AnyAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what the server really says, whatever that is
  readonly json: any;
}

/** Sends a request to the server itself; as the admin unless a token is given ('' for a guest). */
export async function askServer(
  backend: TestBackend,
  path: string,
  { method = 'GET', body, token }: { method?: string; body?: object; token?: string } = {},
): Promise<AnyAnswer> {
  const answer = await fetch(`${backend.url}/api/${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', Authorization: token ?? (await adminToken(backend)) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, json: text === '' ? null : JSON.parse(text) };
}

/** Opens the dashboard as a guest, at a hash such as `#/login`. */
export async function guestPage(backend: TestBackend, hash = '', options?: PageOptions): Promise<OpenPage> {
  const opened = await openPage(`${backend.url}/_/${hash}`, { ...screens.wide, ...options });
  opened.page.setDefaultTimeout(patienceMs);
  return opened;
}

/** Returns a session, and which server it is of, as the page stores them. */
export async function storedSession(backend: TestBackend): Promise<Record<string, string>> {
  const { url, dialect } = backend;
  const { json } = await askServer(backend, `${dialect.admins}/auth-refresh`, { method: 'POST' });
  return {
    pb_admin_auth: JSON.stringify({ token: json.token, model: json.admin ?? adminOf(json.record) }),
    [`lowlineServer@${url}/api/`]: dialect.isNewer ? '23' : '22',
  };
}

/** Opens the dashboard with a session, for tests that are not about the sign-in. */
export async function signedInPage(
  backend: TestBackend,
  hash = '#/',
  { stored = {}, ...options }: PageOptions = {},
): Promise<OpenPage> {
  return guestPage(backend, hash, {
    ...options,
    isLocked: areLocked,
    stored: {
      ...(await storedSession(backend)),
      ...(areLocked && lockedStorage(backend.url)),
      ...stored,
    },
  });
}

/** Writes entries to the localStorage of the page's browser; the page reads them on load. */
export async function keep(page: Page, items: Readonly<Record<string, string>>): Promise<void> {
  await page.evaluate((entries) => {
    for (const [key, text] of entries) localStorage.setItem(key, text);
  }, Object.entries(items));
}

/** Goes to another hash and reloads the page. */
export async function visit(page: Page, hash: string): Promise<void> {
  const address = new URL(hash, page.url()).href;
  // A change of only the hash would not load the page.
  await page.goto('about:blank');
  await page.goto(address);
}

/** Runs the steps of a test on a page; fails on any unexpected problem. */
export async function walk(opening: Promise<OpenPage>, steps: (opened: OpenPage) => Promise<void>) {
  const opened = await opening;
  try {
    await steps(opened);
    assert.equal(opened.watch.problems(), []);
  } catch (error) {
    const seen = opened.watch.problems();
    if (seen.length > 0) console.log(`The page had these problems until then:\n${seen.join('\n')}`);
    throw withDifference(error);
  } finally {
    await opened.close();
  }
}

/** Playwright prints only the message of an error; uvu keeps what differs beside it. */
function withDifference(error: unknown): unknown {
  if (!(error instanceof assert.Assertion)) return error;
  const { message, actual, expects, stack = '' } = error;
  error.message = `${message}\n${compare(actual, expects)}`;
  error.stack = stack.replace(message, () => error.message);
  return error;
}

const shots = process.env['LOWLINE_SHOTS'];

/** The run stores screenshots. */
export const isShot = Boolean(shots);

/** Stores a screenshot of the page for a reviewer. */
export async function shoot(page: Page, name: string): Promise<void> {
  if (!shots) return;
  mkdirSync(shots, { recursive: true });
  await page.screenshot({ path: join(shots, `walk-${name}.png`) });
}

/** Waits until the value equals the expected one; fails with the last value. */
export const eventually = eventuallyBy(() => sleep(25), patienceMs);

/** Lets the clocks of the page jump ahead, for code that compares times. Its timers do not notice. */
export const jumpAhead = (page: Page, ms: number) =>
  page.evaluate((jump) => {
    for (const clock of [Date, performance]) {
      const now = clock.now.bind(clock);
      clock.now = () => now() + jump;
    }
  }, ms);

/** Waits until the list of offers takes keys. CodeMirror's takes none during an update and in its first 75 ms. */
export async function offersTakeKeys(page: Page): Promise<void> {
  await page.locator('.cm-tooltip-autocomplete:not(.cm-tooltip-autocomplete-disabled)').waitFor();
  await jumpAhead(page, 100);
}

/**
 * Makes a guest's request, and waits for its log. The server stores its logs every few seconds; it logs no request for
 * its health.
 */
export async function storeGuestLog(backend: TestBackend): Promise<void> {
  await askServer(backend, 'collections/users/records', { token: '' });
  const count = async () => (await askServer(backend, 'logs?filter=data.auth!="admin"')).json.totalItems;
  await eventually(async () => (await count()) > 0, true, 'a log is stored');
}

/** Counts the pictures that the browser has drawn. */
export function drawnPictures(part: Locator): Promise<number> {
  return part
    .locator('img')
    .evaluateAll((images) => images.filter((image) => (image as HTMLImageElement).naturalWidth > 0).length);
}

/** Waits until the hash of the URL equals this one. */
export function atHash(page: Page, hash: string | RegExp): Promise<void> {
  return page.waitForURL((url) => (typeof hash === 'string' ? url.hash === hash : hash.test(url.hash)));
}

/** Signs in on the sign-in page like a user. */
export async function signIn(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

/**
 * Waits for the element, then presses Tab until it has the focus, like a user without a mouse. Inside a list,
 * which is one tab stop, presses the arrow keys.
 */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const most = 80;
  await eventually(() => target.count(), 1, `${target} is there`);
  for (let presses = 0; presses < most; presses += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press((await target.evaluate(arrowTowards)) ?? key);
  }
  throw new Error(`${target} was not reached by pressing ${key} ${most} times.`);
}

/** Returns the arrow key that moves from the focused element to this one, if both are in the same list. */
function arrowTowards(target: Element): string | null {
  const listOf = (element: Element | null) =>
    element?.closest('[role="grid"]') ?? element?.closest('[data-list], thead');
  const placeOf = (element: Element | null) =>
    Number(element?.closest<HTMLElement>('[data-index]')?.dataset['index'] ?? -1);
  const { activeElement: active } = document;
  if (!listOf(target) || listOf(target) !== listOf(active)) return null;
  const lines = placeOf(target) - placeOf(active);
  if (lines !== 0) return lines > 0 ? 'ArrowDown' : 'ArrowUp';
  const isBehind = target.compareDocumentPosition(active as Element) & Node.DOCUMENT_POSITION_PRECEDING;
  return isBehind ? 'ArrowRight' : 'ArrowLeft';
}

export function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluateAll((found) => found.length === 1 && found[0] === document.activeElement);
}

/** Returns the number of elements in the page. */
export function countElements(page: Page): Promise<number> {
  return page.evaluate(() => document.body.querySelectorAll('*').length);
}

/** Returns how many elements get a new style during `act` and the two frames after it. */
export async function countRestyled(page: Page, act: () => Promise<void>): Promise<number> {
  const session = await page.context().browser()?.newBrowserCDPSession();
  if (!session) throw new Error('The page has no browser of its own.');
  let count = 0;
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value as { name?: string; args?: { elementCount?: number } }[]) {
      if (event.name === 'UpdateLayoutTree') count += event.args?.elementCount ?? 0;
    }
  });
  const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline'] },
  });
  await act();
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  });
  await session.send('Tracing.end');
  await ended;
  await session.detach();
  return count;
}
