// Nothing typed into a record is lost.
import { type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import type { OpenPage } from '../support/browser';
import {
  addressOf,
  answer,
  box,
  button,
  createCollections,
  draftHolds,
  draftsOf,
  editPanel,
  gone,
  make,
  question,
  rowOf,
  stored,
} from '../support/editorWalk';
import { backends } from '../support/server';
import {
  atHash,
  eventually,
  guestPage,
  keep,
  signedInPage,
  signIn,
  tabTo,
  visit,
  walk,
} from '../support/walk';
import { walkedBackend } from '../support/walkedBackend';

const newest = backends().at(-1);

if (newest) {
  const { binary } = newest;

  const backend = walkedBackend(binary, createCollections);

  const panelOf = (page: Page) => editPanel(page, 'articles');
  const authorPanel = (page: Page) => editPanel(page, 'authors');
  const titleIn = (page: Page) => box(panelOf(page), 'title');
  const nameIn = (page: Page) => box(authorPanel(page), 'name');
  const closing = 'You have unsaved changes. Do you really want to close the panel?';
  const leaving = 'You have unsaved changes. Do you really want to discard them?';
  const admin = () => backend.admin ?? { email: '', password: '' };
  const titleOf = async (id: string) => (await stored(backend, 'articles', id))?.['title'];

  /** Opens one article by its URL for the duration of the steps. */
  async function inEditor(values: object, steps: (opened: OpenPage, id: string) => Promise<void>) {
    const { id } = await make(backend, 'articles', values);
    await walk(signedInPage(backend, addressOf('articles', id)), async (opened) => {
      await titleIn(opened.page).waitFor();
      await steps(opened, id);
    });
  }

  async function typeTitle(page: Page, text: string): Promise<void> {
    await titleIn(page).fill(text);
    await draftHolds(page, text);
  }

  /** Restores the offered draft. */
  async function restore(page: Page, text: string): Promise<void> {
    await titleIn(page).waitFor();
    await page.getByText('The record has previous unsaved changes.').waitFor();
    assert.is.not(await titleIn(page).inputValue(), text, 'nothing restores itself');
    await button(page, 'Restore draft').click();
    await eventually(() => titleIn(page).inputValue(), text);
  }

  async function save(page: Page): Promise<void> {
    await button(panelOf(page), 'Save changes').click();
    await gone(panelOf(page));
  }

  test('restores a draft after a reload, a crash and in an order of choice; a save removes it', () =>
    inEditor({ title: 'Drafted' }, async ({ page }, id) => {
      const dialogs: string[] = [];
      page.on('dialog', (dialog) => {
        dialogs.push(dialog.type());
        void dialog.accept();
      });
      await typeTitle(page, 'Typed before the reload');
      await page.reload();
      assert.equal(dialogs, ['beforeunload'], 'the browser asks');
      await button(page, 'Restore draft').waitFor();
      await typeTitle(page, 'Typed over the offer');
      await gone(button(page, 'Restore draft'));
      await draftHolds(page, 'Typed before the reload');
      await page.reload();
      await button(page, 'Restore draft').waitFor();
      await button(page, 'Older drafts').click();
      await page.getByRole('menuitem').first().click();
      await eventually(() => titleIn(page).inputValue(), 'Typed before the reload');

      // A tab that crashes runs no handlers.
      await typeTitle(page, 'Typed before the crash');
      const after = await page.context().newPage();
      await page.close({ runBeforeUnload: false });
      await after.goto(`${backend.url}/_/${addressOf('articles', id)}`);
      await restore(after, 'Typed before the crash');
      await save(after);
      assert.is(await titleOf(id), 'Typed before the crash');
      await rowOf(after, 'Typed before the crash').getByRole('link', { name: id }).click();
      await button(after, 'Discard draft').click();
      await gone(button(after, 'Discard draft'));
      assert.equal(await draftsOf(after), {});
    }));

  test('asks about unsaved changes on every way out, Logout too, which deletes the drafts of its admin', () =>
    inEditor({ title: 'Asked' }, async ({ page }, id) => {
      await visit(page, '#/collections?collectionId=authors');
      await page.getByRole('heading', { level: 1, name: 'authors' }).waitFor();
      const others = { record_draft_other_one: '{"adminId":"x"}' };
      await keep(page, others);
      const open = async (text: string) => {
        await page.evaluate((hash) => window.location.assign(hash), addressOf('articles'));
        await rowOf(page, 'Asked').getByRole('link', { name: id }).click();
        await titleIn(page).waitFor();
        await typeTitle(page, text);
      };
      // Dispatched, because the panel covers the rail; a person could reach the button only by another route.
      const logOut = async () => {
        await button(page, 'Account').dispatchEvent('click');
        await page.getByRole('menuitem', { name: 'Logout' }).dispatchEvent('click');
      };
      const back = () => page.evaluate(() => history.back());
      const ways: [name: string, act: () => Promise<unknown>, text: string][] = [
        ['Escape', () => titleIn(page).press('Escape'), closing],
        ['Close', () => button(panelOf(page), 'Close').click(), closing],
        ['Cancel', () => button(panelOf(page), 'Cancel').click(), closing],
        ['Back', back, leaving],
        ['URL', () => page.evaluate(() => window.location.assign('#/logs')), leaving],
        ['Logout', logOut, 'unsaved changes'],
      ];
      await open('Not saved');
      for (const [name, act, text] of ways) {
        await act();
        await answer(page, new RegExp(text), false);
        assert.is(await titleIn(page).inputValue(), 'Not saved', name);
        await atHash(page, new RegExp(`recordId=${id}`));
      }
      for (const [act, text] of [
        [back, leaving],
        [() => titleIn(page).press('Escape'), closing],
      ] as const) {
        await act();
        await answer(page, text, true);
        await gone(panelOf(page));
        await eventually(() => question(page).count(), 0, 'it is asked once');
        await eventually(() => draftsOf(page), others, 'it was given up');
        await open('Not saved either');
      }
      await logOut();
      await answer(page, /unsaved changes/, true);
      await page.getByRole('heading', { name: 'Admin sign in' }).waitFor();
      await eventually(() => draftsOf(page), others);
      assert.is(await titleOf(id), 'Asked');
    }));

  test('two records on top of each other have drafts and questions of their own', async () => {
    const author = await make(backend, 'authors', { name: 'Above' });
    const article = await make(backend, 'articles', { title: 'Below', author: author.id });
    await walk(signedInPage(backend, addressOf('articles', article.id)), async ({ page }) => {
      const edit = button(panelOf(page), 'Edit Above');
      const typeAbove = async (text: string) => {
        await tabTo(page, edit);
        await page.keyboard.press('Enter');
        await nameIn(page).fill(text);
        await draftHolds(page, text);
      };
      await typeTitle(page, 'Below, saved after all');
      await typeAbove('Given up');
      await page.keyboard.press('Escape');
      await answer(page, closing, true);
      await gone(authorPanel(page));
      assert.is(await question(page).count(), 0, 'it is asked once');
      await draftHolds(page, 'Below, saved after all');
      assert.not.match(JSON.stringify(await draftsOf(page)), 'Given up');

      await typeAbove('Above, saved after all');
      await button(authorPanel(page), 'Save changes').click();
      await gone(authorPanel(page));
      const renamed = button(panelOf(page), 'Edit Above, saved after all');
      await eventually(() => renamed.evaluate((one) => one === document.activeElement), true);
      assert.is((await stored(backend, 'authors', author.id))?.['name'], 'Above, saved after all');
      assert.is(await titleOf(article.id), 'Below', 'saving one saves one');
      await save(page);
      assert.is(await titleOf(article.id), 'Below, saved after all');
      assert.equal(await draftsOf(page), {});
    });
  });

  test('with a storage that may not even be named a person signs in, types and saves', async () => {
    const { id } = await make(backend, 'articles', { title: 'Without a storage' });
    await walk(guestPage(backend, '#/login'), async ({ page }) => {
      await page.addInitScript(() =>
        Object.defineProperty(window, 'localStorage', {
          get() {
            throw new DOMException('Denied.', 'SecurityError');
          },
        }),
      );
      await page.reload();
      await signIn(page, admin());
      await button(page, 'Account').waitFor();
      await page.evaluate((hash) => window.location.assign(hash), addressOf('articles', id));
      await titleIn(page).fill('Typed');
      await page.getByText('This browser cannot keep a draft.').waitFor();
      await titleIn(page).pressSequentially(' and saved');
      await save(page);
      assert.is(await titleOf(id), 'Typed and saved');
    });
  });
}
