// The server is replaced by a newer build while a tab is open: the tab says so, and nothing typed is lost.
import { cpSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { closeBrowser, launch, type OpenPage } from '../support/browser';
import {
  addressOf,
  box,
  button,
  createCollections,
  draftHolds,
  editPanel,
  gone,
  make,
  newPanel,
  stored,
} from '../support/editorWalk';
import { newerBuild } from '../support/newerBuild';
import { backends, builtBundle, startBackend, type TestBackend } from '../support/server';
import { askServer, atHash, checkPicture, eventually, signedInPage, tabTo, walk } from '../support/walk';

const program = backends()[0];
const browser = await launch();

if (browser && program) {
  const newer = newerBuild();
  let backend: TestBackend;

  test.before(async () => {
    backend = await startBackend(program.binary, { bundle: 'hook' });
    await createCollections(backend);
  });
  test.after(async () => {
    await closeBrowser();
    await backend?.stop();
  });
  test.before.each(() => serve(builtBundle()));

  /** As an operator does it: the old files go, the new ones come, and the server starts again. */
  async function serve(bundle: string): Promise<void> {
    await backend.stop();
    const folder = path.join(backend.dir, 'lowline');
    rmSync(folder, { recursive: true });
    cpSync(bundle, folder, { recursive: true });
    await backend.restart();
  }

  const newerScript = /<script type="module" src="([^"]+)"/.exec(
    readFileSync(path.join(newer, 'index.html'), 'utf8'),
  )?.[1];
  const isNewer = (page: Page) =>
    eventually(
      () => page.locator('script[type="module"]').getAttribute('src'),
      newerScript ?? 'none',
      'the newer version',
    );
  const notice = (page: Page) => page.locator('#content').getByText('A new version is available.');
  const unreachable = (page: Page) => page.getByText('The server cannot be reached. Trying again...');
  const title = (page: Page) => box(editPanel(page, 'articles'), 'title');

  /** The person sees that the server is away, and back as a newer one. */
  async function upgradeUnder({ page, watch }: OpenPage): Promise<void> {
    watch.expect(/ERR_CONNECTION_REFUSED/);
    await backend.stop();
    await button(page, 'Refresh').click();
    await unreachable(page).waitFor();
    await serve(newer);
    await gone(unreachable(page));
  }

  /** Opened by its row, with the chunk of its rich text there. */
  async function openArticle(page: Page, name: string): Promise<void> {
    const chunk = page.waitForResponse(/RichTextEditor/);
    await page.getByRole('row').filter({ hasText: name }).click();
    await (await chunk).finished();
  }

  function countLoads(page: Page): () => number {
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    return () => loads;
  }

  test('with nothing unsaved the tab offers to reload, which leads to the same place in the newer version', () =>
    walk(signedInPage(backend, addressOf('authors')), async (opened) => {
      const { page, watch } = opened;
      const name = box(newPanel(page, 'authors'), 'name');
      // The chunk of the panel is there before the server has another.
      await button(page, 'New record').first().click();
      await name.waitFor();
      await page.keyboard.press('Escape');
      await gone(newPanel(page, 'authors'));
      await upgradeUnder(opened);
      await notice(page).waitFor();
      await checkPicture(opened, 'new-version');

      await button(page, 'New record').first().click();
      await name.fill('Unsaved');
      await gone(page.locator('#content').getByText('Reload', { exact: true }));
      await checkPicture(opened, 'new-version-unsaved');
      await name.fill('');
      await page.keyboard.press('Escape');
      await gone(newPanel(page, 'authors'));

      // The way there leads over the search, which then stays a plain input.
      watch.expect(/404.*filterLanguage/);
      await tabTo(page, button(page, 'Reload'));
      await page.keyboard.press('Enter');
      await isNewer(page);
      await page.getByText('Lowline v999.0.0').waitFor();
      assert.is(await notice(page).count(), 0);
      await atHash(page, /collectionId=authors/);
    }));

  test('a screen that is gone with the old version comes by one reload', () =>
    walk(signedInPage(backend, addressOf('authors')), async ({ page, watch }) => {
      await button(page, 'Refresh').waitFor();
      await page.waitForLoadState('networkidle');
      watch.expect(/404/);
      await serve(newer);
      const loads = countLoads(page);
      await page.getByRole('link', { name: 'Settings' }).click();
      await page.getByRole('heading', { level: 1, name: 'Application' }).waitFor();
      await isNewer(page);
      assert.is(loads(), 1);
    }));

  test('a panel that is gone with the old version comes by one reload, which loses no draft', async () => {
    const { id } = await make(backend, 'articles', { title: 'As it was', meta: { a: 1 } });
    await walk(signedInPage(backend, addressOf('articles')), async (opened) => {
      const { page, watch } = opened;
      await openArticle(page, 'As it was');
      await title(page).fill('Typed in the old version');
      await draftHolds(page, 'Typed in the old version');
      watch.expect(/404/);
      await serve(newer);
      const loads = countLoads(page);
      const questions: string[] = [];
      page.on('dialog', (dialog) => {
        questions.push(dialog.type());
        void dialog.accept();
      });
      await editPanel(page, 'articles')
        .getByRole('group', { name: 'author', exact: true })
        .getByRole('button', { name: 'Open picker' })
        .click();
      await button(page, 'Restore draft').click();
      assert.is(await title(page).inputValue(), 'Typed in the old version');
      assert.equal([loads(), questions], [1, ['beforeunload']]);
      await button(page, 'Save changes').click();
      await page.getByText('Successfully updated record.').waitFor();
      assert.is((await stored(backend, 'articles', id))?.['title'], 'Typed in the old version');
      await isNewer(page);
    });
  });

  test('while something is unsaved the notice waits until it is saved', async () => {
    const { id } = await make(backend, 'articles', { title: 'Waits' });
    await walk(signedInPage(backend, addressOf('articles')), async (opened) => {
      const { page, watch } = opened;
      watch.expect(/ERR_CONNECTION_REFUSED/);
      await openArticle(page, 'Waits');
      await title(page).fill('Waits no more');
      await backend.stop();
      await button(page, 'Save changes').click();
      await unreachable(page).waitFor();
      const asked = page.waitForResponse((response) => new URL(response.url()).pathname === '/_/');
      await serve(newer);
      await asked;
      await gone(unreachable(page));
      await page.waitForTimeout(1500);
      assert.is(await notice(page).count(), 0);
      await button(page, 'Save changes').click();
      await page.getByText('Successfully updated record.').waitFor();
      await notice(page).waitFor();
      assert.is((await stored(backend, 'articles', id))?.['title'], 'Waits no more');
    });
  });

  test('what has a way without its chunk loads nothing anew: a tooltip shows, what is ticked stays', () =>
    walk(signedInPage(backend, addressOf('articles')), async ({ page, watch }) => {
      await make(backend, 'articles', { title: 'Ticked' });
      await button(page, 'Refresh').click();
      await page.mouse.move(0, 0);
      await page.getByRole('row').filter({ hasText: 'Ticked' }).getByRole('checkbox').check();
      await page.getByRole('region', { name: 'Selection' }).waitFor();
      watch.expect(/404/);
      await page.route(/placement-/, (route) => route.fulfill({ status: 404 }));
      await serve(newer);
      const loads = countLoads(page);
      await button(page, 'Refresh').hover();
      await page.getByRole('tooltip').waitFor();
      await page.waitForTimeout(1500);
      assert.is(loads(), 0);
      assert.ok(await page.getByRole('region', { name: 'Selection' }).isVisible());
    }));

  test('who stays with what is unsaved can save it, and then goes on in the newer version', () =>
    walk(signedInPage(backend, '#/settings'), async (opened) => {
      const { page, watch } = opened;
      const name = box(page, 'Application name');
      await name.fill('Typed in the old version');
      // With the form comes what may ask for the password later.
      await page.waitForLoadState('networkidle');
      watch.expect(/404/);
      await serve(newer);
      const questions: string[] = [];
      page.on('dialog', (dialog) => {
        questions.push(dialog.type());
        void dialog.dismiss();
      });
      await page.reload().catch(() => {});
      assert.equal(questions, ['beforeunload']);
      assert.is(await name.inputValue(), 'Typed in the old version');
      // The session ends in another tab.
      const other = await page.context().newPage();
      await other.goto(page.url());
      await button(other, 'Account').click();
      await other.getByRole('menuitem', { name: 'Logout' }).click();
      await button(other, 'Login').waitFor();
      await other.close();
      const again = page.getByRole('dialog', { name: 'Your session has ended' });
      await again.getByLabel('Password', { exact: true }).fill('1234567890');
      await again.getByRole('button', { name: 'Login' }).click();
      await gone(again);
      await button(page, 'Save changes').click();
      await page.getByText('Successfully saved application settings.').waitFor();
      await page.getByRole('link', { name: 'Logs' }).click();
      await page.getByRole('heading', { level: 1, name: 'Logs' }).waitFor();
      await isNewer(page);
      const { json } = await askServer(backend, 'settings');
      assert.is(json.meta.appName, 'Typed in the old version');
    }));
}

test.run();
