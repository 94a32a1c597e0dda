// The page while its server takes long to respond: a line, each press visible at once, and code fetched ahead.
import { type Locator, type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { atRest } from '../support/browser';
import { button } from '../support/editorWalk';
import { createCollection, createRecord, field } from '../support/realBackend';
import { backends } from '../support/server';
import { eventually, patienceMs, signedInPage, visit, walk } from '../support/walk';
import { walkedBackend } from '../support/walkedBackend';

const newest = backends().at(-1);

if (newest) {
  const posts = '#/collections?collectionId=posts';

  const backend = walkedBackend(newest.binary, async () => {
    const collection = await createCollection({ name: 'posts', schema: [field('text', 'title')] });
    for (const title of ['One', 'Two']) await createRecord(collection, { title });
  });

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

  /** Counts what moves, other than the switch of a style in an instant. */
  const movingParts = (page: Page) =>
    page.evaluate(
      () =>
        document
          .getAnimations()
          .filter((one) => one.playState === 'running' && Number(one.effect?.getTiming().duration) > 1)
          .length,
    );

  test('a line stands at the top while a call takes long, and moves unless less motion is wanted', () =>
    walk(signedInPage(backend, posts, { reducedMotion: false }), async ({ page }) => {
      const line = page.locator('.runningLine');
      for (const isReduced of [false, true]) {
        await page.emulateMedia({ reducedMotion: isReduced ? 'reduce' : 'no-preference' });
        await firstRow(page).waitFor();
        await page.waitForLoadState('networkidle');
        const respond = await holdRecords(page);
        await button(page, 'Refresh').click();
        await line.waitFor();
        assert.is(await line.count(), 1, 'one line is enough');
        assert.is((await movingParts(page)) > 0, !isReduced);
        const said = page.locator('body > [role="status"]');
        await eventually(() => said.textContent(), 'Waiting for the server...');
        await respond();
        await line.waitFor({ state: 'detached' });
        await eventually(() => said.textContent(), '');
      }
    }));

  /** Returns the look of an element: of its ground, not of its children. */
  const lookOf = (target: Locator) =>
    target.evaluate((element) => {
      const { backgroundColor, backgroundImage, boxShadow, textDecorationLine } = getComputedStyle(element);
      return [backgroundColor, backgroundImage, boxShadow, textDecorationLine].join();
    });

  test('each press shows at once', () =>
    walk(signedInPage(backend, posts), async ({ page }) => {
      await firstRow(page).waitFor();
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

  test('else all code is; a part that fails is requested again when it is used', () =>
    walk(signedInPage(backend, '#/nope'), async ({ page, watch }) => {
      // The browser itself reports the request.
      watch.expect(/ERR_FAILED/);
      let refused = 0;
      await page.route('**/logs-*.js', async (route) => {
        if (route.request().resourceType() === 'script') return route.fallback();
        refused += 1;
        return route.abort();
      });
      const last = page.waitForRequest(/richText-/, { timeout: 6 * patienceMs });
      await visit(page, posts);
      await firstRow(page).waitFor();
      const logs = page.getByRole('link', { name: 'Logs', exact: true });
      await logs.hover();
      await eventually(() => refused > 0, true);
      await logs.click();
      await page.getByRole('heading', { level: 1, name: 'Logs' }).waitFor();
      // All others come before it, one after the other.
      await last;
    }));
}
