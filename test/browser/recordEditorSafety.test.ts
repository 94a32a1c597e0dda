// Nothing typed into a record is lost, and no change of others is overwritten silently.
import { type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import type { OpenPage } from '../support/browser';
import {
  addressOf,
  answer,
  box,
  button,
  changeElsewhere,
  createCollections,
  draftHolds,
  draftsOf,
  editPanel,
  gone,
  make,
  newPanel,
  question,
  rowOf,
  stored,
} from '../support/editorWalk';
import { pngFile } from '../support/realBackend';
import { backends, startBackend, type TestBackend } from '../support/server';
import {
  askServer,
  atHash,
  checkPicture,
  eventually,
  keep,
  signedInPage,
  visit,
  walk,
} from '../support/walk';

const newest = backends().at(-1);

if (newest) {
  const { binary } = newest;
  let backend: TestBackend;

  test.beforeAll(async () => {
    backend = await startBackend(binary, { bundle: true });
    await createCollections(backend);
  });
  test.afterAll(async () => {
    await backend?.stop();
  });

  const panelOf = (page: Page) => editPanel(page, 'articles');
  const titleIn = (page: Page) => box(panelOf(page), 'title');
  const recordsCall = '**/api/collections/*/records/*';
  const signInAgain = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' });
  const savedToast = (page: Page) => page.getByText('Successfully updated record.');

  /** Opens one article by its URL for the duration of the steps. */
  async function inEditor(
    values: object,
    steps: (opened: OpenPage, id: string) => Promise<void>,
    stored: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    const { id } = await make(backend, 'articles', values);
    await walk(signedInPage(backend, addressOf('articles', id), { stored }), async (opened) => {
      await titleIn(opened.page).waitFor();
      await steps(opened, id);
    });
  }

  async function typeTitle(page: Page, text: string): Promise<void> {
    await titleIn(page).fill(text);
    await draftHolds(page, text);
  }

  /**
   * Like `inEditor`, as another admin, whose sessions end when the password changes; returns the new
   * password.
   */
  async function asSecondAdmin(
    values: object,
    steps: (opened: OpenPage, id: string, endSessions: () => Promise<string>) => Promise<void>,
  ): Promise<void> {
    const admin = { email: 'second@example.com', password: 'second password' };
    const body = { ...admin, passwordConfirm: admin.password };
    const { json } = await askServer(backend, 'admins', { method: 'POST', body });
    const endSessions = async () => {
      const password = 'another password';
      const changed = { password, passwordConfirm: password };
      await askServer(backend, `admins/${json.id}`, { method: 'PATCH', body: changed });
      return password;
    };
    const { id } = await make(backend, 'articles', values);
    await walk(signedInPage({ ...backend, admin }, addressOf('articles', id)), async (opened) => {
      await titleIn(opened.page).waitFor();
      await steps(opened, id, endSessions);
    });
  }

  /** Restores the offered draft. */
  async function restore(page: Page, text: string): Promise<void> {
    await titleIn(page).waitFor();
    await page.getByText('The record has previous unsaved changes.').waitFor();
    assert.is.not(await titleIn(page).inputValue(), text, 'nothing restores itself');
    await button(page, 'Restore draft').click();
    await eventually(() => titleIn(page).inputValue(), text);
    await gone(page.getByText('The record has previous unsaved changes.'));
  }

  const titleOf = async (id: string) => (await stored(backend, 'articles', id))?.['title'];

  test('a draft survives a reload and a crash, is offered, and is removed by a save', () =>
    inEditor({ title: 'Drafted' }, async (opened, id) => {
      const { page } = opened;
      const dialogs: string[] = [];
      page.on('dialog', (dialog) => {
        dialogs.push(dialog.type());
        void dialog.accept();
      });
      await typeTitle(page, 'Typed before the reload');
      await page.reload();
      assert.equal(dialogs, ['beforeunload'], 'the browser asks');
      await titleIn(page).waitFor();
      await page.getByText('The record has previous unsaved changes.').waitFor();
      await checkPicture(opened, 'editor-draft');
      await restore(page, 'Typed before the reload');

      // A tab that crashes runs no handlers.
      await typeTitle(page, 'Typed before the crash');
      const after = await page.context().newPage();
      await page.close({ runBeforeUnload: false });
      await after.goto(`${backend.url}/_/${addressOf('articles', id)}`);
      await restore(after, 'Typed before the crash');
      await button(panelOf(after), 'Save changes').click();
      await gone(panelOf(after));
      assert.is(await titleOf(id), 'Typed before the crash');
      assert.equal(await draftsOf(after), {});
      await rowOf(after, 'Typed before the crash').getByRole('link', { name: id }).click();
      await titleIn(after).waitFor();
      assert.is(await button(after, 'Restore draft').count(), 0);
    }));

  test('what is typed during a save keeps the panel open, and the next save stores it', () =>
    inEditor({ title: 'Slow' }, async ({ page }, id) => {
      await typeTitle(page, 'First save');
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(recordsCall, async (route) => {
        if (route.request().method() === 'PATCH') await held;
        await route.continue();
      });
      const sent = page.waitForRequest((request) => request.method() === 'PATCH');
      await button(panelOf(page), 'Save changes').click();
      await sent;
      await titleIn(page).fill('Typed meanwhile');
      release();
      await savedToast(page).waitFor();
      assert.is(await titleOf(id), 'First save');
      assert.is(await titleIn(page).inputValue(), 'Typed meanwhile');
      await draftHolds(page, 'Typed meanwhile');

      await button(panelOf(page), 'Save changes').click();
      await gone(panelOf(page));
      assert.is(await titleOf(id), 'Typed meanwhile');
      assert.equal(await draftsOf(page), {});
    }));

  test('discards an unwanted draft; typing removes the offer without losing it', () =>
    inEditor({ title: 'Offered' }, async ({ page }, id) => {
      page.on('dialog', (dialog) => void dialog.accept());
      await typeTitle(page, 'Left behind');
      await page.reload();
      await button(page, 'Restore draft').waitFor();
      await typeTitle(page, 'Typed over the offer');
      await gone(button(page, 'Restore draft'));
      await draftHolds(page, 'Left behind');
      await page.reload();
      await button(page, 'Restore draft').waitFor();
      await button(page, 'Older drafts').click();
      await page.getByRole('menuitem').first().click();
      await eventually(() => titleIn(page).inputValue(), 'Left behind');
      await button(panelOf(page), 'Cancel').click();
      await answer(page, 'You have unsaved changes. Do you really want to close the panel?', true);
      await gone(panelOf(page));
      await rowOf(page, 'Offered').getByRole('link', { name: id }).click();
      await button(page, 'Restore draft').waitFor();
      await button(page, 'Discard draft').click();
      await gone(button(page, 'Restore draft'));
      assert.equal(await draftsOf(page), {});
      assert.is(await titleOf(id), 'Offered');
    }));

  test('a failed save keeps the form and its draft, and can be repeated', () =>
    inEditor({ title: 'Fails' }, async ({ page }, id) => {
      await typeTitle(page, 'Kept after the failure');
      await page.route(recordsCall, (route) =>
        route.request().method() === 'PATCH'
          ? route.fulfill({ status: 500, json: { code: 500, message: 'Out of order.', data: {} } })
          : route.fallback(),
      );
      await button(panelOf(page), 'Save changes').click();
      await page.getByText('Out of order.').waitFor();
      assert.is(await titleIn(page).inputValue(), 'Kept after the failure');
      await draftHolds(page, 'Kept after the failure');
      await page.unroute(recordsCall);
      await button(panelOf(page), 'Save changes').click();
      await gone(panelOf(page));
      assert.is(await titleOf(id), 'Kept after the failure');
      assert.equal(await draftsOf(page), {});
    }));

  test('passwords and files never enter a draft', () =>
    walk(signedInPage(backend, addressOf('users')), async ({ page }) => {
      await button(page, 'New record').first().click();
      const panel = newPanel(page, 'users');
      await box(panel, 'email').fill('drafted@example.com');
      await panel.getByLabel(/^Password\*?$/).fill('a secret of mine');
      await panel.getByLabel(/^Password confirm/).fill('a secret of mine');
      const chooser = page.waitForEvent('filechooser');
      await button(panel, 'Upload new file').click();
      await (await chooser).setFiles([
        {
          name: 'portrait-of-me.png',
          mimeType: 'image/png',
          buffer: Buffer.from(await pngFile('x').arrayBuffer()),
        },
      ]);
      await panel.getByText('portrait-of-me.png').waitFor();
      await box(panel, 'name').fill('Drafted name');
      await draftHolds(page, 'Drafted name');
      const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
      assert.match(kept, 'drafted@example.com');
      assert.not.match(kept, 'a secret of mine');
      assert.not.match(kept, 'portrait-of-me');
      await page.keyboard.press('Escape');
      await answer(page, /unsaved changes/, true);
      await gone(panel);
    }));

  test('two tabs keep two drafts of one record', () =>
    inEditor({ title: 'Twice open' }, async ({ page }, id) => {
      const other = await page.context().newPage();
      await other.goto(`${backend.url}/_/${addressOf('articles', id)}`);
      await titleIn(other).waitFor();
      await typeTitle(page, 'From the first tab');
      await typeTitle(other, 'From the second tab');
      await typeTitle(page, 'From the first tab, later');
      // The newest draft is offered first, even if the first tab is slow to say that it holds its own.
      await typeTitle(other, 'From the second tab, later');
      const kept = JSON.stringify(await draftsOf(page));
      assert.match(kept, 'From the first tab, later');
      assert.match(kept, 'From the second tab, later');
      await other.close();
      const again = await page.context().newPage();
      await again.goto(`${backend.url}/_/${addressOf('articles', id)}`);
      await restore(again, 'From the second tab, later');
      assert.match(JSON.stringify(await draftsOf(page)), 'From the first tab, later');
    }));

  test('asks about unsaved changes on every way out', () =>
    inEditor({ title: 'Asked' }, async (opened, id) => {
      const { page } = opened;
      const closing = 'You have unsaved changes. Do you really want to close the panel?';
      const leaving = 'You have unsaved changes. Do you really want to discard them?';
      await visit(page, '#/collections?collectionId=authors');
      await page.getByRole('heading', { level: 1, name: 'authors' }).waitFor();
      await page
        .getByRole('complementary', { name: 'Collections' })
        .getByRole('link', { name: 'articles' })
        .click();
      await rowOf(page, 'Asked').getByRole('link', { name: id }).click();
      await titleIn(page).waitFor();
      await typeTitle(page, 'Not saved');
      const ways: [name: string, act: () => Promise<unknown>, text: string][] = [
        ['Escape', () => titleIn(page).press('Escape'), closing],
        ['Close', () => button(panelOf(page), 'Close').click(), closing],
        ['Cancel', () => button(panelOf(page), 'Cancel').click(), closing],
        ['Back', () => page.evaluate(() => history.back()), leaving],
      ];
      for (const [name, act, text] of ways) {
        await act();
        await question(page).getByText(text).waitFor();
        if (name === 'Back') await checkPicture(opened, 'editor-unsaved', { sizes: ['wide'] });
        await answer(page, text, false);
        assert.is(await titleIn(page).inputValue(), 'Not saved', name);
        await atHash(page, new RegExp(`recordId=${id}`));
      }
      await page.evaluate(() => history.back());
      await answer(page, leaving, true);
      await gone(panelOf(page));
      assert.equal(await draftsOf(page), {}, 'it was given up');
      await eventually(() => question(page).count(), 0, 'it is asked once');
      assert.is(await titleOf(id), 'Asked');

      await rowOf(page, 'Asked').getByRole('link', { name: id }).click();
      await titleIn(page).waitFor();
      await typeTitle(page, 'Not saved either');
      await page.evaluate(() => window.location.assign('#/collections?collectionId=authors'));
      await answer(page, leaving, false);
      assert.is(await titleIn(page).inputValue(), 'Not saved either');
      await atHash(page, new RegExp(`recordId=${id}`));
      await button(panelOf(page), 'Cancel').click();
      await answer(page, closing, true);
      await gone(panelOf(page));
      await eventually(() => new URL(page.url()).hash.includes('recordId'), false);
      assert.is(await question(page).count(), 0, 'it is asked once');
    }));

  test('Back leads from one record to the one before it', async () => {
    const [one, other] = [
      await make(backend, 'articles', { title: 'One before' }),
      await make(backend, 'articles', { title: 'One after' }),
    ];
    await walk(signedInPage(backend, addressOf('articles', one.id)), async ({ page }) => {
      await titleIn(page).waitFor();
      await page.evaluate((hash) => window.location.assign(hash), addressOf('articles', other.id));
      await eventually(
        async () => (await titleIn(page).count()) === 1 && titleIn(page).inputValue(),
        'One after',
      );
      await page.goBack();
      await eventually(
        async () => (await titleIn(page).count()) === 1 && titleIn(page).inputValue(),
        'One before',
      );
      await atHash(page, new RegExp(`recordId=${one.id}`));
    });
  });

  test('Logout asks, and deletes the drafts of its admin', () =>
    inEditor({ title: 'Logged out' }, async ({ page }, id) => {
      const others = { record_draft_other_one: '{"adminId":"x"}' };
      await keep(page, others);
      await typeTitle(page, 'Gone with the log-out');
      // Dispatched, because the panel covers the rail; a person could reach the button only by another route.
      await page.getByRole('button', { name: 'Account' }).dispatchEvent('click');
      await page.getByRole('menuitem', { name: 'Logout' }).dispatchEvent('click');
      await answer(page, /unsaved changes/, false);
      assert.is(await titleIn(page).inputValue(), 'Gone with the log-out');
      await page.getByRole('button', { name: 'Account' }).dispatchEvent('click');
      await page.getByRole('menuitem', { name: 'Logout' }).dispatchEvent('click');
      await answer(page, /unsaved changes/, true);
      await page.getByRole('heading', { name: 'Admin sign in' }).waitFor();
      await eventually(() => draftsOf(page), others);
      assert.is(await titleOf(id), 'Logged out');
    }));

  test('keeps different fields that two people change', () =>
    inEditor({ title: 'Shared', views: 1 }, async ({ page }, id) => {
      await titleIn(page).fill('My title');
      await changeElsewhere(backend, 'articles', id, { views: 99 });
      await button(panelOf(page), 'Save changes').click();
      await gone(panelOf(page));
      const record = await stored(backend, 'articles', id);
      assert.equal([record?.['title'], record?.['views']], ['My title', 99]);
    }));

  test('asks which change wins when two tabs change the same field', () =>
    inEditor({ title: 'Base', views: 1, source: 'https://example.com/base' }, async (opened, id) => {
      const { page } = opened;
      const other = await page.context().newPage();
      await other.goto(`${backend.url}/_/${addressOf('articles', id)}`);
      await titleIn(other).fill('Theirs');
      await box(panelOf(other), 'source').fill('https://example.com/theirs');
      await button(panelOf(other), 'Save changes').click();
      await gone(panelOf(other));
      await other.close();

      await titleIn(page).fill('Mine');
      await box(panelOf(page), 'source').fill('https://example.com/mine');
      await button(panelOf(page), 'Save changes').click();
      const popup = page.getByRole('dialog', { name: 'Someone else changed this record' });
      const title = popup.getByRole('group', { name: 'title' });
      for (const text of ['Base', 'Mine', 'Theirs'])
        await title.getByText(text, { exact: false }).first().waitFor();
      await checkPicture(opened, 'editor-conflict');
      await button(popup, 'Cancel').click();
      await gone(popup);
      assert.is(await titleIn(page).inputValue(), 'Mine', 'nothing is lost by not choosing');
      assert.is(await titleOf(id), 'Theirs');

      await button(panelOf(page), 'Save changes').click();
      await title.getByRole('radio', { name: /Mine/ }).check();
      await popup
        .getByRole('group', { name: 'source' })
        .getByRole('radio', { name: /theirs/ })
        .check();
      await button(popup, 'Save changes').click();
      await gone(panelOf(page));
      const record = await stored(backend, 'articles', id);
      assert.equal([record?.['title'], record?.['source']], ['Mine', 'https://example.com/theirs']);
    }));

  test('a save with an expired session asks for the password on top, and is repeated', () =>
    asSecondAdmin({ title: 'Expires' }, async (opened, id, endSessions) => {
      const { page } = opened;
      await typeTitle(page, 'Saved after all');
      const password = await endSessions();
      await button(panelOf(page), 'Save changes').click();
      const popup = signInAgain(page);
      await popup.waitFor();
      await checkPicture(opened, 'sign-in-again');
      assert.is(await titleIn(page).inputValue(), 'Saved after all');
      await draftHolds(page, 'Saved after all');
      await popup.getByLabel('Password', { exact: true }).fill('wrong password');
      await button(popup, 'Login').click();
      await popup.getByRole('alert').waitFor();
      await popup.getByLabel('Password', { exact: true }).fill(password);
      await button(popup, 'Login').click();
      await gone(popup);
      assert.is(await titleIn(page).inputValue(), 'Saved after all');
      assert.is(await question(page).count(), 0);
      await button(panelOf(page), 'Save changes').click();
      await savedToast(page).waitFor();
      await gone(panelOf(page));
      assert.is(await titleOf(id), 'Saved after all');
      assert.equal(await draftsOf(page), {});
    }));

  test('a session that another tab ends keeps unsaved changes here, and a draft after leaving', () =>
    inEditor({ title: 'Ended elsewhere' }, async ({ page }, id) => {
      await typeTitle(page, 'Kept meanwhile');
      const other = await page.context().newPage();
      await other.goto(`${backend.url}/_/#/collections`);
      await button(other, 'Account').click();
      await other.getByRole('menuitem', { name: 'Logout' }).click();
      await other.getByRole('heading', { name: 'Admin sign in' }).waitFor();
      await signInAgain(page).waitFor();
      assert.is(await titleIn(page).inputValue(), 'Kept meanwhile');
      await draftHolds(page, 'Kept meanwhile');
      await button(signInAgain(page), 'Leave').click();
      await page.getByRole('heading', { name: 'Admin sign in' }).waitFor();
      await draftHolds(page, 'Kept meanwhile');
      await page.getByLabel('Email').fill(backend.admin?.email ?? '');
      await page.getByLabel('Password', { exact: true }).fill(backend.admin?.password ?? '');
      await button(page, 'Login').click();
      await button(page, 'Account').waitFor();
      await visit(page, addressOf('articles', id));
      await restore(page, 'Kept meanwhile');
    }));

  test('a refusal with a valid session keeps the form', () =>
    inEditor({ title: 'Refused' }, async ({ page }, id) => {
      await typeTitle(page, 'Still here');
      await page.route(recordsCall, (route) =>
        route.request().method() === 'PATCH'
          ? route.fulfill({ status: 403, json: { code: 403, message: 'You are not allowed.', data: {} } })
          : route.fallback(),
      );
      await button(panelOf(page), 'Save changes').click();
      await page.getByText('You are not allowed.').waitFor();
      assert.is(await titleIn(page).inputValue(), 'Still here');
      assert.is(await signInAgain(page).count(), 0);
      await atHash(page, new RegExp(`recordId=${id}`));
      await draftHolds(page, 'Still here');
      await page.unroute(recordsCall);
      await button(panelOf(page), 'Save changes').click();
      await gone(panelOf(page));
      assert.is(await titleOf(id), 'Still here');
    }));

  test('keeps what was typed into a field that another admin removes, in a new record', () =>
    walk(signedInPage(backend, addressOf('payers')), async (opened) => {
      const { page } = opened;
      const { json } = await askServer(backend, 'collections/payers');
      const { schema } = json as { schema: { name: string }[] };
      const setSchema = async (next: object[]) => {
        const answered = await askServer(backend, 'collections/payers', {
          method: 'PATCH',
          body: { schema: next },
        });
        assert.is(answered.status, 200);
      };
      const street = { name: 'street', type: 'text', required: true, options: {} };
      await setSchema([...schema, { name: 'note', type: 'text', options: {} }]);
      await page.reload();
      await page.getByRole('button', { name: 'New record' }).first().click();
      const panel = newPanel(page, 'payers');
      await box(panel, 'name').fill('Ada');
      await box(panel, 'note').fill('Only here');
      await setSchema([...schema, street]);
      await button(panel, 'Create').click();
      await panel.getByText('This field no longer exists in the collection.').waitFor();
      assert.is(await box(panel, 'note').inputValue(), 'Only here');
      await checkPicture(opened, 'editor-field-gone');
      await box(panel, 'note').fill('');
      await button(panel, 'Create').click();
      await panel.getByText('Missing required value.').waitFor();
      await box(panel, 'street').fill('Main Street');

      await box(panel, 'street').press('Control+S');
      const edited = editPanel(page, 'payers');
      await edited.waitFor();
      await gone(box(edited, 'note'));
      await eventually(
        async () => /recordId=[a-z0-9]{15}/.test(page.url()),
        true,
        'the address of the record',
      );
      await page.reload();
      assert.is(await box(edited, 'street').inputValue(), 'Main Street');

      // Another record above it in the list.
      await make(backend, 'payers', { name: 'Bo', street: 'Side Street' });
      await page.reload();
      await box(edited, 'name').waitFor();
      // The list behind the panel may come after the record.
      await eventually(() => button(edited, 'Previous record').isEnabled(), true);
      await page.keyboard.press('Alt+ArrowUp');
      await eventually(() => box(edited, 'name').inputValue(), 'Bo');
      assert.ok(await button(edited, 'Previous record').isDisabled());
      await checkPicture(opened, 'editor-neighbours');
      await box(edited, 'name').fill('Bo typed');
      await page.keyboard.press('Alt+ArrowDown');
      await answer(page, 'Do you really want to discard them?', true);
      await eventually(() => box(edited, 'name').inputValue(), 'Ada');
      await setSchema(schema);
    }));

  test('loses nothing when the server dies during a save', () =>
    inEditor({ title: 'Before the fall' }, async ({ page, watch }, id) => {
      watch.expect(/ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/);
      await typeTitle(page, 'After the fall');
      await page.route(recordsCall, async (route) => {
        // The server responds to the read before the save, and dies during the save itself.
        if (route.request().method() === 'PATCH') await backend.kill();
        await route.fallback();
      });
      await button(panelOf(page), 'Save changes').click();
      const banner = page.getByText('The server cannot be reached. Trying again...');
      await banner.waitFor();
      assert.is(await titleIn(page).inputValue(), 'After the fall');
      await draftHolds(page, 'After the fall');
      await page.unroute(recordsCall);
      await backend.restart();
      await gone(banner);
      await button(panelOf(page), 'Save changes').click();
      await gone(panelOf(page));
      assert.is(await titleOf(id), 'After the fall');
    }));
}
