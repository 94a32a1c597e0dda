// The API docs of collections of every type, opened, read and copied as by a person.
import { type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { addressOf, button, gone } from '../support/editorWalk';
import { connectClient, createCollection, field } from '../support/realBackend';
import { adminToken, backends, startBackend, type TestBackend } from '../support/server';
import { checkPicture, eventually, hasFocus, screens, signedInPage, tabTo, walk } from '../support/walk';

const newest = backends().at(-1);

const recordPages = ['List/Search', 'View', 'Create', 'Update', 'Delete', 'Realtime'];
const authPages = [
  'Auth with password',
  'Auth with OAuth2',
  'Auth refresh',
  'Request verification',
  'Confirm verification',
  'Request password reset',
  'Confirm password reset',
  'Request email change',
  'Confirm email change',
  'List auth methods',
  'List OAuth2 accounts',
  'Unlink OAuth2 account',
];
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
  const choosePage = (page: Page, name: string) =>
    panel(page)
      .getByRole('tablist', { name: 'Pages', exact: true })
      .getByRole('tab', { name, exact: true })
      .click();
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
      name: 'robots',
      type: 'auth',
      options: { allowUsernameAuth: false, allowEmailAuth: false, allowOAuth2Auth: false },
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
    await createCollection({
      name: 'titles',
      type: 'view',
      options: { query: 'SELECT id, title, updated FROM papers' },
    });
  });
  test.afterAll(async () => {
    await backend?.stop();
  });

  for (const [name, pages] of Object.entries({
    papers: recordPages,
    titles: ['List/Search', 'View'],
    people: [...recordPages, ...authPages],
    robots: [...recordPages, ...authPages.slice(2)],
  })) {
    test(`shows every page of ${name} with its examples, and the first at each opening`, () =>
      walk(signedInPage(backend, addressOf(name)), async ({ page }) => {
        await openDocs(page);
        assert.equal(await pageTabs(page).allTextContents(), pages);
        for (const title of pages) {
          await choosePage(page, title);
          await eventually(() => heading(page).textContent(), `${title} (${name})`);
          for (const language of sdkNames) {
            await sdk(page, language).click();
            await eventually(async () => (await example(page).textContent())?.trim() !== '', true);
            assert.is(await overhang(page), 0, `${title}, ${language}`);
          }
          for (const tab of await answerTabs(page).all()) await tab.click();
        }
        await page.keyboard.press('Escape');
        await gone(panel(page));
        await openDocs(page);
        assert.is(await heading(page).textContent(), `List/Search (${name})`);
      }));
  }

  test('with data saving loads nothing of the docs before they are opened', () =>
    walk(signedInPage(backend, '#/collections', { savesData: true }), async ({ page }) => {
      const loaded = () =>
        page.evaluate(() =>
          performance
            .getEntriesByType('resource')
            .map(({ name }) => name)
            .filter((name) => name.includes('apiDocs')),
        );
      await button(page, 'API Preview').waitFor();
      assert.equal(await loaded(), []);
      await openDocs(page);
      assert.is((await loaded()).length, 1);
    }));

  test('keeps the chosen SDK from page to page and after a reload', () =>
    walk(signedInPage(backend, addressOf('papers')), async ({ page }) => {
      await openDocs(page);
      assert.is(await sdk(page, 'JavaScript').getAttribute('aria-selected'), 'true');
      const link = panel(page).getByRole('link', { name: 'JavaScript SDK' });
      assert.match((await link.getAttribute('rel')) ?? '', 'noopener');
      assert.is(await link.getAttribute('target'), '_blank');
      await sdk(page, 'Dart').click();
      await choosePage(page, 'View');
      assert.match((await example(page).textContent()) ?? '', 'package:pocketbase/pocketbase.dart');
      await page.reload();
      await openDocs(page);
      assert.is(await sdk(page, 'Dart').getAttribute('aria-selected'), 'true');
      assert.is(await page.evaluate(() => localStorage.getItem('pb_sdk_preference')), 'dart');
    }));

  test('reads a choice that another dashboard stored, and ignores an invalid one', async () => {
    for (const [stored, expected] of [
      ['dart', 'Dart'],
      ['cobol', 'JavaScript'],
    ] as const) {
      await walk(
        signedInPage(backend, addressOf('papers'), { stored: { pb_sdk_preference: stored } }),
        async ({ page }) => {
          await openDocs(page);
          assert.is(await sdk(page, expected).getAttribute('aria-selected'), 'true');
        },
      );
    }
  });

  test("copies an example as shown, whatever the names of a field's choices", () =>
    walk(signedInPage(backend, addressOf('papers')), async ({ page }) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await openDocs(page);
      await choosePage(page, 'Create');
      await sdk(page, 'curl').click();
      const shown = await example(page).textContent();
      assert.match(shown ?? '', `it'\\''s <b>\\"one\\"</b> \\\\ \${x}`);
      assert.match(shown ?? '', `${backend.url}/api/collections/papers/records`);
      await button(panel(page), 'Copy').first().click();
      await eventually(() => page.evaluate(() => navigator.clipboard.readText()), shown ?? '');
      await panel(page).getByText(choice, { exact: true }).waitFor();
    }));

  test('explains a rule for admins only, with its error response', () =>
    walk(signedInPage(backend, addressOf('papers')), async ({ page }) => {
      const need = panel(page).getByText('Requires admin Authorization:TOKEN header');
      const bar = panel(page).getByText('/api/collections/papers/records/:id');
      await openDocs(page);
      assert.equal(await answerTabs(page).allTextContents(), ['200', '400']);
      assert.is(await need.count(), 0);
      await choosePage(page, 'Delete');
      await need.waitFor();
      await bar.waitFor();
      assert.equal(await answerTabs(page).allTextContents(), ['204', '400', '403', '404']);
      await panel(page).getByText('The response is empty.').waitFor();
      await answerTabs(page).nth(2).click();
      await eventually(
        async () => JSON.parse((await answerExample(page).textContent()) ?? '').message,
        'Only admins can perform this action.',
      );
    }));

  test('shows the dates that a view selects, and the values that a field takes', () =>
    walk(signedInPage(backend, addressOf('titles')), async ({ page }) => {
      await openDocs(page);
      const [item] = JSON.parse((await answerExample(page).textContent()) ?? '').items;
      assert.equal(Object.keys(item), ['id', 'collectionId', 'collectionName', 'updated', 'title']);
      await page.goto(`${backend.url}/_/${addressOf('papers')}`);
      await openDocs(page);
      await choosePage(page, 'Create');
      const row = (name: string) => panel(page).getByRole('row').filter({ hasText: name });
      assert.match((await row('title').first().textContent()) ?? '', /title\s*RequiredString/);
      assert.match((await row('pages').first().textContent()) ?? '', /pages\s*OptionalArray<File>/);
      assert.match((await row('author').first().textContent()) ?? '', 'of a record of people');
    }));

  test('the filter syntax unfolds and names all operators', () =>
    walk(signedInPage(backend, addressOf('papers')), async (opened) => {
      const { page } = opened;
      await openDocs(page);
      const operator = panel(page)
        .getByRole('term')
        .filter({ hasText: /^\?!~$/ });
      assert.is(await operator.isVisible(), false);
      await panel(page).getByText('Filter syntax', { exact: true }).click();
      await operator.waitFor();
      const names = await panel(page).getByRole('term').allTextContents();
      assert.equal(names.slice(0, 16), [
        ...['=', '!=', '>', '>=', '<', '<=', '~', '!~'],
        ...['?=', '?!=', '?>', '?>=', '?<', '?<=', '?~', '?!~'],
      ]);
      await operator.scrollIntoViewIfNeeded();
      await checkPicture(opened, 'api-docs-filter');
    }));

  test('works by keys alone', () =>
    walk(signedInPage(backend, addressOf('people')), async ({ page }) => {
      const opener = button(page, 'API Preview');
      await tabTo(page, opener);
      await page.keyboard.press('Enter');
      await panel(page).waitFor();
      const first = pageTabs(page).first();
      await tabTo(page, first);
      await page.keyboard.press('ArrowDown');
      await eventually(() => heading(page).textContent(), 'View (people)');
      await page.keyboard.press('End');
      await eventually(() => heading(page).textContent(), 'Unlink OAuth2 account (people)');
      await page.keyboard.press('Tab');
      assert.ok(await hasFocus(sdk(page, 'JavaScript')));
      await page.keyboard.press('ArrowLeft');
      assert.ok(await hasFocus(sdk(page, 'curl')));
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
    }));

  test('another page starts at its top', () =>
    walk(signedInPage(backend, addressOf('papers')), async ({ page }) => {
      await openDocs(page);
      await answerTabs(page).last().scrollIntoViewIfNeeded();
      await choosePage(page, 'Update');
      await heading(page).filter({ hasText: 'Update (papers)' }).waitFor();
      const top = await heading(page).evaluate((element) => element.getBoundingClientRect().top);
      assert.ok(top > 52 && top < 120, `the heading is at ${top}`);
    }));

  test('looks right in both themes, wide and narrow', () =>
    walk(signedInPage(backend, addressOf('people')), async (opened) => {
      const { page } = opened;
      await openDocs(page);
      await checkPicture(opened, 'api-docs-list');
      for (const title of ['Update', 'Realtime', 'Auth with OAuth2']) {
        await choosePage(page, title);
        await checkPicture(opened, `api-docs-${title.replaceAll(' ', '-')}`);
      }
    }));

  test('on a narrow screen the pages are chosen from a list, and Close is below', () =>
    walk(signedInPage(backend, addressOf('papers')), async (opened) => {
      const { page } = opened;
      await openDocs(page);
      assert.is(await button(panel(page), 'Close').count(), 1);
      await page.setViewportSize(screens.narrow);
      await panel(page).getByRole('combobox', { name: 'Page' }).click();
      await page.getByRole('option', { name: 'Create' }).click();
      await eventually(() => heading(page).textContent(), 'Create (papers)');
      assert.is(await overhang(page), 0);
      await checkPicture(opened, 'api-docs-create', { sizes: ['narrow'] });
      await panel(page).getByRole('table', { name: 'Body parameters' }).scrollIntoViewIfNeeded();
      await checkPicture(opened, 'api-docs-table', { sizes: ['narrow'] });
      await button(panel(page), 'Close').last().click();
      await gone(panel(page));
    }));
}
