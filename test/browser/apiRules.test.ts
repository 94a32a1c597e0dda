// The API rules of all collections. The counts and warnings are compared with calls of a real guest.
import { type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { box, button, gone, make } from '../support/editorWalk';
import { authOptions, createCollection, field } from '../support/realBackend';
import { backends } from '../support/server';
import { openSettings } from '../support/settingsWalk';
import { askServer, eventually, hasFocus, signedInPage, tabTo, walk } from '../support/walk';
import { walkedBackend } from '../support/walkedBackend';

const newest = backends().at(-1);

if (newest) {
  const backend = walkedBackend(newest.binary, async () => {
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

  const grid = (page: Page) => page.getByRole('grid', { name: 'API rules' });
  const cell = (page: Page, name: string) => grid(page).getByRole('button', { name });
  const guests = (page: Page, collection: string) =>
    grid(page).getByRole('row').filter({ hasText: collection }).locator('[data-cell="guests"]');
  const ruleOf = async (collection: string, rule: string) =>
    (await askServer(backend, `collections/${collection}`)).json[rule] as unknown;
  const guestTotal = async (collection: string) =>
    (await askServer(backend, `collections/${collection}/records`, { token: '' })).json.totalItems as number;

  /** Waits until the column of guests tells what a guest really gets. */
  async function guestsAreCounted(page: Page): Promise<void> {
    for (const [collection, found, total] of [
      ['members', 1, 2],
      ['posts', 2, 2],
      ['notes', 3, 3],
      ['post_titles', 0, 2],
    ] as const) {
      assert.is(await guestTotal(collection), found, collection);
      await eventually(() => guests(page, collection).textContent(), `${found} of ${total}`);
    }
  }

  test('shows who can do what, and counts what a guest and one person really get', () =>
    walk(signedInPage(backend), async ({ page }) => {
      await openSettings(page, 'API rules');
      for (const name of [
        'posts, list rule: Everyone',
        'posts, create rule: Signed in',
        'posts, update rule: Owner author',
        'notes, list rule: Other: @request.auth.role != "banned". Guests pass: they have no role',
        'members, delete rule: Admins',
        'post_titles, list rule: Signed in',
      ])
        await cell(page, name).waitFor();
      assert.is(await cell(page, 'posts, manage rule').count(), 0);
      await guestsAreCounted(page);
      await page.getByText(/Counted for guests at/).waitFor();
      // The current rule is counted too: guests could delete the post without an author.
      await cell(page, 'posts, delete rule').focus();
      const strip = page.getByRole('region', { name: 'Current rule' });
      await strip.getByText('Guests pass for 1 of 2 records').waitFor();
      await cell(page, 'posts, delete rule: Owner author. Guests pass for 1 of 2 records').waitFor();
      await cell(page, 'notes, view rule').focus();
      await strip.getByText('Not simulated. The rule reads @request.query, which guests choose.').waitFor();

      await button(page, 'View as...').click();
      await page.getByRole('menuitem', { name: 'Choose from members...' }).click();
      const picker = page.getByRole('dialog', { name: 'Choose a user from members' });
      await picker.getByText('ada@example.com').click();
      await button(picker, 'Choose user').click();
      const { json: ada } = await askServer(backend, 'collections/members/auth-with-password', {
        method: 'POST',
        body: { identity: 'ada@example.com', password: '1234567890' },
        token: '',
      });
      const hers = { token: ada.token };
      for (const collection of ['members', 'posts', 'notes', 'post_titles']) {
        const path = `collections/${collection}/records`;
        const { totalItems: found } = (await askServer(backend, path, hers)).json;
        const { totalItems: all } = (await askServer(backend, path)).json;
        await cell(page, `${collection}, list rule: ${found} of ${all}`).waitFor();
      }
      let changed = 0;
      for (const { id } of (await askServer(backend, 'collections/posts/records')).json.items) {
        const path = `collections/posts/records/${id}`;
        const { status } = await askServer(backend, path, { method: 'PATCH', body: {}, ...hers });
        if (status === 200) changed += 1;
      }
      await cell(page, `posts, update rule: ${changed} of 2`).waitFor();
      await button(page, 'Viewed as ada@example.com').click();
      await page.getByRole('menuitem', { name: 'Show the rules' }).click();
      await cell(page, 'posts, list rule: Everyone').waitFor();
    }));

  test('a public rule is closed by keys, and another one opened after questions', () =>
    walk(signedInPage(backend, '#/settings/rules'), async ({ page }) => {
      const opener = cell(page, 'notes, delete rule: Everyone');
      await opener.waitFor();
      await opener.focus();
      await page.keyboard.press('Enter');
      const panel = page.getByRole('dialog', { name: 'Edit collection' });
      await eventually(() => hasFocus(box(panel, 'Delete rule')), true, 'the rule has the focus');
      await page.keyboard.press('Escape');
      await gone(panel);
      await eventually(() => hasFocus(opener), true, 'Escape returns');
      await page.keyboard.press('Enter');
      await eventually(() => hasFocus(box(panel, 'Delete rule')), true);
      await tabTo(page, button(panel, 'Presets: Delete rule'), 'Shift+Tab');
      await page.keyboard.press('Enter');
      const presets = page.getByRole('menu', { name: 'Presets: Delete rule' });
      await presets.waitFor();
      assert.equal(await presets.getByRole('menuitem').allTextContents(), ['Signed in']);
      await page.keyboard.press('Enter');
      await gone(presets);
      await page.keyboard.press('Control+s');
      await page.getByText('Successfully updated collection.').waitFor();
      assert.is(await ruleOf('notes', 'deleteRule'), '@request.auth.id != ""');
      await page.keyboard.press('Escape');
      await gone(panel);
      await button(page, 'Everyone 5').waitFor();

      await cell(page, 'posts, update rule: Owner author').click();
      await box(panel, 'Update rule').fill('title = "x"');
      const choose = async (preset: string) => {
        await button(panel, 'Presets: Update rule').click();
        await page.getByRole('menuitem', { name: preset, exact: true }).click();
      };
      await choose('Owner only: author');
      const question = page.getByRole('alertdialog');
      await question
        .getByText('Do you want to replace the rule title = "x" with "Owner only: author"?')
        .waitFor();
      await button(question, 'No').click();
      await eventually(() => box(panel, 'Update rule').textContent(), 'title = "x"');
      await choose('Signed in');
      await button(question, 'Yes').click();
      await box(panel, 'Delete rule').fill('');
      await button(panel, 'Save changes').click();
      const popup = page.getByRole('dialog', { name: 'Confirm collection changes' });
      await popup.getByText('Delete rule becomes public: guests may delete posts').waitFor();
      await popup.getByText('Update rule becomes "Signed in": every user may update posts').waitFor();
      await button(popup, 'Confirm').click();
      await gone(panel);
      const rules = [await ruleOf('posts', 'deleteRule'), await ruleOf('posts', 'updateRule')];
      assert.equal(rules, ['', '@request.auth.id != ""']);
      await cell(page, 'posts, delete rule: Everyone').waitFor();
    }));
}
