// A newer build replaces the server's while a tab is open: the tab tells so, and nothing typed is lost.
// In walks that need a missing chunk of the old version, the browser saves data: nothing is fetched ahead.
import { cpSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import type { OpenPage } from '../support/browser';
import { addressOf, box, button, createCollections, gone, newPanel } from '../support/editorWalk';
import { newerBuild } from '../support/newerBuild';
import { backends, builtBundle, startBackend, type TestBackend } from '../support/server';
import { askServer, atHash, eventually, signedInPage, tabTo, walk } from '../support/walk';

// A trace turns off the browser's cache, and so what was fetched ahead.
test.use({ trace: 'off' });

const program = backends('contract')[0];

if (program) {
  const newer = newerBuild();
  let backend: TestBackend;

  test.beforeAll(async () => {
    backend = await startBackend(program.binary, { bundle: 'hook' });
    await createCollections(backend);
  });
  test.afterAll(async () => {
    await backend?.stop();
  });
  test.beforeEach(() => serve(builtBundle()));

  /** Upgrades like an operator: replaces the files and restarts the server. */
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

  /** The user sees that the server is down, and back as a newer one. */
  async function upgradeUnder({ page, watch }: OpenPage): Promise<void> {
    watch.expect(/ERR_CONNECTION_REFUSED/);
    await backend.stop();
    await button(page, 'Refresh').click();
    await unreachable(page).waitFor();
    await serve(newer);
    await gone(unreachable(page));
  }

  function countLoads(page: Page): () => number {
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    return () => loads;
  }

  /** Answers the questions of the browser, and returns their types. */
  function answerQuestions(page: Page, how: 'accept' | 'dismiss'): string[] {
    const types: string[] = [];
    page.on('dialog', (dialog) => {
      types.push(dialog.type());
      void dialog[how]();
    });
    return types;
  }

  test('without unsaved changes the tab offers a reload, which keeps the place in the newer version', () =>
    walk(signedInPage(backend, addressOf('authors'), { savesData: true }), async (opened) => {
      const { page, watch } = opened;
      const name = box(newPanel(page, 'authors'), 'name');
      // Loads the chunk of the panel before the server has another.
      await button(page, 'New record').first().click();
      await name.waitFor();
      await page.keyboard.press('Escape');
      await gone(newPanel(page, 'authors'));
      await upgradeUnder(opened);
      await notice(page).waitFor();

      await button(page, 'New record').first().click();
      await name.fill('Unsaved');
      await gone(page.locator('#content').getByText('Reload', { exact: true }));
      await name.fill('');
      await page.keyboard.press('Escape');
      await gone(newPanel(page, 'authors'));

      // Tab passes the search, which then stays a plain input.
      watch.expect(/404.*codeEditor/);
      await tabTo(page, button(page, 'Reload'));
      await page.keyboard.press('Enter');
      await isNewer(page);
      await page.getByText('Lowline v999.0.0').waitFor();
      assert.is(await notice(page).count(), 0);
      await atHash(page, /collectionId=authors/);
    }));

  test('loads a screen of the old version with one reload', () =>
    walk(signedInPage(backend, addressOf('authors'), { savesData: true }), async ({ page, watch }) => {
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

  test('a user who stays can save, and then continues in the newer version', () =>
    walk(signedInPage(backend, '#/settings', { savesData: true }), async (opened) => {
      const { page, watch } = opened;
      const name = box(page, 'Application name');
      await name.fill('Typed in the old version');
      // Background reads fail while the server restarts.
      watch.expect(/404|ERR_CONNECTION_REFUSED/);
      await serve(newer);
      const questions = answerQuestions(page, 'dismiss');
      await page.reload().catch(() => {});
      assert.equal(questions, ['beforeunload']);
      assert.is(await name.inputValue(), 'Typed in the old version');
      // The session ends in another tab.
      const other = await page.context().newPage();
      await other.goto(`${backend.url}/api/health`);
      await other.evaluate(() => localStorage.removeItem('pb_admin_auth'));
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
