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
  fieldNames,
  fieldRow,
  makeCollection,
  makeEverything,
  nameIn,
  nativeDialogs,
  newPanel,
  openEditor,
  openNew,
  openOptions,
  recordsOf,
  renameField,
  savedToast,
  saveIn,
  storedNames,
  tabIn,
  typeCode,
} from '../support/collectionWalk';
import { answer, box, button, gone, make, question } from '../support/editorWalk';
import { field } from '../support/realBackend';
import { backends, startBackend, type TestBackend } from '../support/server';
import {
  askServer,
  atHash,
  checkPicture,
  eventually,
  signedInPage,
  signIn,
  visit,
  walk,
} from '../support/walk';

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

  /** Opens the same collection in another browser. */
  const elsewhere = (name: string, steps: (page: Page, panel: Locator) => Promise<void>) =>
    walk(signedInPage(backend, recordsOf(name)), async ({ page }) => steps(page, await openEditor(page)));

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

  test('keeps a field that someone else adds and fills when an older form is saved', () =>
    inEditor('shared', async ({ page }, panel) => {
      await elsewhere('shared', async (_, theirs) => {
        await addField(theirs, 'Plain text', 'added');
        await saveIn(theirs).click();
        await gone(theirs);
      });
      await make(backend, 'shared', { title: 'one', added: 'filled' });
      await tabIn(panel, 'API Rules').click();
      await panel.getByRole('button', { name: /^List\/Search rule/ }).click();
      await typeCode(code(panel, 'List/Search rule'), 'title != "x"');
      await saveIn(panel).click();
      await gone(panel);
      assert.equal(await storedNames(backend, 'shared'), ['title', 'rank', 'added']);
      assert.is((await collectionOf(backend, 'shared')).listRule, 'title != "x"');
      const { json } = await askServer(backend, 'collections/shared/records');
      assert.is(json.items[0].added, 'filled');
      await openEditor(page);
      assert.equal(await fieldNames(editPanel(page)), ['title', 'rank', 'added']);
    }));

  test('keeps fields added on both sides, and other changes of both', () =>
    inEditor('both', async (_, panel) => {
      await addField(panel, 'Bool', 'mine');
      await elsewhere('both', async (_, theirs) => {
        await addField(theirs, 'Bool', 'theirs');
        await (await openOptions(theirs, 'title')).getByRole('switch', { name: 'Nonempty' }).check();
        await saveIn(theirs).click();
        await gone(theirs);
      });
      await saveIn(panel).click();
      await gone(panel);
      assert.equal((await storedNames(backend, 'both')).sort(), ['mine', 'rank', 'theirs', 'title']);
      assert.is((await collectionOf(backend, 'both')).schema[0].required, true);
    }));

  test('asks which change wins when two people change the same field', () =>
    inEditor('disputed', async (opened, panel) => {
      const { page } = opened;
      const maxLength = async (text: string) =>
        box(await openOptions(panel, 'title'), 'Max length').fill(text);
      await maxLength('10');
      const { schema } = await collectionOf(backend, 'disputed');
      const withMax = (max: number) => ({
        schema: schema.map((one: { name: string; options: object }) =>
          one.name === 'title' ? { ...one, options: { ...one.options, max } } : one,
        ),
      });
      await changeElsewhere(backend, 'disputed', withMax(20));
      await saveIn(panel).click();
      const popup = conflicting(page);
      const group = popup.getByRole('group', { name: 'title' });
      await group.getByText('max 10', { exact: true }).waitFor();
      await group.getByText('max 20', { exact: true }).waitFor();
      await checkPicture(opened, 'collection-conflict');
      await button(popup, 'Cancel').click();
      await gone(popup);
      await eventually(() => box(fieldRow(panel, 'title'), 'Max length').inputValue(), '10');
      assert.is((await collectionOf(backend, 'disputed')).schema[0].options.max, 20);
      await saveIn(panel).click();
      await group.getByRole('radio', { name: /Yours/ }).check();
      await button(popup, 'Save changes').click();
      await gone(panel);
      assert.is((await collectionOf(backend, 'disputed')).schema[0].options.max, 10);

      await openEditor(page);
      await maxLength('11');
      await changeElsewhere(backend, 'disputed', withMax(30));
      await saveIn(panel).click();
      await group.getByRole('radio', { name: /Theirs/ }).check();
      await button(popup, 'Save changes').click();
      await gone(panel);
      assert.is((await collectionOf(backend, 'disputed')).schema[0].options.max, 30);
    }));

  test('a draft survives a reload and a crash, is offered, restored and discarded', () =>
    inEditor('drafted', async (opened, panel) => {
      const { page } = opened;
      const dialogs = nativeDialogs(page);
      await typeField(panel, 'before_reload');
      await page.reload();
      assert.equal(dialogs, ['beforeunload'], 'the browser asks');
      await openEditor(page);
      await draftNote(page).waitFor();
      await checkPicture(opened, 'collection-draft');
      await restore(page, 'before_reload');

      await typeField(panel, 'before_crash');
      const after = await page.context().newPage();
      await page.close({ runBeforeUnload: false });
      await after.goto(`${backend.url}/_/${recordsOf('drafted')}`);
      const again = await openEditor(after);
      await restore(after, 'before_crash');
      assert.equal(await fieldNames(again), ['title', 'rank', 'before_reload', 'before_crash']);
      await saveIn(again).click();
      await gone(again);
      assert.equal(await storedNames(backend, 'drafted'), ['title', 'rank', 'before_reload', 'before_crash']);
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

  test('offers a draft of a new collection to the next new one', () =>
    walk(signedInPage(backend, '#/collections'), async ({ page }) => {
      const panel = await openNew(page);
      await page.keyboard.type('halfway');
      await addField(panel, 'Number', 'amount');
      await draftHolds(page, '"amount"');
      nativeDialogs(page);
      await page.reload();
      await openNew(page);
      await draftNote(page).waitFor();
      await button(page, 'Restore draft').click();
      await eventually(() => nameIn(panel).inputValue(), 'halfway');
      await button(panel, 'Create').click();
      await gone(newPanel(page));
      assert.equal(await storedNames(backend, 'halfway'), ['amount']);
      assert.equal(await draftsOf(page), {});
    }));

  test('restores a draft on top of what others have saved since', () =>
    inEditor('overtaken', async ({ page }, panel) => {
      nativeDialogs(page);
      await typeField(panel, 'mine');
      await page.reload();
      await elsewhere('overtaken', async (_, theirs) => {
        await addField(theirs, 'Bool', 'theirs');
        await saveIn(theirs).click();
        await gone(theirs);
      });
      await page.reload();
      await openEditor(page);
      await restore(page, 'mine');
      assert.ok((await fieldNames(panel)).includes('theirs'));
      await saveIn(panel).click();
      await gone(panel);
      assert.equal((await storedNames(backend, 'overtaken')).sort(), ['mine', 'rank', 'theirs', 'title']);
    }));

  test('a save with an expired session asks for the password on top, and is repeated', async () => {
    const admin = { email: 'second@example.com', password: 'second password' };
    const body = { ...admin, passwordConfirm: admin.password };
    const { json } = await askServer(backend, 'admins', { method: 'POST', body });
    await makeCollection(backend, { name: 'expires', schema: [field('text', 'title')] });
    await walk(signedInPage({ ...backend, admin }, recordsOf('expires')), async ({ page }) => {
      const panel = await openEditor(page);
      await typeField(panel, 'late');
      const password = 'another password';
      const changed = { password, passwordConfirm: password };
      await askServer(backend, `admins/${json.id}`, { method: 'PATCH', body: changed });
      await saveIn(panel).click();
      const popup = signInAgain(page);
      await popup.waitFor();
      assert.equal(await fieldNames(panel), ['title', 'late']);
      await draftHolds(page, '"late"');
      await popup.getByLabel('Password', { exact: true }).fill(password);
      await button(popup, 'Login').click();
      await gone(popup);
      assert.equal(await fieldNames(panel), ['title', 'late']);
      await saveIn(panel).click();
      await gone(panel);
      assert.equal(await storedNames(backend, 'expires'), ['title', 'late']);
      assert.equal(await draftsOf(page), {});
    });
  });

  test('a session that another tab ends keeps unsaved changes here, and a draft after leaving', () =>
    inEditor('ended', async ({ page }, panel) => {
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
      if (!backend.admin) throw new Error('There is an admin.');
      await signIn(page, backend.admin);
      await button(page, 'Account').waitFor();
      await visit(page, recordsOf('ended'));
      await openEditor(page);
      await restore(page, 'meanwhile');
      await saveIn(panel).click();
      await gone(panel);
      assert.equal(await storedNames(backend, 'ended'), ['title', 'rank', 'meanwhile']);
    }));

  test('a failed save keeps all that was typed, and can be repeated', () =>
    inEditor('failing', async ({ page }, panel) => {
      await typeField(panel, 'kept');
      for (const status of [503, 400, 403]) {
        await page.route(collectionsCall, (route) =>
          route.request().method() === 'PATCH'
            ? route.fulfill({ status, json: { code: status, message: `Answer ${status}.`, data: {} } })
            : route.fallback(),
        );
        await saveIn(panel).click();
        await page.getByText(`Answer ${status}.`).waitFor();
        await eventually(() => saveIn(panel).isEnabled(), true);
        assert.equal(await fieldNames(panel), ['title', 'rank', 'kept']);
        await draftHolds(page, '"kept"');
        await page.unroute(collectionsCall);
      }
      assert.equal(await storedNames(backend, 'failing'), ['title', 'rank']);
      await saveIn(panel).click();
      await gone(panel);
      assert.equal(await storedNames(backend, 'failing'), ['title', 'rank', 'kept']);
    }));

  test('a collection that was deleted meanwhile keeps what was typed', () =>
    inEditor('vanished', async ({ page }, panel) => {
      await typeField(panel, 'kept');
      await askServer(backend, 'collections/vanished', { method: 'DELETE' });
      await saveIn(panel).click();
      await page.getByText(/This collection no longer exists/).waitFor();
      assert.equal(await fieldNames(panel), ['title', 'rank', 'kept']);
      await button(panel, 'Cancel').click();
      await answer(page, /unsaved changes/, true);
      await gone(panel);
      assert.equal(await draftsOf(page), {});
    }));

  test('reports a collection that another tab deletes, asks nothing and loses nothing', () =>
    inEditor('deleted_elsewhere', async ({ page }, panel) => {
      await typeField(panel, 'kept');
      await askServer(backend, 'collections/deleted_elsewhere', { method: 'DELETE' });
      const other = await page.context().newPage();
      await other.goto(`${backend.url}/_/`);
      await other.evaluate(() => localStorage.setItem('lowlineCollectionsChanged', String(Date.now())));
      await page.getByText(/^This collection was deleted/).waitFor();
      assert.is(await page.getByRole('alertdialog').count(), 0);
      assert.equal(await fieldNames(panel), ['title', 'rank', 'kept']);
      await button(panel, 'Cancel').click();
      await answer(page, /unsaved changes/, true);
      await gone(panel);
      await eventually(() => page.getByRole('heading', { level: 1 }).textContent(), 'users');
    }));

  test('every way out asks once about unsaved changes', () =>
    inEditor('leaving', async ({ page }, panel) => {
      await typeField(panel, 'unsaved');
      const stays = async (leave: () => Promise<unknown>) => {
        await leave();
        await answer(page, /unsaved changes/, false);
        assert.equal(await fieldNames(panel), ['title', 'rank', 'unsaved']);
        await draftHolds(page, '"unsaved"');
      };
      await stays(() => page.keyboard.press('Escape'));
      await stays(() => button(panel, 'Close').click());
      await stays(() => button(panel, 'Cancel').click());
      await stays(() => page.mouse.click(20, 400));
      await stays(() => page.evaluate((hash) => window.location.assign(hash), recordsOf('users')));
      await stays(() =>
        page
          .getByRole('complementary', { name: 'Collections' })
          .getByRole('link', { name: 'users', exact: true })
          .dispatchEvent('click'),
      );
      await stays(() => page.evaluate(() => window.history.back()));
      await page.evaluate((hash) => window.location.assign(hash), recordsOf('users'));
      await answer(page, /unsaved changes/, true);
      await gone(panel);
      await page.getByRole('heading', { level: 1, name: 'users' }).waitFor();
      assert.equal(await storedNames(backend, 'leaving'), ['title', 'rank']);
    }));

  test('no way out asks without unsaved changes', () =>
    inEditor('clean', async ({ page }, panel) => {
      const dialogs = nativeDialogs(page);
      const leaves = async (leave: () => Promise<unknown>) => {
        await leave();
        await gone(panel);
        assert.is(await question(page).count(), 0);
      };
      await leaves(() => page.keyboard.press('Escape'));
      for (const name of ['Close', 'Cancel']) {
        await openEditor(page);
        await leaves(() => button(panel, name).click());
      }
      await openEditor(page);
      await leaves(() => page.mouse.click(20, 400));
      await openEditor(page);
      await leaves(() => page.evaluate((hash) => window.location.assign(hash), recordsOf('users')));
      await page.getByRole('heading', { level: 1, name: 'users' }).waitFor();
      await openEditor(page);
      await leaves(() => page.goBack());
      await openEditor(page);
      await page.reload();
      assert.equal(dialogs, []);
      // A change that was undone counts as none.
      await openEditor(page);
      await renameField(panel, 'title', 'titles');
      await draftHolds(page, 'titles');
      await renameField(panel, 'titles', 'title');
      await eventually(() => draftsOf(page), {});
      await leaves(() => page.keyboard.press('Escape'));
    }));

  test('viewing every tab and all options of every type changes nothing', async () => {
    await makeEverything(backend, 'looked_at');
    for (const [name, isAuth] of [
      ['looked_at', false],
      ['users', true],
    ] as const) {
      const before = await collectionOf(backend, name);
      await walk(signedInPage(backend, recordsOf(name)), async (opened) => {
        const { page } = opened;
        const panel = await openEditor(page);
        for (const one of await fieldNames(panel)) {
          const row = await openOptions(panel, one);
          for (const input of await row.getByRole('textbox').all()) {
            if (await input.isEnabled()) await input.focus();
          }
          await row.getByRole('switch', { name: 'Presentable' }).focus();
        }
        if (!isAuth) await checkPicture(opened, 'collection-every-type');
        await tabIn(panel, 'API Rules').click();
        for (const input of await panel.getByRole('textbox').all()) await input.focus();
        if (isAuth) {
          await tabIn(panel, 'Options').click();
          for (const title of ['Username/Password', 'Email/Password', 'OAuth2'])
            await panel.getByRole('button', { name: new RegExp(`^${title}`) }).click();
          for (const input of await panel.getByRole('textbox').all()) await input.focus();
          await checkPicture(opened, 'collection-options-open');
        }
        await tabIn(panel, 'Fields').click();
        await button(panel, 'New index').click();
        await page.keyboard.press('Escape');
        await gone(page.getByRole('dialog', { name: 'Create index' }));
        assert.ok(await saveIn(panel).isDisabled());
        assert.is(await panel.getByText(/unsaved change/).count(), 0);
        assert.equal(await draftsOf(page), {});
        await page.keyboard.press('Escape');
        await gone(panel);
      });
      assert.equal(await collectionOf(backend, name), before);
    }
  });

  test('a view that was only viewed has no draft, and keeps its query', async () => {
    await makeCollection(backend, { name: 'seen', schema: [field('text', 'title')] });
    const query = 'select id,\r\n  title\r\nfrom seen';
    await makeCollection(backend, { name: 'seen_view', type: 'view', options: { query } });
    const before = await collectionOf(backend, 'seen_view');
    await walk(signedInPage(backend, recordsOf('seen_view')), async ({ page }) => {
      const panel = await openEditor(page);
      const input = code(panel, 'Select query');
      await input.click();
      await eventually(() => input.evaluate((element: HTMLElement) => element.isContentEditable), true);
      assert.is(await codeOf(input), query.replaceAll('\r', ''));
      await tabIn(panel, 'API Rules').click();
      await tabIn(panel, 'Query').click();
      assert.ok(await saveIn(panel).isDisabled());
      assert.equal(await draftsOf(page), {});
    });
    assert.equal(await collectionOf(backend, 'seen_view'), before);
  });

  /** Changes an option other than the name. */
  async function setOption(panel: Locator, name: string): Promise<void> {
    await openOptions(panel, name);
    await fieldRow(panel, name)
      .getByRole('switch', { name: /^Presentable/ })
      .click();
  }

  test('keeps what is typed during a save, and stores it with the next one', () =>
    inEditor('slow', async ({ page }, panel) => {
      await typeField(panel, 'first');
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(collectionsCall, async (route) => {
        if (route.request().method() === 'PATCH') await held;
        await route.fallback();
      });
      const sent = page.waitForRequest((request) => request.method() === 'PATCH');
      await saveIn(panel).click();
      await sent;
      await renameField(panel, 'first', 'second');
      release();
      await savedToast(page).waitFor();
      assert.equal(await storedNames(backend, 'slow'), ['title', 'rank', 'first']);
      assert.equal(await fieldNames(panel), ['title', 'rank', 'second']);
      await draftHolds(page, '"second"');
      await saveIn(panel).click();
      await button(confirming(page), 'Confirm').click();
      await gone(panel);
      assert.equal(await storedNames(backend, 'slow'), ['title', 'rank', 'second']);
    }));

  test('keeps the caret in a name, even during its save', () =>
    inEditor('caret', async ({ page }, panel) => {
      const title = fieldRow(panel, 'title').getByRole('textbox', { name: 'Field name' });
      const caretOf = (input: Locator) => input.evaluate((one: HTMLInputElement) => one.selectionStart);
      await title.focus();
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.type('a b', { delay: 20 });
      const input = panel.getByRole('textbox', { name: 'Field name' }).first();
      assert.equal([await input.inputValue(), await caretOf(input)], ['ta_bitle', 4]);
      await nameIn(panel).focus();
      await page.keyboard.press('Home');
      await page.keyboard.type('my ', { delay: 20 });
      assert.equal([await nameIn(panel).inputValue(), await caretOf(nameIn(panel))], ['my_caret', 3]);

      await nameIn(panel).fill('caret');
      await input.fill('title');
      await setOption(panel, 'rank');
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(collectionsCall, async (route) => {
        if (route.request().method() === 'PATCH') await held;
        await route.fallback();
      });
      const sent = page.waitForRequest((request) => request.method() === 'PATCH');
      await input.focus();
      await page.keyboard.press('End');
      await page.keyboard.press('ControlOrMeta+s');
      await sent;
      await page.keyboard.type('_more', { delay: 20 });
      release();
      await savedToast(page).waitFor();
      assert.equal((await fieldNames(panel))[0], 'title_more');
      await draftHolds(page, '"title_more"');
      await page.keyboard.press('Escape');
      await button(page, 'Yes').click();
      await gone(panel);
    }));

  test('reports a rule that mentions a field only since the panel was opened', () =>
    inEditor('mentioned', async ({ page }, panel) => {
      await makeCollection(backend, {
        name: 'mentioning',
        schema: [field('text', 'name')],
        listRule: '@collection.mentioned.title != ""',
      });
      await renameField(panel, 'title', 'headline');
      await saveIn(panel).click();
      await confirming(page).getByRole('link', { name: 'mentioning' }).waitFor();
      await button(confirming(page), 'Confirm').click();
      await gone(panel);
      assert.is(
        (await collectionOf(backend, 'mentioning'))?.listRule,
        '@collection.mentioned.headline != ""',
      );
    }));

  test('two saves within a second both succeed on a server with automatic migrations', async () => {
    const server = await startBackend(newest.binary, { bundle: true, automigrate: true });
    try {
      await inEditor(
        'hasty',
        async ({ page }, panel) => {
          const answers: number[] = [];
          page.on('response', (response) => {
            if (response.request().method() === 'PATCH') answers.push(response.status());
          });
          const names: string[] = [];
          const saveWith = async (name: string) => {
            names.push(name);
            await addField(panel, 'Bool', name);
            await page.keyboard.press('Control+s');
            await eventually(() => saveIn(panel).isDisabled(), true);
            await eventually(() => panel.getByText(/unsaved change/).count(), 0);
            await eventually(() => panel.getAttribute('aria-busy'), null);
          };
          // On a slow machine few saves happen within one second.
          while (!answers.includes(400) && names.length < 12) await saveWith(`field${names.length}`);
          await saveWith('last');
          assert.equal(await storedNames(server, 'hasty'), ['title', 'rank', ...names]);
          assert.ok(answers.includes(400), 'the server has refused what it had stored');
          assert.is(await panel.getByRole('alert').count(), 0);
          await atHash(page, /collectionId=/);
          await page.keyboard.press('Escape');
          await gone(panel);
        },
        server,
      );
    } finally {
      await server.stop();
    }
  });
}
