// The looks: a sweep over states of the screen, each one a test, on one page and one backend for a file.
//
//   const check = sweep(newest.binary, seed);
//   test('admins', () => check(look('admins', '#/settings/admins', { shows: 'AdminsPage' })));

import { type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { checkAxe, type OpenPage, type Theme } from './browser';
import { areLocked, lockedStorage } from './lockedPages';
import { connectClient } from './realBackend';
import { isLong } from './runsOf';
import { adminToken, type BackendOptions, startBackend, type TestBackend } from './server';
import { isShot, screens, shoot, signedInPage, storedSession, walk } from './walk';

export interface Look {
  /** The name of its test and of its pictures. */
  readonly name: string;
  /** The components on the screen. A law wants a state for each Page, Panel and Popup of ui/. */
  readonly shows?: string;
  /** The hash where it starts. */
  readonly at: string;
  /** Leads on from there, and ends with a wait for what it is about. */
  readonly open?: (page: Page, backend: TestBackend) => Promise<unknown>;
  readonly isGuest?: boolean;
  /** Entries of the localStorage for the server at this URL. */
  readonly stored?: (url: string) => Readonly<Record<string, string>>;
  /** In windows of these sizes only; a later one is the first one made smaller. */
  readonly sizes?: readonly (keyof typeof screens)[];
  /** The whole title of a page without the name of this product. */
  readonly title?: string;
  /** The rules of axe that it breaks until the screen is mended. */
  readonly expects?: readonly string[];
  /** Lines of the console that belong to it. */
  readonly says?: RegExp;
}

/** Makes a look of its name, its start, and what else it has; a function opens it. */
export const look = (
  name: string,
  at: string,
  ...rest: readonly (Look['open'] | Omit<Look, 'name' | 'at' | 'open'>)[]
): Look =>
  Object.assign({ name, at }, ...rest.map((one) => (typeof one === 'function' ? { open: one } : one)));

/** Returns a check of one look. `seed` makes the data that all looks of a file share. */
export function sweep(
  binary: string,
  seed: (backend: TestBackend) => Promise<unknown>,
  options: BackendOptions = {},
): (look: Look) => Promise<void> {
  let backend: TestBackend;
  let opened: OpenPage;
  let session: Readonly<Record<string, string>>;

  test.beforeAll(async () => {
    backend = await startBackend(binary, { bundle: true, ...options });
    connectClient(backend.url, await adminToken(backend));
    await seed(backend);
    session = await storedSession(backend);
    // Code that is fetched ahead would be fetched for each look.
    opened = await signedInPage(backend, '#/nowhere', { savesData: true });
  });
  test.afterAll(async () => {
    await opened?.close();
    await backend?.stop();
  });

  return (look) =>
    // The page stays open for the next look.
    walk(Promise.resolve({ ...opened, close: async () => {} }), async ({ page, watch }) => {
      if (look.says) watch.expect(look.says);
      await start(page, backend.url, look, session);
      await look.open?.(page, backend);
      await lookAt(page, look);
    });
}

/** Opens the page of a look without what an earlier look has left in the browser. */
async function start(page: Page, url: string, look: Look, session: object): Promise<void> {
  const stored = {
    ...(!look.isGuest && session),
    ...(areLocked && lockedStorage(url)),
    ...look.stored?.(url),
  };
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  // Another page of the same origin, where no code of ours stores anything.
  await page.goto(`${url}/api/health`);
  await page.evaluate((entries) => {
    localStorage.clear();
    for (const [key, text] of entries) localStorage.setItem(key, text);
  }, Object.entries(stored));
  await page.setViewportSize(screens[look.sizes?.[0] ?? 'wide']);
  await page.emulateMedia({ colorScheme: themesOf(look)[0] });
  await page.goto(`${url}/_/${look.at}`);
}

/** Leaves out the page behind a panel or popup, which has a look of its own. */
const modal = '[aria-modal="true"]';

/** Half of the looks begin light, the others dark. */
const themesOf = ({ name }: Look): readonly [Theme, Theme] =>
  name.length % 2 === 0 ? ['light', 'dark'] : ['dark', 'light'];

/**
 * Checks the screen in a wide and a narrow window: axe finds nothing, there is one h1 and a title, and nothing hangs
 * out of the window. Each window has another theme, because both themes have the same elements, and most elements are
 * in several looks. The second one is checked for its colours; with --long for all, in both themes.
 * LOWLINE_SHOTS=FOLDER stores each size and theme as a PNG.
 */
async function lookAt(page: Page, look: Look): Promise<void> {
  const { name, sizes = ['wide', 'narrow'], expects = [] } = look;
  // Without the styles of a pointer.
  await page.mouse.move(0, 0);
  await page.getByRole('tooltip').waitFor({ state: 'detached' });
  const findings: string[] = [];
  const modals = (await page.locator(modal).count()) > 0 ? modal : 'html';
  const isWhole = isLong || isShot || sizes.length === 1;
  for (const [at, size] of sizes.entries()) {
    const [one, other] = themesOf(look);
    const themes = at === 0 ? [one, other] : [other, one];
    await page.setViewportSize(screens[size]);
    for (const [nth, theme] of themes.slice(0, isWhole ? 2 : 1).entries()) {
      await page.emulateMedia({ colorScheme: theme });
      const isFirst = at + nth === 0;
      const found = await checkAxe(page, isFirst ? 'html' : modals, isFirst || isLong ? undefined : 'colour');
      findings.push(...found.map((finding) => `${finding} (${size}, ${theme})`));
      await shoot(page, `${name}-${size}-${theme}`);
    }
    await assertFrame(page, look);
  }
  const ruleOf = (finding: string) => finding.split(' ')[0] ?? '';
  const news = findings.filter((finding) => !expects.includes(ruleOf(finding)));
  if (news.length > 0) throw new Error(`axe found:\n${news.join('\n')}`);
  const mended = expects.filter((rule) => !findings.map(ruleOf).includes(rule));
  if (mended.length > 0) throw new Error(`No longer to be expected: ${mended.join(', ')}`);
}

async function assertFrame(page: Page, { title }: Look): Promise<void> {
  const seen = await page.evaluate(() => ({
    headings: document.querySelectorAll('h1').length,
    title: document.title,
    overhang: document.documentElement.scrollWidth - window.innerWidth,
    width: window.innerWidth,
  }));
  assert.is(seen.headings, 1, `one h1 at ${seen.width} px`);
  assert.ok(title ? seen.title === title : seen.title.endsWith('Lowline'), `the title ${seen.title}`);
  assert.ok(seen.overhang <= 0, `hangs out of the ${seen.width} px by ${seen.overhang} px`);
}

/** The server refuses these calls from now on. */
export const refuse = (
  page: Page,
  address: string | RegExp,
  status = 500,
  methods = ['GET', 'POST', 'PATCH'],
) =>
  page.route(address, (route) =>
    methods.includes(route.request().method())
      ? route.fulfill({ status, json: { code: status, message: 'The disk is gone.', data: {} } })
      : route.fallback(),
  );

/** Waits for a text. */
export const says = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor();
