// The API rules of all collections. The counts and warnings are compared with calls of a real guest.
import { type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { box, button, gone, make } from '../support/editorWalk';
import { authOptions, connectClient, createCollection, field } from '../support/realBackend';
import { adminToken, backends, startBackend, type TestBackend } from '../support/server';
import { link, openSettings } from '../support/settingsWalk';
import {
  askServer,
  atHash,
  checkPicture,
  eventually,
  hasFocus,
  signedInPage,
  tabTo,
  visit,
  walk,
} from '../support/walk';

const newest = backends().at(-1);

if (newest) {
  let backend: TestBackend;

  test.beforeAll(async () => {
    backend = await startBackend(newest.binary, { bundle: true });
    connectClient(backend.url, await adminToken(backend));
    const members = await createCollection({
      name: 'members',
      type: 'auth',
      schema: [field('text', 'role')],
      listRule: 'email ~ "example"',
      viewRule: 'id = @request.auth.id',
      createRule: '',
      updateRule: 'id = @request.auth.id',
      options: { ...authOptions, manageRule: '@request.auth.role = "support"' },
    });
    const toMember = { collectionId: members.id, maxSelect: 1 };
    await createCollection({
      name: 'posts',
      schema: [field('text', 'title', {}, true), field('relation', 'author', toMember)],
      listRule: '',
      viewRule: '',
      createRule: '@request.auth.id != ""',
      updateRule: 'author = @request.auth.id',
      deleteRule: 'author = @request.auth.id',
    });
    await createCollection({
      name: 'notes',
      schema: [field('text', 'text', {}, true), field('text', 'extra')],
      listRule: '@request.auth.role != "banned"',
      viewRule: '@request.query.key = "s3cret" && text != "<img src=x onerror=alert(1)>"',
      createRule: '',
      updateRule: '@request.auth.id != "" && (text != "" || @request.data.text:isset = false)',
      deleteRule: '',
    });
    await createCollection({
      name: 'post_titles',
      type: 'view',
      options: { query: 'SELECT id, title FROM posts' },
      listRule: '@request.auth.id != ""',
    });
    const shown = { password: '1234567890', passwordConfirm: '1234567890' };
    const ada = await make(backend, 'members', { ...shown, email: 'ada@example.com', emailVisibility: true });
    await make(backend, 'members', { ...shown, email: 'bob@example.com', emailVisibility: false });
    await make(backend, 'posts', { title: 'One', author: ada.id });
    await make(backend, 'posts', { title: 'Two' });
    for (const text of ['a', 'b', 'c']) await make(backend, 'notes', { text });
  });
  test.afterAll(async () => {
    await backend?.stop();
  });

  const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search' });
  const grid = (page: Page) => page.getByRole('grid', { name: 'API rules' });
  const cell = (page: Page, name: string) => grid(page).getByRole('button', { name });
  const guests = (page: Page, collection: string) =>
    grid(page).getByRole('row').filter({ hasText: collection }).locator('[data-cell="guests"]');
  const ruleOf = async (collection: string, rule: string) =>
    (await askServer(backend, `collections/${collection}`)).json[rule] as unknown;
  const guestTotal = async (collection: string) =>
    (await askServer(backend, `collections/${collection}/records`, { token: '' })).json.totalItems as number;

  test('shows who can do what, and counts what a guest really gets', () =>
    walk(signedInPage(backend), async (opened) => {
      const { page } = opened;
      await openSettings(page, 'API rules');
      await cell(page, 'posts, list rule: Everyone').waitFor();
      await cell(page, 'posts, create rule: Signed in').waitFor();
      await cell(page, 'posts, update rule: Owner author').waitFor();
      await cell(page, 'posts, manage rule').waitFor({ state: 'detached' });
      await cell(
        page,
        'notes, list rule: Other: @request.auth.role != "banned". Guests pass: they have no role',
      ).waitFor();
      await cell(page, 'members, delete rule: Admins').waitFor();
      await cell(page, 'post_titles, list rule: Signed in').waitFor();
      for (const [collection, total] of [
        ['members', 2],
        ['posts', 2],
        ['notes', 3],
        ['post_titles', 2],
      ] as const) {
        const found = await guestTotal(collection);
        const text = `${found === 0 ? 'none' : found} of ${total}`;
        await eventually(() => guests(page, collection).textContent(), text, collection);
      }
      assert.equal(
        await Promise.all(['members', 'posts', 'notes', 'post_titles'].map(guestTotal)),
        [1, 2, 3, 0],
      );
      await page.getByText(/Guests were counted at/).waitFor();
      await checkPicture(opened, 'api-rules');

      // The current rule is counted too: guests could delete the post without an author.
      await cell(page, 'posts, delete rule').focus();
      const strip = page.getByRole('region', { name: 'Current rule' });
      await strip.getByText('Guests pass for 1 of 2 records').waitFor();
      await cell(page, 'posts, delete rule: Owner author. Guests pass for 1 of 2 records').waitFor();
      await cell(page, 'notes, view rule').focus();
      await strip.getByText('Not simulated. The rule reads @request.query, which guests choose.').waitFor();
      await checkPicture(opened, 'api-rules-strip');
    }));

  test('a public rule is found, closed and saved with keys alone', () =>
    walk(signedInPage(backend), async (opened) => {
      const { page } = opened;
      await openSettings(page, 'API rules');
      await tabTo(page, button(page, 'Everyone 6'));
      await page.keyboard.press('Enter');
      await atHash(page, '#/settings/rules?state=everyone');
      const opener = cell(page, 'notes, delete rule: Everyone');
      await tabTo(page, opener);
      await page.keyboard.press('Enter');
      const panel = page.getByRole('dialog', { name: 'Edit collection' });
      const input = box(panel, 'Delete rule');
      await eventually(() => hasFocus(input), true, 'the rule has the focus');
      await checkPicture(opened, 'api-rules-editor');
      await page.keyboard.press('Escape');
      await gone(panel);
      await eventually(() => hasFocus(opener), true, 'Escape returns');

      await page.keyboard.press('Enter');
      await eventually(() => hasFocus(input), true, 'the rule has the focus again');
      await tabTo(page, button(panel, 'Presets: Delete rule'), 'Shift+Tab');
      await page.keyboard.press('Enter');
      const presets = page.getByRole('menu', { name: 'Presets: Delete rule' });
      await presets.waitFor();
      assert.equal(await presets.getByRole('menuitem').allTextContents(), ['Signed in']);
      await page.keyboard.press('Enter');
      await gone(presets);
      await panel.getByText('1 unsaved change').waitFor();
      await page.keyboard.press('Control+s');
      await page.getByText('Successfully updated collection.').waitFor();
      assert.is(await ruleOf('notes', 'deleteRule'), '@request.auth.id != ""');
      await page.keyboard.press('Escape');
      await gone(panel);
      await cell(page, 'notes, delete rule: Signed in').waitFor();
      await button(page, 'Everyone 5').waitFor();
    }));

  test('a save asks before a rule becomes public, and a preset before it replaces a rule', () =>
    walk(signedInPage(backend, '#/settings/rules'), async (opened) => {
      const { page } = opened;
      await cell(page, 'posts, update rule: Owner author').click();
      const panel = page.getByRole('dialog', { name: 'Edit collection' });
      await box(panel, 'Update rule').fill('title = "x"');
      const choose = async (rule: string, preset: string) => {
        await button(panel, `Presets: ${rule}`).click();
        await page.getByRole('menuitem', { name: preset, exact: true }).click();
      };
      await choose('Update rule', 'Owner only: author');
      const question = page.getByRole('alertdialog');
      await question
        .getByText('Do you want to replace the rule title = "x" with "Owner only: author"?')
        .waitFor();
      await button(question, 'No').click();
      await eventually(() => box(panel, 'Update rule').textContent(), 'title = "x"');
      await choose('Update rule', 'Signed in');
      await button(question, 'Yes').click();
      await box(panel, 'Delete rule').fill('');
      await button(panel, 'Save changes').click();
      const popup = page.getByRole('dialog', { name: 'Confirm collection changes' });
      await popup
        .getByText('Delete rule becomes public: everyone, guests too, may delete posts', { exact: true })
        .waitFor();
      await popup.getByText('Update rule becomes "Signed in": every account may update posts').waitFor();
      await checkPicture(opened, 'api-rules-confirm');
      await button(popup, 'Confirm').click();
      await gone(panel);
      assert.is(await ruleOf('posts', 'deleteRule'), '');
      assert.is(await ruleOf('posts', 'updateRule'), '@request.auth.id != ""');
      await cell(page, 'posts, delete rule: Everyone').waitFor();
    }));

  test('counts what one person really gets', () =>
    walk(signedInPage(backend, '#/settings/rules'), async (opened) => {
      const { page } = opened;
      await button(page, 'Count as...').click();
      await page.getByRole('menuitem', { name: 'Choose from members...' }).click();
      const picker = page.getByRole('dialog', { name: 'Choose a person from members' });
      await picker.getByText('ada@example.com').click();
      await button(picker, 'Choose person').click();
      const { json } = await askServer(backend, 'collections/members/auth-with-password', {
        method: 'POST',
        body: { identity: 'ada@example.com', password: '1234567890' },
        token: '',
      });
      for (const collection of ['members', 'posts', 'notes', 'post_titles']) {
        const list = await askServer(backend, `collections/${collection}/records`, { token: json.token });
        const { totalItems: all } = (await askServer(backend, `collections/${collection}/records`)).json;
        const found = list.json.totalItems === 0 ? 'none' : list.json.totalItems;
        await cell(page, `${collection}, list rule: ${found} of ${all}`).waitFor();
      }
      const { json: posts } = await askServer(backend, 'collections/posts/records?fields=id');
      let changed = 0;
      for (const { id } of posts.items as { id: string }[]) {
        const path = `collections/posts/records/${id}`;
        const { status } = await askServer(backend, path, { method: 'PATCH', body: {}, token: json.token });
        if (status === 200) changed += 1;
      }
      await cell(page, `posts, update rule: ${changed} of 2`).waitFor();
      await cell(page, 'posts, create rule: Signed in').waitFor();
      await checkPicture(opened, 'api-rules-person');
      await button(page, 'Counted as ada@example.com').click();
      await page.getByRole('menuitem', { name: 'Show the rules' }).click();
      await cell(page, 'posts, list rule: Everyone').waitFor();
    }));

  test('search, sort and state are in the address', () =>
    walk(signedInPage(backend, '#/settings/rules'), async ({ page }) => {
      const names = async () => grid(page).locator('[data-cell="name"]').allTextContents();
      await searchBox(page).fill('banned');
      await eventually(names, ['notes']);
      await atHash(page, '#/settings/rules?filter=banned');
      await searchBox(page).fill('nothing like it');
      await page.getByText('No rules found.').waitFor();
      await button(page, 'Clear filters').click();
      await button(page, 'delete').click();
      await eventually(async () => (await names())[0], 'posts');
      await button(page, 'guests list').click();
      await eventually(async () => (await names())[0], 'notes');
      await page.reload();
      await eventually(async () => (await names())[0], 'notes');
      await searchBox(page).fill('role');
      await eventually(names, ['notes', 'members']);
    }));

  test('arrow keys lead over the cells, and a count that fails can be repeated', () =>
    walk(signedInPage(backend), async ({ page }) => {
      let isBroken = true;
      await page.route('**/api/collections/*/records?*', (route) =>
        isBroken ? route.fulfill({ status: 500, json: { code: 500, message: 'Broken.' } }) : route.fallback(),
      );
      await openSettings(page, 'API rules');
      const retry = grid(page).getByRole('button', { name: 'Retry: guests of members could not be counted' });
      await retry.waitFor();
      isBroken = false;
      await tabTo(page, cell(page, 'members, list rule'));
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      const strip = page.getByRole('region', { name: 'Current rule' });
      await strip.getByText('Everyone, guests too, may create.').waitFor();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Shift+Tab');
      await eventually(() => hasFocus(cell(page, 'users, create rule: Everyone')), true, 'one Tab stop');
      await page.keyboard.press('Home');
      for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowRight');
      await eventually(() => hasFocus(retry), true);
      await page.keyboard.press('Enter');
      await eventually(() => guests(page, 'members').textContent(), '1 of 2');
    }));

  test('loading, failed, denied and empty look different', () =>
    walk(signedInPage(backend, '#/settings/rules'), async (opened) => {
      const { page } = opened;
      await cell(page, 'posts, list rule: Everyone').waitFor();
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route('**/api/collections?*', async (route) => {
        await held;
        await route.fulfill({ status: 500, json: { code: 500, message: 'The disk is full.', data: {} } });
      });
      await visit(page, '#/settings/rules');
      await page.locator('[aria-busy="true"]').first().waitFor();
      release();
      await page.getByText('The collections could not be loaded.').waitFor();
      await page.getByText('The disk is full.').first().waitFor();
      await checkPicture(opened, 'api-rules-failed');
      await page.unroute('**/api/collections?*');
      await page.route('**/api/collections?*', (route) =>
        route.fulfill({ json: { page: 1, perPage: 200, totalItems: 0, totalPages: 0, items: [] } }),
      );
      await button(page, 'Retry').click();
      await page.getByText("You don't have any collections yet.").waitFor();
      await checkPicture(opened, 'api-rules-empty', { sizes: ['wide'] });
      await page.unroute('**/api/collections?*');
      await page.route('**/api/collections?*', (route) =>
        route.fulfill({ status: 403, json: { code: 403, message: 'Not you.', data: {} } }),
      );
      await visit(page, '#/settings/rules');
      // The shell may show this picture for the whole page.
      await page.getByText('Not you.').first().waitFor();
    }));

  test('200 collections are drawn without a call', () =>
    walk(signedInPage(backend, '#/settings'), async ({ page }) => {
      const many = Array.from({ length: 200 }, (_, at) => ({
        name: `many_${at}`,
        type: 'base',
        schema: [field('text', 'title')],
        listRule: at % 2 === 0 ? '' : 'title = "x" && @request.auth.id != ""',
        viewRule: '@request.auth.id != ""',
        createRule: 'title = @request.auth.id || title != ""',
      }));
      const body = { collections: many, deleteMissing: false };
      assert.is((await askServer(backend, 'collections/import', { method: 'PUT', body })).status, 204);
      await visit(page, '#/settings');
      await link(page, 'API rules').hover();
      await page.waitForLoadState('networkidle');
      const { ms, calls } = await page.evaluate(async () => {
        performance.clearResourceTimings();
        const start = performance.now();
        document.querySelector<HTMLElement>('a[href="#/settings/rules"]')?.click();
        while (document.querySelectorAll('[role="grid"] [data-index]').length < 10) {
          await new Promise((resolve) => requestAnimationFrame(resolve));
        }
        const isCall = ({ name }: PerformanceEntry) => new URL(name).pathname.startsWith('/api/');
        return {
          ms: performance.now() - start,
          calls: performance.getEntriesByType('resource').filter(isCall).length,
        };
      });
      console.log(`# 200 collections: ${Math.round(ms)} ms`);
      assert.is(calls, 0);
      // Only rows on the screen are counted.
      await page.getByText(/Guests were counted at/).waitFor();
      const counted = await page.evaluate(
        () =>
          performance.getEntriesByType('resource').filter(({ name }) => name.includes('/records?')).length,
      );
      assert.ok(counted > 0 && counted < 100, `${counted} calls`);
    }));
}
