// The frame of every screen, and its behaviour in case of errors: no server, no code, no session.
import { type Page, type Route, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { launch } from '../support/browser';
import { createCollection, createRecord, field } from '../support/realBackend';
import { backends } from '../support/server';
import { eventually, hasFocus, signedInPage, tabTo, visit, walk } from '../support/walk';
import { walkedBackend } from '../support/walkedBackend';

const program = backends().at(-1);

if (program) {
  const backend = walkedBackend(program.binary, async () => {
    const posts = await createCollection({ name: 'posts', schema: [field('text', 'title')] });
    for (const title of ['One', 'Two', 'Three']) await createRecord(posts, { title });
  });

  const posts = '#/collections?collectionId=posts';
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
  const account = (page: Page) => page.getByRole('button', { name: 'Account' });
  const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Collections' });
  const widthOf = async (page: Page) => (await sidebar(page).boundingBox())?.width;
  const titles = (page: Page) => page.getByRole('gridcell', { name: /^(One|Two|Three)$/ }).allTextContents();

  const cut = (route: Route) => route.abort();

  /** Notes when the theme is set, for `isLate`. */
  const watchTheme = (page: Page) =>
    page.addInitScript(() => {
      const watcher = new MutationObserver(() => {
        if (!document.documentElement?.dataset['theme']) return;
        Reflect.set(window, 'themedAt', performance.now());
        watcher.disconnect();
      });
      watcher.observe(document, { attributes: true, childList: true, subtree: true });
    });
  const isLate = (page: Page) =>
    page.evaluate(() => {
      const [paint] = performance.getEntriesByName('first-paint');
      const themedAt = Number(Reflect.get(window, 'themedAt'));
      return paint === undefined || !(themedAt < paint.startTime);
    });

  test("a theme chosen by keys is there before the first paint, until the system's is chosen", () =>
    walk(signedInPage(backend, posts), async ({ page }) => {
      const menu = page.getByRole('menu', { name: 'Account' });
      const item = (name: string) => page.getByRole('menuitemradio', { name });
      await watchTheme(page);
      await heading(page, 'posts').waitFor();
      const light = await ground(page);
      await tabTo(page, account(page));
      await page.keyboard.press('Enter');
      await menu.getByText('admin@example.com').waitFor();
      await eventually(() => hasFocus(item('System theme')), true, 'the focus is on the choice of now');
      await page.keyboard.press('d');
      await eventually(() => hasFocus(item('Dark theme')), true);
      await page.keyboard.press('Enter');
      await menu.waitFor({ state: 'detached' });
      await eventually(() => hasFocus(account(page)), true, 'the focus is back');
      const dark = await ground(page);
      assert.is.not(dark, light);
      await page.reload();
      await heading(page, 'posts').waitFor();
      assert.is(await ground(page), dark);
      await eventually(() => isLate(page), false, 'set before the first paint');

      await page.emulateMedia({ colorScheme: 'dark' });
      await account(page).click();
      await item('Light theme').click();
      assert.is(await ground(page), light, 'the choice is above the system');
      await account(page).click();
      await menu.waitFor();
      await heading(page, 'posts').click();
      await menu.waitFor({ state: 'detached' });
      await account(page).click();
      await item('System theme').click();
      await page.reload();
      await heading(page, 'posts').waitFor();
      assert.is(await ground(page), dark);
    }));

  test('Tab skips to the content; the sidebar gets its width by keys and by dragging, and keeps it', () =>
    walk(signedInPage(backend, posts), async ({ page }) => {
      const skip = page.getByRole('button', { name: 'Skip to content' });
      const edge = page.getByRole('separator', { name: 'Resize Collections' });
      await heading(page, 'posts').waitFor();
      await page.keyboard.press('Tab');
      await eventually(() => hasFocus(skip), true);
      assert.ok(((await skip.boundingBox())?.width ?? 0) > 80, 'it can be seen');
      await page.keyboard.press('Enter');
      await eventually(() => hasFocus(page.getByRole('main')), true);

      assert.is(await widthOf(page), 232);
      await tabTo(page, edge, 'Shift+Tab');
      await page.keyboard.press('ArrowRight');
      await eventually(() => widthOf(page), 248);
      await page.keyboard.press('End');
      await eventually(() => widthOf(page), 416);
      await page.reload();
      await heading(page, 'posts').waitFor();
      assert.is(await widthOf(page), 416);
      const box = await edge.boundingBox();
      if (!box) return assert.unreachable('the edge has no place');
      const from = { x: box.x + box.width / 2, y: box.y + 300 };
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x - 116, from.y + 20, { steps: 4 });
      await eventually(() => widthOf(page), 300);
      await page.mouse.up();
      await page.reload();
      await heading(page, 'posts').waitFor();
      assert.is(await widthOf(page), 300);
    }));

  test('a banner reports an unreachable server; when it is back, failed content loads by itself', () =>
    walk(signedInPage(backend, posts), async ({ page, watch }) => {
      const banner = page.getByText('The server cannot be reached. Trying again...');
      watch.expect(/ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_FAILED/);
      watch.expect(/The settings could not be read/);
      await eventually(() => titles(page), ['Three', 'Two', 'One']);
      await backend.kill();
      await page.getByRole('button', { name: 'Refresh' }).click();
      await banner.waitFor();
      await page.locator('section[data-dimmed]').waitFor();
      assert.equal(await titles(page), ['Three', 'Two', 'One']);
      await backend.restart();
      await banner.waitFor({ state: 'detached' });
      await eventually(() => titles(page), ['Three', 'Two', 'One']);
      assert.is(await page.locator('section[data-dimmed]').count(), 0);

      await page.route('**/api/**', cut);
      await visit(page, posts);
      await page.getByRole('heading', { name: 'The collections could not be loaded.' }).waitFor();
      await page.unroute('**/api/**', cut);
      await eventually(() => titles(page), ['Three', 'Two', 'One']);
      await eventually(() => page.title(), 'posts - Acme - Lowline', 'the settings were read again');
    }));

  test('reports code that fails to load, of a screen or of the shell, with a retry', () =>
    walk(signedInPage(backend, '#/nope'), async ({ page, watch }) => {
      const broken = heading(page, 'This screen stopped working.');
      const tryAgain = page.getByRole('button', { name: 'Try again' });
      watch.expect(/ERR_FAILED|dynamically imported module/);
      await page.getByRole('link', { name: 'Go home' }).click();
      await page.route('**/logs-*.js', cut);
      await page.getByRole('link', { name: 'Logs' }).click();
      await broken.waitFor();
      await page.getByRole('navigation', { name: 'Main' }).waitFor();
      await page.unroute('**/logs-*.js', cut);
      await tryAgain.click();
      await heading(page, 'Logs').waitFor();

      await page.route('**/table-*.js', cut);
      await page.reload();
      await broken.waitFor();
      await page.unroute('**/table-*.js', cut);
      await tryAgain.click();
      await heading(page, 'Logs').waitFor();
    }));

  test('shows one sentence without JavaScript', async () => {
    const context = await (await launch()).newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${backend.url}/_/`);
    const sentence = await page.locator('noscript').innerText();
    await context.close();
    assert.is(sentence, 'Lowline needs JavaScript: please switch it on for this page.');
  });
}
