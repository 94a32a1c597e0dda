// A record in its editor: created, changed, copied and deleted by a person, and the result on the server.
import { type Locator, type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { accountMails } from '../support/accountMails';
import {
  addressOf,
  answer,
  box,
  button,
  chooseInMenu,
  createCollections,
  editPanel,
  gone,
  make,
  newPanel,
  pngOf,
  question,
  rowOf,
  stored,
} from '../support/editorWalk';
import { openIdProvider } from '../support/openIdProvider';
import { redirectUrlOf, signInThrough } from '../support/providerSignIn';
import { adminToken, backends, startBackend } from '../support/server';
import { askServer, atHash, eventually, hasFocus, signedInPage, tabTo, walk } from '../support/walk';
import { walkedBackend } from '../support/walkedBackend';

const versions = backends();
const newest = versions.at(-1);

if (newest) {
  const { binary } = newest;
  const stops: (() => Promise<void>)[] = [];

  const backend = walkedBackend(binary, async () => {
    await createCollections(backend);
  });
  test.afterAll(async () => {
    for (const stop of stops) await stop();
  });

  const articlePanel = (page: Page) => editPanel(page, 'articles');
  const titleIn = (page: Page) => box(articlePanel(page), 'title');
  const recordIdOf = (page: Page) => new URLSearchParams(page.url().split('?')[1]).get('recordId');
  const linkOf = (page: Page, id: string) => page.getByRole('link', { name: id });
  const groupIn = (panel: Locator, name: string) => panel.getByRole('group', { name });

  /** The server's own text: parsing it as JSON would round its numbers. */
  async function textOf(id: string): Promise<string> {
    const headers = { Authorization: await adminToken(backend) };
    return (await fetch(`${backend.url}/api/collections/articles/records/${id}`, { headers })).text();
  }

  /** Chooses records by their names in the picker of a field. */
  async function pick(page: Page, panel: Locator, field: string, names: readonly string[]) {
    await button(groupIn(panel, field), 'Open picker').click();
    const picker = page.getByRole('dialog', { name: 'Select authors records' });
    for (const name of names) await picker.getByRole('row', { name }).click();
    await button(picker, 'Set selection').click();
    await gone(picker);
  }

  async function choose(page: Page, panel: Locator, field: string, names: readonly string[]) {
    await panel.getByRole('combobox', { name: field }).click();
    for (const name of names) await page.getByRole('option', { name }).click();
  }

  const typed = {
    title: 'Every type',
    views: 12.5,
    live: true,
    contact: 'ada@example.com',
    source: 'https://example.com/a?b=c',
    day: '2026-03-29 02:30:15.000Z',
    mood: 'wild',
    tags: ['long', 'news'],
    body: '<p>Rich and <strong>bold</strong></p>',
  };

  async function fillEveryType(page: Page, panel: Locator): Promise<void> {
    await box(panel, 'views').fill('12.50');
    await panel.getByRole('switch', { name: 'live' }).click();
    await box(panel, 'source').fill(typed.source);
    await choose(page, panel, 'mood', ['wild']);
    await choose(page, panel, 'tags', ['long', 'news']);
    await box(panel, 'meta').click();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText('{"z": 12345678901234567890, "a": 1.10}');
    await box(panel, 'body').click();
    await panel.getByRole('toolbar').waitFor();
    await page.keyboard.type('Rich and ');
    await page.keyboard.press('Control+B');
    await page.keyboard.type('bold');
    const chooser = page.waitForEvent('filechooser');
    await button(groupIn(panel, 'pictures'), 'Upload new file').click();
    await (await chooser).setFiles([await pngOf('one.png'), await pngOf('two.png')]);
    await panel.getByText('two.png').waitFor();
    await pick(page, panel, 'author', ['Ada']);
    await pick(page, panel, 'friends', ['Bo', 'Ada']);
  }

  test('creates a record with a value of every type, after errors at its fields', async () => {
    const ada = await make(backend, 'authors', { name: 'Ada' });
    const bo = await make(backend, 'authors', { name: 'Bo' });
    await walk(signedInPage(backend, addressOf('articles')), async ({ page }) => {
      await page.getByText('No records found.').waitFor();
      await button(page, 'New record').first().click();
      const panel = newPanel(page, 'articles');
      const title = box(panel, 'title');
      await box(panel, 'contact').fill('no address');
      await box(panel, 'day').fill('soon');
      await button(panel, 'Create').click();
      await panel.getByText('3 fields need attention').waitFor();
      await eventually(() => hasFocus(title), true, 'the first has the focus');
      await page.keyboard.type(typed.title);
      await panel.getByText('2 fields need attention').waitFor();
      await page.keyboard.press('Control+s');
      await eventually(() => hasFocus(box(panel, 'contact')), true, 'the next has it now');
      await box(panel, 'contact').fill(typed.contact);
      await box(panel, 'day').fill('2026-03-29 02:30:15');
      await fillEveryType(page, panel);
      await button(panel, 'Create').click();
      await page.getByText('Successfully created record.').waitFor();
      await gone(panel);
      await rowOf(page, typed.title).waitFor();
      const { json } = await askServer(backend, 'collections/articles/records');
      assert.is(json.totalItems, 1);
      const [record] = json.items;
      for (const [name, value] of Object.entries(typed)) assert.equal(record[name], value, name);
      assert.equal([record.author, record.friends], [ada.id, [bo.id, ada.id]]);
      assert.is(record.pictures.length, 2);
      assert.match(record.pictures[0], /^one_/);
      assert.match(await textOf(record.id), '"meta":{"z":12345678901234567890,"a":1.10}');
    });
  });

  test('a new record goes on when it is saved: with its tabs, the same caret, and Ctrl + S in each of them', async () => {
    await walk(signedInPage(backend, addressOf('authors')), async ({ page }) => {
      const { keyboard } = page;
      await button(page, 'New record').first().click();
      const name = box(newPanel(page, 'authors'), 'name');
      await name.click();
      await keyboard.type('Grce');
      await keyboard.press('ArrowLeft');
      await keyboard.press('ArrowLeft');
      let release = () => {};
      const typedOn = new Promise<void>((done) => {
        release = done;
      });
      const sent = page.waitForRequest((request) => request.method() === 'POST');
      await page.route(/\/records(\?|$)/, async (route) => {
        if (route.request().method() === 'POST') await typedOn;
        await route.continue();
      });
      await keyboard.press('Control+s');
      await sent;
      await keyboard.type('a');
      release();
      const panel = editPanel(page, 'authors');
      await panel.getByRole('tab', { name: 'Used by' }).waitFor();
      assert.is(await box(panel, 'name').inputValue(), 'Grace');
      assert.ok(await hasFocus(box(panel, 'name')));
      await panel.getByRole('tab', { name: 'Used by' }).click();
      await keyboard.press('Control+s');
      await page.getByText('Successfully updated record.').waitFor();
      const { json } = await askServer(backend, 'collections/authors/records?filter=name="Grace"');
      assert.is(json.totalItems, 1);
    });
  });

  test('with Create another, the next record begins empty, by keys, until it is off', async () => {
    await walk(signedInPage(backend, addressOf('authors')), async ({ page }) => {
      const { keyboard } = page;
      await button(page, 'New record').first().click();
      const panel = newPanel(page, 'authors');
      const name = box(panel, 'name');
      await eventually(() => hasFocus(name), true);
      const another = panel.getByRole('switch', { name: 'Create another' });
      await tabTo(page, another);
      await keyboard.press('Space');
      for (const [at, text] of ['Hedy', 'Edith'].entries()) {
        await name.focus();
        await keyboard.type(text);
        if (at === 1) await another.uncheck();
        await tabTo(page, button(panel, 'Create'));
        await keyboard.press('Enter');
        await rowOf(page, text).waitFor();
        if (at > 0) continue;
        await eventually(() => name.inputValue(), '');
        await eventually(() => hasFocus(name), true, 'at the first field again');
      }
      await gone(panel);
      assert.is(recordIdOf(page), null);
      const filter = encodeURIComponent('name="Hedy"||name="Edith"');
      const { json } = await askServer(backend, `collections/authors/records?filter=${filter}`);
      assert.is(json.totalItems, 2);
    });
  });

  test('changes a record by keys: opened, saved with the same caret, closed with the focus in the list', async () => {
    const record = await make(backend, 'articles', { title: 'By keys', views: 1 });
    await walk(signedInPage(backend, addressOf('articles')), async ({ page }) => {
      const { keyboard } = page;
      const row = rowOf(page, 'By keys');
      await row.waitFor();
      await tabTo(page, row.getByRole('rowheader'));
      await keyboard.press('Enter');
      const [panel, title] = [articlePanel(page), titleIn(page)];
      await title.waitFor();
      await tabTo(page, title);
      await keyboard.press('Home');
      await keyboard.type('Un');
      await keyboard.press('Control+s');
      await page.getByText('Successfully updated record.').waitFor();
      assert.is((await stored(backend, 'articles', record.id))?.['title'], 'UnBy keys');
      assert.ok(await hasFocus(title), 'the focus stays');
      await keyboard.type('til ');
      assert.is(await title.inputValue(), 'Until By keys', 'the caret stays');
      await tabTo(page, button(panel, 'Save changes'));
      await keyboard.press('Enter');
      await gone(panel);
      const saved = await stored(backend, 'articles', record.id);
      assert.equal([saved?.['title'], saved?.['views']], ['Until By keys', 1]);
      const header = rowOf(page, 'Until By keys').getByRole('rowheader');
      await eventually(() => hasFocus(header), true, 'the focus is back in the list');
      assert.is(recordIdOf(page), null);
    });
  });

  test('opens a record by a row, its id, its URL, in a tab of its own; Back leads to the one before', async () => {
    const { id } = await make(backend, 'articles', { title: 'Found again', meta: '{"a":1.10}' });
    const other = await make(backend, 'articles', { title: 'Another' });
    await walk(signedInPage(backend, addressOf('articles', 'nosuchrecord123')), async ({ page }) => {
      const panel = articlePanel(page);
      const hasTitle = (title: string) =>
        eventually(async () => (await titleIn(page).count()) === 1 && titleIn(page).inputValue(), title);
      await page.getByText('Unable to load record with id "nosuchrecord123"').waitFor();
      await eventually(() => recordIdOf(page), null, 'an id without a record leaves the URL');
      await rowOf(page, 'Found again').getByText('Found again').click();
      await hasTitle('Found again');
      await page.reload();
      await hasTitle('Found again');
      await page.evaluate((hash) => window.location.assign(hash), addressOf('articles', other.id));
      await hasTitle('Another');
      await page.goBack();
      await hasTitle('Found again');
      await atHash(page, new RegExp(`recordId=${id}`));
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await chooseInMenu(page, 'Copy as JSON');
      const copied = () => page.evaluate(() => navigator.clipboard.readText());
      const withoutSpace = (text: string) => text.replace(/\s/g, '');
      await eventually(async () => withoutSpace(await copied()), withoutSpace(await textOf(id)));
      await button(panel, 'Cancel').click();
      await gone(panel);
      await eventually(() => recordIdOf(page), null);
      await linkOf(page, id).click();
      await titleIn(page).waitFor();
      await page.goBack();
      await gone(panel);
      await page.goForward();
      await titleIn(page).waitFor();
      await page.keyboard.press('Escape');
      await gone(panel);

      for (const click of [{ button: 'middle' }, { modifiers: ['ControlOrMeta'] }] as const) {
        const opening = page.context().waitForEvent('page');
        await linkOf(page, id).click(click as Parameters<Locator['click']>[0]);
        const tab = await opening;
        await titleIn(tab).waitFor();
        await tab.close();
      }
      assert.is(await page.getByRole('dialog').count(), 0, 'here nothing opens');
    });
  });

  for (const version of versions) {
    test(`${version.name}: creates a record, changes one field, duplicates and deletes it`, async () => {
      const on = version === newest ? backend : await startBackend(version.binary, { bundle: true });
      if (on !== backend) {
        stops.push(() => on.stop());
        await createCollections(on);
      }
      await walk(signedInPage(on, addressOf('articles')), async ({ page }) => {
        await button(page, 'New record').first().click();
        const fresh = newPanel(page, 'articles');
        await box(fresh, 'title').fill('Twice');
        await box(fresh, 'views').fill('7');
        const chooser = page.waitForEvent('filechooser');
        await button(groupIn(fresh, 'pictures'), 'Upload new file').click();
        await (await chooser).setFiles(await pngOf('mine.png'));
        await page.keyboard.press('Control+s');
        await atHash(page, /recordId=[a-z0-9]{15}/);
        const id = recordIdOf(page) ?? '';
        const before = await stored(on, 'articles', id);
        await titleIn(page).fill('Twice as good');
        const sent = page.waitForRequest((request) => request.method() === 'PATCH');
        await button(articlePanel(page), 'Save changes').click();
        assert.equal((await sent).postDataJSON(), { title: 'Twice as good' });
        await gone(articlePanel(page));
        const { updated, ...changed } = (await stored(on, 'articles', id)) ?? {};
        assert.equal({ ...changed, updated: before?.['updated'] }, { ...before, title: 'Twice as good' });

        await linkOf(page, id).click();
        await titleIn(page).waitFor();
        await chooseInMenu(page, 'Duplicate');
        await atHash(page, /^(?!.*recordId)/);
        await button(fresh, 'Create').click();
        // Once saved it is an existing record, until the panel has closed.
        await gone(fresh.or(articlePanel(page)));
        const filter = encodeURIComponent(`title="Twice as good" && id!="${id}"`);
        const copies = (await askServer(on, `collections/articles/records?filter=${filter}`)).json.items;
        assert.equal(
          copies.map(({ views, pictures }: Record<string, unknown>) => [views, pictures]),
          [[7, []]],
        );

        const comment = await make(on, 'comments', { article: id });
        await linkOf(page, id).click();
        await titleIn(page).waitFor();
        for (const yes of [false, true]) {
          await chooseInMenu(page, 'Delete');
          await question(page)
            .getByText(/^Do you really want to delete the selected record/)
            .waitFor();
          await answer(page, /delete the selected record/, yes);
          if (!yes) assert.ok(await stored(on, 'articles', id));
        }
        await page.getByText('Successfully deleted record.').waitFor();
        await gone(articlePanel(page));
        assert.is(await stored(on, 'articles', id), null);
        assert.is(await stored(on, 'comments', comment.id), null);
        await eventually(() => rowOf(page, 'Twice as good').count(), 1);
      });
    });
  }

  test('deletes all by keys; Stop keeps the rest; Retry takes a refused one once nothing points to it', async () => {
    const { id: held } = await make(backend, 'payers', { name: 'Held' });
    const receipt = await make(backend, 'receipts', { payer: held });
    for (let n = 1; n < 12; n += 1) await make(backend, 'payers', { name: `Payer ${n}` });
    const count = async () => (await askServer(backend, 'collections/payers/records')).json.totalItems;
    await walk(signedInPage(backend, addressOf('payers')), async ({ page }) => {
      const { keyboard } = page;
      const waiting: (() => void)[] = [];
      const calls = '**/api/collections/*/records/*';
      await page.route(calls, async (route) => {
        if (route.request().method() === 'DELETE') await new Promise<void>((letGo) => waiting.push(letGo));
        await route.fallback();
      });
      const letGo = async (count: number) => {
        await eventually(() => waiting.length >= count, true);
        for (const go of waiting.splice(0, count)) go();
      };
      const deleteByKeys = async () => {
        await tabTo(page, button(page, 'Delete selected'), 'Shift+Tab');
        await keyboard.press('Enter');
        await eventually(() => hasFocus(button(question(page), 'No')), true, 'No is the first');
        await tabTo(page, button(question(page), 'Yes'));
        await keyboard.press('Enter');
      };
      await rowOf(page, 'Payer 11').waitFor();
      await tabTo(page, page.getByRole('checkbox', { name: 'Select all' }));
      await keyboard.press('Space');
      await deleteByKeys();
      await page.getByText('Deleting 0 of 12...').waitFor();
      await letGo(4);
      await page.getByText('Deleting 4 of 12...').waitFor();
      await eventually(() => hasFocus(button(page, 'Stop')), true, 'Stop has the focus');
      await keyboard.press('Enter');
      await letGo(4);
      await page.getByText('Deleted 8 of 12.').waitFor();
      await gone(page.getByText(/^Deleting/));
      assert.is(await count(), 4);
      const rows = page.getByRole('checkbox', { name: /^Select (?!all)/ });
      await eventually(() => rows.count(), 4, 'the list has the rest');
      assert.not.ok(await hasFocus(page.locator('body')), 'the focus is not lost');

      await page.unroute(calls);
      await deleteByKeys();
      const failed = page.getByRole('dialog', { name: 'Deleted 3 of 4' });
      const reason = failed.getByRole('listitem').filter({ hasText: held });
      await reason.getByText(/required relation/).waitFor();
      assert.is(await count(), 1);
      await askServer(backend, `collections/receipts/records/${receipt.id}`, { method: 'DELETE' });
      await button(failed, 'Retry').click();
      await page.getByText('Successfully deleted the selected record(s).').waitFor();
      await gone(page.getByRole('region', { name: 'Selection' }));
      await eventually(() => hasFocus(page.locator('#content')), true, 'the bar is gone, the focus is not');
      assert.is(await count(), 0);
    });
  });

  const password = (panel: Locator) => panel.getByLabel(/^Password\*?$/);
  const repeated = (panel: Locator) => panel.getByLabel(/^Password confirm/);
  const verifying = /manually change the verified account state/;

  test('creates an account with a generated password, which no storage keeps, and verifies it', async () => {
    const mails = await accountMails(backend);
    stops.push(mails.stop);
    await walk(signedInPage(backend, addressOf('users')), async ({ page }) => {
      await button(page, 'New record').first().click();
      const fresh = newPanel(page, 'users');
      await box(fresh, 'email').waitFor();
      assert.ok(await hasFocus(box(fresh, 'email')), 'the e-mail comes first');
      await page.keyboard.type('new@example.com');
      await button(fresh, 'Public: Off').click();
      await button(fresh, 'Public: On').waitFor();
      await button(fresh, 'Generate').click();
      const secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue();
      await page.keyboard.press('Escape');
      assert.is(await password(fresh).inputValue(), secret);
      assert.is(await repeated(fresh).inputValue(), secret);
      const kept = () => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
      await eventually(async () => (await kept()).includes('new@example.com'), true, 'a draft');
      assert.not.ok((await kept()).includes(secret), 'a draft never contains a password');
      await button(fresh, 'Create').click();
      await gone(fresh);
      const { record } = await mails.signIn({ email: 'new@example.com', password: secret });
      const { id } = record as unknown as { id: string };

      await rowOf(page, id).getByText('new@example.com').click();
      const panel = editPanel(page, 'users');
      await box(panel, 'email').waitFor();
      for (const kind of ['verification', 'password reset']) {
        await chooseInMenu(page, `Send ${kind} email`);
        await answer(page, `Do you really want to send ${kind} email to new@example.com?`, true);
        await page.getByText(`Successfully sent ${kind} email to new@example.com.`).waitFor();
      }
      const [first, second] = await mails.arrived(2);
      assert.equal([first?.to, second?.to], [['new@example.com'], ['new@example.com']]);
      assert.match(first?.body ?? '', 'confirm-verification');
      assert.match(second?.body ?? '', 'confirm-password-reset');

      const verified = panel.getByRole('checkbox', { name: 'Verified' });
      for (const yes of [false, true]) {
        await verified.click();
        await answer(page, verifying, yes);
        assert.is(await verified.isChecked(), yes);
      }
      await panel.getByRole('checkbox', { name: 'Change password' }).click();
      await password(panel).fill('another password');
      await repeated(panel).fill('another pass');
      await page.keyboard.press('Control+s');
      await panel.getByText("Values don't match.").waitFor();
      await repeated(panel).fill('another password');
      await button(panel, 'Save changes').click();
      await gone(panel);
      const again = await mails.signIn({ email: 'new@example.com', password: 'another password' });
      assert.ok(again.record.verified);
    });
  });

  test('unlinks a user from a provider, and links them when they sign in again', async () => {
    const eve = { sub: 'people|eve', email: 'eve@example.com', name: 'Eve' };
    const provider = await openIdProvider(redirectUrlOf(backend), [eve]);
    stops.push(provider.stop);
    await askServer(backend, 'settings', { method: 'PATCH', body: { oidcAuth: provider.settings } });
    const { id } = (await signInThrough(backend)).record;
    const links = async () =>
      (await askServer(backend, `collections/users/records/${id}/external-auths`)).json;
    await walk(signedInPage(backend, addressOf('users', id)), async ({ page }) => {
      const panel = editPanel(page, 'users');
      const providers = panel.getByRole('tab', { name: 'Authorized providers' });
      await providers.click();
      const line = panel.getByRole('listitem').filter({ hasText: `ID: ${eve.sub}` });
      for (const yes of [false, true]) {
        await button(line, 'Unlink OpenID Connect').click();
        await answer(page, 'Do you really want to unlink the OpenID Connect provider?', yes);
        await eventually(async () => (await links()).length, yes ? 0 : 1);
      }
      await panel.getByText('No linked OAuth2 providers.').waitFor();
      assert.is((await signInThrough(backend)).record.id, id);
      await panel.getByRole('tab', { name: 'Account' }).click();
      await providers.click();
      await line.waitFor();
    });
  });
}
