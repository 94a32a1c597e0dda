// The API docs of collections of every type, opened, read and copied as by a person.
import { type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { addressOf, button, gone } from '../support/editorWalk';
import { createCollection, field } from '../support/realBackend';
import { backends } from '../support/server';
import { eventually, hasFocus, signedInPage, tabTo, walk } from '../support/walk';
import { walkedBackend } from '../support/walkedBackend';

const newest = backends().at(-1);

const sdkNames = ['JavaScript', 'Dart', 'fetch', 'curl'];

if (newest) {
  const panel = (page: Page) => page.getByRole('dialog', { name: /API docs$/ });
  const pageTabs = (page: Page) =>
    panel(page).getByRole('tablist', { name: 'Pages', exact: true }).getByRole('tab');
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

  const backend = walkedBackend(newest.binary, async () => {
    const people = await createCollection({
      name: 'people',
      type: 'auth',
      schema: [field('text', 'nick')],
      options: { allowEmailAuth: true, allowUsernameAuth: true, allowOAuth2Auth: true, minPasswordLength: 8 },
      listRule: 'id = @request.auth.id',
    });
    await createCollection({
      name: 'papers',
      schema: [
        { ...field('text', 'title'), required: true },
        field('select', 'mood', { values: ['one', 'other'] }),
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
}
