// The page while its server takes long to respond: a line, each press visible at once, and code fetched ahead.
import { type Locator, type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { atRest } from '../support/browser';
import { button } from '../support/editorWalk';
import { quiet } from '../support/eventually';
import { connectClient, createCollection, createRecord, field } from '../support/realBackend';
import { adminToken, backends, startBackend, type TestBackend } from '../support/server';
import { checkPicture, eventually, patienceMs, signedInPage, visit, walk } from '../support/walk';

const newest = backends().at(-1);

if (newest) {
  let backend: TestBackend;
  const posts = '#/collections?collectionId=posts';

  test.beforeAll(async () => {
    backend = await startBackend(newest.binary, { bundle: true });
    connectClient(backend.url, await adminToken(backend));
    const collection = await createCollection({ name: 'posts', schema: [field('text', 'title')] });
    for (const title of ['One', 'Two']) await createRecord(collection, { title });
  });
  test.afterAll(async () => {
    await backend?.stop();
  });

  const line = (page: Page) => page.locator('.runningLine[aria-hidden]');
  const firstRow = (page: Page) => page.locator('table [data-index="0"]').first();

  /** Holds all calls of the list of records; returns a function that lets them go on. */
  async function holdRecords(page: Page): Promise<() => Promise<void>> {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const address = '**/api/collections/*/records?**';
    await page.route(address, async (route) => {
      await released;
      await route.fallback();
    });
    return async () => {
      release();
      await page.unroute(address);
    };
  }

  for (const reducedMotion of [false, true]) {
    const how = reducedMotion ? 'stands' : 'runs';
    test(`a line ${how} at the top while a call takes more than a second, and leaves with the response`, () =>
      walk(signedInPage(backend, posts, { reducedMotion }), async (opened) => {
        const { page } = opened;
        await firstRow(page).waitFor();
        await page.waitForLoadState('networkidle');
        const respond = await holdRecords(page);
        await button(page, 'Refresh').click();
        assert.is(await line(page).count(), 0);
        await line(page).waitFor();
        const area = await line(page).boundingBox();
        assert.equal([area?.x, area?.y, area?.height], [0, 0, 2]);
        assert.is(area?.width, page.viewportSize()?.width);
        const animations = await line(page).evaluate((it) => it.getAnimations({ subtree: true }).length);
        assert.is(animations, reducedMotion ? 0 : 1);
        const said = page.locator('body > [role="status"]');
        await eventually(() => said.textContent(), 'Waiting for the server...');
        await checkPicture(opened, `waiting-line-${how}`);
        await respond();
        await line(page).waitFor({ state: 'detached' });
        await firstRow(page).waitFor();
      }));
  }

  /** Returns the look of an element: of its ground, not of its children. */
  const lookOf = (target: Locator) =>
    target.evaluate((element) => {
      const { backgroundColor, backgroundImage, boxShadow, textDecorationLine } = getComputedStyle(element);
      return [backgroundColor, backgroundImage, boxShadow, textDecorationLine].join();
    });

  test('each press shows at once', () =>
    walk(signedInPage(backend, posts), async ({ page }) => {
      await firstRow(page).waitFor();
      await page.emulateMedia({ reducedMotion: 'reduce' });
      const pressed: Readonly<Record<string, Locator>> = {
        'a link of the rail': page.getByRole('link', { name: 'Logs', exact: true }),
        'a collection': page.getByRole('link', { name: 'users' }),
        'a row': firstRow(page),
        'a column head': page.getByRole('columnheader', { name: 'title' }).getByRole('button'),
        'a secondary button': button(page, 'API Preview'),
        'a primary button': button(page, 'New record'),
        'an icon button': button(page, 'Refresh'),
        'the account': button(page, 'Account'),
      };
      for (const [name, target] of Object.entries(pressed)) {
        await target.hover({ position: { x: 6, y: 6 } });
        await atRest(page);
        const before = await lookOf(target);
        await page.mouse.down();
        await eventually(async () => (await lookOf(target)) !== before, true, name);
        // A release elsewhere is no click.
        await page.mouse.move(700, 0);
        await page.mouse.up();
      }
      assert.match(page.url(), posts);
    }));

  /** The last chunks of `shell/nextChunks.ts`, and one that the pointer asks for. */
  const late = /(?:importCollections|providerLogos)-/;

  for (const savesData of [false, true]) {
    test(`${savesData ? 'with' : 'without'} data saving ${savesData ? 'nothing' : 'all code'} is fetched ahead`, async () => {
      const fetched: string[] = [];
      await walk(signedInPage(backend, posts, { savesData }), async ({ page }) => {
        page.on('request', (request) => fetched.push(request.url()));
        // Dozens of chunks come before it, one after the other.
        const last = savesData ? null : page.waitForRequest(/providerLogos-/, { timeout: 3 * patienceMs });
        await firstRow(page).waitFor();
        await page.getByRole('link', { name: 'Settings' }).hover();
        if (last) {
          await last;
          await eventually(() => fetched.filter((url) => late.test(url)).length, 2);
          assert.ok(fetched.some((url) => url.includes('/settings-')));
          return;
        }
        await page.waitForLoadState('networkidle');
        // By now the first chunk of all would be requested.
        await quiet();
        const ahead = fetched.filter(
          (url) => /(?:keeping|cells|recordEditor|settings|logs)-/.test(url) || late.test(url),
        );
        assert.equal(ahead, []);
      });
    });
  }

  test('code that could not be fetched ahead is requested when it is used', () =>
    walk(signedInPage(backend, '#/nope'), async ({ page, watch }) => {
      // The browser itself reports the request.
      watch.expect(/ERR_FAILED/);
      let refused = 0;
      await page.route('**/logs-*.js', async (route) => {
        if (route.request().resourceType() === 'script') return route.fallback();
        refused += 1;
        return route.abort();
      });
      await visit(page, posts);
      await firstRow(page).waitFor();
      await page.getByRole('link', { name: 'Logs', exact: true }).hover();
      await eventually(() => refused > 0, true);
      await page.getByRole('link', { name: 'Logs', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'Logs' }).waitFor();
    }));
}
