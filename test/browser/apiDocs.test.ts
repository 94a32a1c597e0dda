// The API docs of collections of every type, opened, read and copied as by a person.
import { type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { addressOf, button, gone } from '../support/editorWalk';
import { connectClient, createCollection, field } from '../support/realBackend';
import { adminToken, backends, startBackend, type TestBackend } from '../support/server';
import { eventually, hasFocus, screens, signedInPage, tabTo, walk } from '../support/walk';

const newest = backends().at(-1);

const sdkNames = ['JavaScript', 'Dart', 'fetch', 'curl'];
const choice = `it's <b>"one"</b> \\ \${x}`;

if (newest) {
  let backend: TestBackend;

  const panel = (page: Page) => page.getByRole('dialog', { name: /API docs$/ });
  const openDocs = async (page: Page) => {
    await button(page, 'API Preview').click();
    await panel(page).waitFor();
  };
  const pageTabs = (page: Page) =>
    panel(page).getByRole('tablist', { name: 'Pages', exact: true }).getByRole('tab');
  const choosePage = async (page: Page, name: string) => {
    const pages = panel(page).getByRole('tablist', { name: 'Pages', exact: true });
    await pages.getByRole('tab', { name, exact: true }).click();
    await heading(page).filter({ hasText: name }).waitFor();
  };
  const heading = (page: Page) => panel(page).getByRole('heading', { level: 3 });
  const sdk = (page: Page, name: string) =>
    panel(page).getByRole('tablist', { name: 'SDK', exact: true }).getByRole('tab', { name, exact: true });
  const example = (page: Page) => panel(page).getByRole('group', { name: / example$/ });
  const answerExample = (page: Page) => panel(page).getByRole('group', { name: /^Example response/ });
  /** Returns by how much the page of the docs overflows; only code may, inside its own frame. */
  const overhang = (page: Page) =>
    heading(page).evaluate((element) => {
      const body = element.closest('[role="dialog"] > div');
      return body ? body.scrollWidth - body.clientWidth : Number.NaN;
    });
  const answerTabs = (page: Page) => panel(page).getByRole('tablist', { name: 'Responses' }).getByRole('tab');

  test.beforeAll(async () => {
    backend = await startBackend(newest.binary, { bundle: true });
    connectClient(backend.url, await adminToken(backend));
    const people = await createCollection({
      name: 'people',
      type: 'auth',
      schema: [field('text', 'nick')],
      options: {
        allowEmailAuth: true,
        allowUsernameAuth: true,
        allowOAuth2Auth: true,
        minPasswordLength: 8,
      },
      listRule: 'id = @request.auth.id',
    });
    await createCollection({
      name: 'papers',
      schema: [
        { ...field('text', 'title'), required: true },
        field('select', 'mood', { values: [choice, 'other'] }),
        field('file', 'pages', { maxSelect: 3 }),
        field('relation', 'author', { collectionId: people.id }),
        field('number', 'views'),
        field('json', 'a_name_that_is_so_long_that_it_must_be_broken_in_a_narrow_column_of_a_table'),
      ],
      listRule: '',
      viewRule: '',
      createRule: '',
    });
  });
  test.afterAll(async () => {
    await backend?.stop();
  });

  test('opens by key, leads through every page and language, and gives the focus back', () =>
    walk(signedInPage(backend, addressOf('people')), async ({ page }) => {
      const opener = button(page, 'API Preview');
      await tabTo(page, opener);
      await page.keyboard.press('Enter');
      await panel(page).waitFor();
      const titles = await pageTabs(page).allTextContents();
      assert.is(titles.length, 18);
      for (const [at, title] of titles.entries()) {
        if (at === 0) await tabTo(page, pageTabs(page).first());
        else await page.keyboard.press('ArrowDown');
        await eventually(() => heading(page).textContent(), `${title} (people)`);
        await sdk(page, sdkNames[at % sdkNames.length] ?? '').click();
        await eventually(async () => (await example(page).textContent())?.trim() !== '', true);
        assert.is(await overhang(page), 0, title);
        await pageTabs(page).nth(at).focus();
      }
      await page.keyboard.press('Tab');
      assert.ok(await hasFocus(sdk(page, 'Dart')));
      await page.keyboard.press('ArrowLeft');
      assert.ok(await hasFocus(sdk(page, 'JavaScript')));
      await tabTo(page, example(page));
      await tabTo(page, button(panel(page), 'Copy').first());
      await page.keyboard.press('Enter');
      await page.getByText('Copied').waitFor();
      await tabTo(page, answerTabs(page).first());
      await page.keyboard.press('ArrowRight');
      await answerExample(page).waitFor();
      await page.keyboard.press('Escape');
      await gone(panel(page));
      assert.ok(await hasFocus(opener));
      await page.keyboard.press('Enter');
      await eventually(() => heading(page).textContent(), 'List/Search (people)');
    }));

  test("copies an example as shown, whatever the names of a field's choices, and keeps the SDK", () =>
    walk(signedInPage(backend, addressOf('papers'), { savesData: true }), async ({ page }) => {
      const loaded = () =>
        page.evaluate(
          () =>
            performance.getEntriesByType('resource').filter(({ name }) => name.includes('apiDocs')).length,
        );
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await button(page, 'API Preview').waitFor();
      assert.is(await loaded(), 0, 'with data saving nothing of the docs is loaded before');
      await openDocs(page);
      assert.is(await loaded(), 1);
      await choosePage(page, 'Create');
      await sdk(page, 'curl').click();
      const shown = await example(page).textContent();
      assert.match(shown ?? '', `it'\\''s <b>\\"one\\"</b> \\\\ \${x}`);
      assert.match(shown ?? '', `${backend.url}/api/collections/papers/records`);
      await button(panel(page), 'Copy').first().click();
      await eventually(() => page.evaluate(() => navigator.clipboard.readText()), shown ?? '');
      await panel(page).getByText(choice, { exact: true }).waitFor();
      const row = (name: string) => panel(page).getByRole('row').filter({ hasText: name });
      assert.match((await row('title').first().textContent()) ?? '', /title\s*RequiredString/);
      await page.reload();
      await openDocs(page);
      assert.is(await sdk(page, 'curl').getAttribute('aria-selected'), 'true');
      assert.is(await page.evaluate(() => localStorage.getItem('pb_sdk_preference')), 'curl');
    }));

  test('explains a rule for admins only; each page starts at its top, and a narrow screen has a list of pages', () =>
    walk(signedInPage(backend, addressOf('papers')), async ({ page }) => {
      await openDocs(page);
      const operator = panel(page)
        .getByRole('term')
        .filter({ hasText: /^\?!~$/ });
      assert.is(await operator.isVisible(), false);
      await panel(page).getByText('Filter syntax', { exact: true }).click();
      await operator.waitFor();
      await answerTabs(page).last().scrollIntoViewIfNeeded();
      await choosePage(page, 'Delete');
      const top = await heading(page).evaluate((element) => element.getBoundingClientRect().top);
      assert.ok(top > 52 && top < 120, `the heading is at ${top}`);
      await panel(page).getByText('Requires admin Authorization:TOKEN header').waitFor();
      assert.equal(await answerTabs(page).allTextContents(), ['204', '400', '403', '404']);
      await answerTabs(page).nth(2).click();
      await eventually(
        async () => JSON.parse((await answerExample(page).textContent()) ?? '').message,
        'Only admins can perform this action.',
      );
      assert.is(await button(panel(page), 'Close').count(), 1);
      await page.setViewportSize(screens.narrow);
      await panel(page).getByRole('combobox', { name: 'Page' }).click();
      await page.getByRole('option', { name: 'Create' }).click();
      await eventually(() => heading(page).textContent(), 'Create (papers)');
      assert.is(await overhang(page), 0);
      await button(panel(page), 'Close').last().click();
      await gone(panel(page));
    }));
}
