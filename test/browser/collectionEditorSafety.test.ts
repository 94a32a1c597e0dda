// No older form deletes a column, no error loses what was typed, and viewing changes nothing.
import { type Locator, type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import type { OpenPage } from '../support/browser';
import {
  addField,
  changeElsewhere,
  code,
  codeOf,
  collectionOf,
  confirming,
  conflicting,
  draftHolds,
  draftsOf,
  editPanel,
  enterCode,
  fieldNames,
  fieldRow,
  makeCollection,
  makeEverything,
  nameIn,
  nativeDialogs,
  openEditor,
  openOptions,
  recordsOf,
  renameField,
  savedToast,
  saveIn,
  storedNames,
  tabIn,
} from '../support/collectionWalk';
import { answer, box, button, gone, make, question } from '../support/editorWalk';
import { field } from '../support/realBackend';
import { backends, startBackend, type TestBackend } from '../support/server';
import { askServer, eventually, signedInPage, signIn, visit, walk } from '../support/walk';

const newest = backends().at(-1);

if (newest) {
  let backend: TestBackend;
  test.beforeAll(async () => {
    backend = await startBackend(newest.binary, { bundle: true });
  });
  test.afterAll(async () => {
    await backend?.stop();
  });

  const collectionsCall = '**/api/collections/*';
  const signInAgain = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' });
  const draftNote = (page: Page) => page.getByText('The collection has previous unsaved changes.');

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

  /** Adds a field to the same collection in another browser. */
  const addElsewhere = (name: string, added: string) =>
    walk(signedInPage(backend, recordsOf(name)), async ({ page }) => {
      const theirs = await openEditor(page);
      await addField(theirs, 'Plain text', added);
      await saveIn(theirs).click();
      await gone(theirs);
    });

  async function typeField(panel: Locator, name: string): Promise<void> {
    await addField(panel, 'Plain text', name);
    await draftHolds(panel.page(), `"${name}"`);
  }

  async function restore(page: Page, name: string): Promise<void> {
    await draftNote(page).waitFor();
    assert.is((await fieldNames(editPanel(page))).includes(name), false, 'nothing restores itself');
    await button(page, 'Restore draft').click();
    await eventually(async () => (await fieldNames(editPanel(page))).includes(name), true);
    await gone(draftNote(page));
  }

  /** Holds the next save until the returned function runs; with `isLost` its answer never arrives. */
  async function holdSave(page: Page, { isLost = false } = {}): Promise<() => void> {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(collectionsCall, async (route) => {
      if (route.request().method() !== 'PATCH') return route.fallback();
      await held;
      if (!isLost) return route.fallback();
      await route.fetch();
      await route.abort();
    });
    return release;
  }

  test('two people change one collection: both keep what they did, and are asked about the same option', () =>
    inEditor('shared', async ({ page }, panel) => {
      const maxLength = async (text: string) =>
        box(await openOptions(panel, 'title'), 'Max length').fill(text);
      const theirMax = async (max: number) => {
        const { schema } = await collectionOf(backend, 'shared');
        const [title, ...others] = schema;
        const theirs = { ...title, options: { ...title.options, max } };
        await changeElsewhere(backend, 'shared', { schema: [theirs, ...others] });
      };
      const storedMax = async () => (await collectionOf(backend, 'shared')).schema[0].options.max;
      await addField(panel, 'Bool', 'mine');
      await addElsewhere('shared', 'theirs');
      await make(backend, 'shared', { title: 'one', theirs: 'filled' });
      await saveIn(panel).click();
      await gone(panel);
      assert.equal((await storedNames(backend, 'shared')).sort(), ['mine', 'rank', 'theirs', 'title']);
      const { json } = await askServer(backend, 'collections/shared/records');
      assert.is(json.items[0].theirs, 'filled');

      await openEditor(page);
      await maxLength('10');
      await theirMax(20);
      await page.keyboard.press('Control+s');
      const popup = conflicting(page);
      const group = popup.getByRole('group', { name: 'title' });
      await group.getByText('max 10', { exact: true }).waitFor();
      await group.getByText('max 20', { exact: true }).waitFor();
      await button(popup, 'Cancel').click();
      await gone(popup);
      await eventually(() => box(fieldRow(panel, 'title'), 'Max length').inputValue(), '10');
      assert.is(await storedMax(), 20);
      await saveIn(panel).click();
      await group.getByRole('radio', { name: /Yours/ }).check();
      await button(popup, 'Save changes').click();
      await gone(panel);
      assert.is(await storedMax(), 10);

      await openEditor(page);
      await maxLength('11');
      await theirMax(30);
      await saveIn(panel).click();
      await group.getByRole('radio', { name: /Theirs/ }).check();
      await button(popup, 'Save changes').click();
      await gone(panel);
      assert.is(await storedMax(), 30);
    }));

  test('a draft survives a reload, a crash and the save of another person; it is restored or discarded', () =>
    inEditor('drafted', async ({ page }, panel) => {
      const dialogs = nativeDialogs(page);
      await typeField(panel, 'before_reload');
      await page.reload();
      assert.equal(dialogs, ['beforeunload'], 'the browser asks');
      await addElsewhere('drafted', 'theirs');
      await page.reload();
      await openEditor(page);
      await restore(page, 'before_reload');

      await typeField(panel, 'before_crash');
      const after = await page.context().newPage();
      await page.close({ runBeforeUnload: false });
      await after.goto(`${backend.url}/_/${recordsOf('drafted')}`);
      const again = await openEditor(after);
      await restore(after, 'before_crash');
      await saveIn(again).click();
      await gone(again);
      const names = ['before_crash', 'before_reload', 'rank', 'theirs', 'title'];
      assert.equal((await storedNames(backend, 'drafted')).sort(), names);
      assert.equal(await draftsOf(after), {});

      await openEditor(after);
      await typeField(again, 'not_wanted');
      const asked = nativeDialogs(after);
      await after.reload();
      assert.equal(asked, ['beforeunload']);
      await openEditor(after);
      await button(after, 'Discard draft').click();
      await gone(draftNote(after));
      assert.equal(await draftsOf(after), {});
      assert.ok(await saveIn(again).isDisabled());
    }));

  test('a session that ends keeps what was typed: on top of it, after leaving, and for the save', async () => {
    const admin = { email: 'second@example.com', password: 'second password' };
    const body = { ...admin, passwordConfirm: admin.password };
    const { json } = await askServer(backend, 'admins', { method: 'POST', body });
    await inEditor(
      'ended',
      async ({ page }, panel) => {
        await typeField(panel, 'meanwhile');
        const other = await page.context().newPage();
        await other.goto(`${backend.url}/_/#/collections`);
        await button(other, 'Account').click();
        await other.getByRole('menuitem', { name: 'Logout' }).click();
        await other.getByRole('heading', { name: 'Admin sign in' }).waitFor();
        await signInAgain(page).waitFor();
        assert.equal(await fieldNames(panel), ['title', 'rank', 'meanwhile']);
        await button(signInAgain(page), 'Leave').click();
        await page.getByRole('heading', { name: 'Admin sign in' }).waitFor();
        await draftHolds(page, '"meanwhile"');
        await signIn(page, admin);
        await button(page, 'Account').waitFor();
        await visit(page, recordsOf('ended'));
        await openEditor(page);
        await restore(page, 'meanwhile');

        const password = 'another password';
        const changed = { password, passwordConfirm: password };
        await askServer(backend, `admins/${json.id}`, { method: 'PATCH', body: changed });
        await saveIn(panel).click();
        await signInAgain(page).waitFor();
        await draftHolds(page, '"meanwhile"');
        await signInAgain(page).getByLabel('Password', { exact: true }).fill(password);
        await page.keyboard.press('Enter');
        await gone(signInAgain(page));
        assert.equal(await fieldNames(panel), ['title', 'rank', 'meanwhile']);
        await saveIn(panel).click();
        await gone(panel);
        assert.equal(await storedNames(backend, 'ended'), ['title', 'rank', 'meanwhile']);
        assert.equal(await draftsOf(page), {});
      },
      { ...backend, admin },
    );
  });

  test('a collection that was deleted meanwhile keeps what was typed, and is told by a save or another tab', async () => {
    for (const name of ['deleted_before_save', 'deleted_in_tab']) {
      await inEditor(name, async ({ page }, panel) => {
        await typeField(panel, 'kept');
        await askServer(backend, `collections/${name}`, { method: 'DELETE' });
        if (name === 'deleted_before_save') {
          await page.keyboard.press('Control+s');
          await page.getByText(/This collection no longer exists/).waitFor();
        } else {
          const other = await page.context().newPage();
          await other.goto(`${backend.url}/_/`);
          await other.evaluate(() => localStorage.setItem('lowlineCollectionsChanged', String(Date.now())));
          await page.getByText(/^This collection was deleted/).waitFor();
        }
        assert.is(await question(page).count(), 0);
        assert.equal(await fieldNames(panel), ['title', 'rank', 'kept']);
        await button(panel, 'Cancel').click();
        await answer(page, /unsaved changes/, true);
        await gone(panel);
        assert.equal(await draftsOf(page), {});
      });
    }
  });

  test('every way out asks once about unsaved changes, and none asks without them', () =>
    inEditor('leaving', async ({ page }, panel) => {
      const dialogs = nativeDialogs(page);
      const goTo = (hash: string) => page.evaluate((to) => window.location.assign(to), hash);
      const ways: (() => Promise<unknown>)[] = [
        () => page.keyboard.press('Escape'),
        () => button(panel, 'Close').click(),
        () => button(panel, 'Cancel').click(),
        () => page.mouse.click(20, 400),
        () => goTo(recordsOf('users')),
        () => page.evaluate(() => window.history.back()),
      ];
      for (const leave of ways) {
        await leave();
        await gone(panel);
        assert.is(await question(page).count(), 0);
        await openEditor(page);
      }
      await page.reload();
      assert.equal(dialogs, []);
      // A change that was undone counts as none.
      await openEditor(page);
      await renameField(panel, 'title', 'titles');
      await draftHolds(page, 'titles');
      await renameField(panel, 'titles', 'title');
      await eventually(() => draftsOf(page), {});
      await page.keyboard.press('Escape');
      await gone(panel);

      await openEditor(page);
      await typeField(panel, 'unsaved');
      for (const leave of ways) {
        await leave();
        await answer(page, /unsaved changes/, false);
        assert.equal(await fieldNames(panel), ['title', 'rank', 'unsaved']);
        await draftHolds(page, '"unsaved"');
      }
      await goTo(recordsOf('users'));
      await answer(page, /unsaved changes/, true);
      await gone(panel);
      await page.getByRole('heading', { level: 1, name: 'users' }).waitFor();
      assert.equal(await storedNames(backend, 'leaving'), ['title', 'rank']);
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

  test('keeps the caret in a name, and what is typed during a save, whose answer may be lost', () =>
    inEditor('caret', async ({ page, watch }, panel) => {
      watch.expect(/ERR_FAILED/);
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
      await nameIn(panel).fill('caret');
      await input.fill('title');

      await addField(panel, 'Bool', 'first');
      const release = await holdSave(page);
      const sent = page.waitForRequest((request) => request.method() === 'PATCH');
      await input.focus();
      await page.keyboard.press('End');
      await page.keyboard.press('ControlOrMeta+s');
      await sent;
      await page.keyboard.type('_more', { delay: 20 });
      release();
      await savedToast(page).waitFor();
      assert.equal(await storedNames(backend, 'caret'), ['title', 'rank', 'first']);
      assert.equal(await fieldNames(panel), ['title_more', 'rank', 'first']);
      await draftHolds(page, '"title_more"');

      await page.unroute(collectionsCall);
      (await holdSave(page, { isLost: true }))();
      await saveIn(panel).click();
      await button(confirming(page), 'Confirm').click();
      await gone(panel);
      assert.equal(await storedNames(backend, 'caret'), ['title_more', 'rank', 'first']);
      assert.equal(await draftsOf(page), {});
    }));
}
