// No older form deletes a column, no error loses what was typed, and viewing changes nothing.
import { type Locator, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import type { OpenPage } from '../support/browser';
import {
  addField,
  code,
  codeOf,
  collectionOf,
  draftHolds,
  draftsOf,
  editPanel,
  enterCode,
  fieldNames,
  makeCollection,
  makeEverything,
  nameIn,
  openEditor,
  openOptions,
  recordsOf,
  saveIn,
  tabIn,
} from '../support/collectionWalk';
import { answer, button, gone } from '../support/editorWalk';
import { field } from '../support/realBackend';
import { backends } from '../support/server';
import { askServer, signedInPage, visit, walk } from '../support/walk';
import { walkedBackend } from '../support/walkedBackend';

const newest = backends().at(-1);

if (newest) {
  const backend = walkedBackend(newest.binary);

  /** Opens a new collection in its editor for the duration of the steps. */
  async function inEditor(
    name: string,
    steps: (opened: OpenPage, panel: Locator) => Promise<void>,
    server = backend,
  ) {
    await makeCollection(server, { name, schema: [field('text', 'title'), field('number', 'rank')] });
    await walk(signedInPage(server, recordsOf(name)), async (opened) =>
      steps(opened, await openEditor(opened.page)),
    );
  }

  async function typeField(panel: Locator, name: string): Promise<void> {
    await addField(panel, 'Plain text', name);
    await draftHolds(panel.page(), `"${name}"`);
  }

  test('a collection that another tab deletes keeps what was typed', () =>
    inEditor('deleted_in_tab', async ({ page }, panel) => {
      await typeField(panel, 'kept');
      await askServer(backend, 'collections/deleted_in_tab', { method: 'DELETE' });
      const other = await page.context().newPage();
      await other.goto(`${backend.url}/_/`);
      await other.evaluate(() => localStorage.setItem('lowlineCollectionsChanged', String(Date.now())));
      await page.getByText(/^This collection was deleted/).waitFor();
      assert.equal(await fieldNames(panel), ['title', 'rank', 'kept']);
      await button(panel, 'Cancel').click();
      await answer(page, /unsaved changes/, true);
      await gone(panel);
    }));

  test('viewing every tab and all options of every type changes nothing', async () => {
    await makeEverything(backend, 'looked_at');
    const query = 'select id,\r\n  title\r\nfrom looked_at';
    await makeCollection(backend, { name: 'seen_view', type: 'view', options: { query } });
    await walk(signedInPage(backend), async ({ page }) => {
      const panel = editPanel(page);
      const focusAll = async (within: Locator) => {
        for (const input of await within.getByRole('textbox').all())
          if (await input.isEnabled()) await input.focus();
      };
      for (const name of ['looked_at', 'users', 'seen_view']) {
        const before = await collectionOf(backend, name);
        await visit(page, recordsOf(name));
        await openEditor(page);
        if (name === 'seen_view') {
          const input = code(panel, 'Select query');
          await enterCode(input);
          assert.is(await codeOf(input), query.replaceAll('\r', ''));
        } else {
          for (const one of await fieldNames(panel)) await focusAll(await openOptions(panel, one));
          await button(panel, 'New index').click();
          await page.keyboard.press('Escape');
          await gone(page.getByRole('dialog', { name: 'Create index' }));
        }
        await tabIn(panel, 'API Rules').click();
        await focusAll(panel);
        if (name === 'users') {
          await tabIn(panel, 'Options').click();
          for (const title of ['Username/Password', 'Email/Password', 'OAuth2'])
            await panel.getByRole('button', { name: new RegExp(`^${title}`) }).click();
          await focusAll(panel);
        }
        await panel.getByRole('tab').first().click();
        assert.ok(await saveIn(panel).isDisabled());
        assert.is(await panel.getByText(/unsaved change/).count(), 0);
        assert.equal(await draftsOf(page), {});
        await page.keyboard.press('Escape');
        await gone(panel);
        assert.equal(await collectionOf(backend, name), before);
      }
    });
  });

  test('keeps the caret in a name', () =>
    inEditor('caret', async ({ page }, panel) => {
      const input = panel.getByRole('textbox', { name: 'Field name' }).first();
      const caretOf = (within: Locator) => within.evaluate((one: HTMLInputElement) => one.selectionStart);
      await input.focus();
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.type('a b', { delay: 20 });
      assert.equal([await input.inputValue(), await caretOf(input)], ['ta_bitle', 4]);
      await nameIn(panel).focus();
      await page.keyboard.press('Home');
      await page.keyboard.type('my ', { delay: 20 });
      assert.equal([await nameIn(panel).inputValue(), await caretOf(nameIn(panel))], ['my_caret', 3]);
    }));
}
