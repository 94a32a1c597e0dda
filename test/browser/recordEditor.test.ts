// A record in its editor: created, changed, copied and deleted by a person, and the result on the server.
import { type Locator, type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { listOf } from '../../ui/model/record';
import { accountMails } from '../support/accountMails';
import {
  addressOf,
  answer,
  box,
  button,
  changeElsewhere,
  chooseInMenu,
  createCollections,
  editPanel,
  gone,
  make,
  newPanel,
  question,
  rowOf,
  stored,
} from '../support/editorWalk';
import { fixtures } from '../support/fixtures';
import { openIdProvider } from '../support/openIdProvider';
import { redirectUrlOf, signInThrough } from '../support/providerSignIn';
import { pngFile } from '../support/realBackend';
import { backends, startBackend, type TestBackend } from '../support/server';
import {
  askServer,
  atHash,
  checkPicture,
  eventually,
  hasFocus,
  screens,
  signedInPage,
  tabTo,
  walk,
} from '../support/walk';

const newest = backends().at(-1);

if (newest) {
  const { binary } = newest;
  let backend: TestBackend;
  const stops: (() => Promise<void>)[] = [];

  test.beforeAll(async () => {
    backend = await startBackend(binary, { bundle: true });
    await createCollections(backend);
  });
  test.afterAll(async () => {
    await backend?.stop();
    for (const stop of stops) await stop();
  });

  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
  const listed = (page: Page, name: string) =>
    page.getByRole('grid', { name: `Records of ${name}` }).getByRole('row');
  const rowCount = async (page: Page, name: string) =>
    Number(await page.getByRole('grid', { name: `Records of ${name}` }).getAttribute('aria-rowcount')) - 1;
  const recordIdOf = (page: Page) => new URLSearchParams(page.url().split('?')[1]).get('recordId');

  /** Chooses records by their names in the picker of a field. */
  async function pick(page: Page, within: Locator, field: string, names: readonly string[]) {
    await within.getByRole('group', { name: field }).getByRole('button', { name: 'Open picker' }).click();
    const picker = page.getByRole('dialog', { name: 'Select authors records' });
    for (const name of names) await picker.getByRole('row', { name }).click();
    await button(picker, 'Set selection').click();
    await gone(picker);
  }

  const pngOf = async (name: string) => ({
    name,
    mimeType: 'image/png',
    buffer: Buffer.from(await pngFile(name).arrayBuffer()),
  });

  test('a new record takes a value of every type, and the server stores each', async () => {
    const [ada, bo] = [
      await make(backend, 'authors', { name: 'Ada' }),
      await make(backend, 'authors', { name: 'Bo' }),
    ];
    await walk(signedInPage(backend, addressOf('articles')), async (opened) => {
      const { page } = opened;
      await page.getByText('No records found.').waitFor();
      await page
        .getByRole('banner')
        .or(page.getByRole('main'))
        .getByRole('button', { name: 'New record' })
        .first()
        .click();
      const panel = newPanel(page, 'articles');
      await box(panel, 'title').waitFor();
      await checkPicture(opened, 'editor-new');

      await box(panel, 'title').fill('Every type');
      await box(panel, 'views').fill('12.50');
      await panel.getByRole('switch', { name: 'live' }).click();
      await box(panel, 'contact').fill('ada@example.com');
      await box(panel, 'source').fill('https://example.com/a?b=c');
      await box(panel, 'day').fill('2026-03-29 02:30:15');
      await panel.getByRole('combobox', { name: 'mood' }).click();
      await page.getByRole('option', { name: 'wild' }).click();
      await panel.getByRole('combobox', { name: 'tags' }).click();
      await page.getByRole('option', { name: 'long' }).click();
      await page.getByRole('option', { name: 'news' }).click();
      await box(panel, 'meta').click();
      await page.keyboard.press('Control+A');
      await page.keyboard.insertText('{"z": 12345678901234567890, "a": 1.10}');
      await box(panel, 'body').click();
      await panel.getByRole('toolbar').waitFor();
      await page.keyboard.type('Rich and ');
      await page.keyboard.press('Control+B');
      await page.keyboard.type('bold');
      const chooser = page.waitForEvent('filechooser');
      await panel
        .getByRole('group', { name: 'pictures' })
        .getByRole('button', { name: 'Upload new file' })
        .click();
      await (await chooser).setFiles([await pngOf('one.png'), await pngOf('two.png')]);
      await panel.getByText('two.png').waitFor();
      await pick(page, panel, 'author', ['Ada']);
      await pick(page, panel, 'friends', ['Bo', 'Ada']);
      await panel.getByRole('group', { name: 'friends' }).getByText('Bo').first().waitFor();
      await checkPicture(opened, 'editor-filled');

      await button(panel, 'Create').click();
      await page.getByText('Successfully created record.').waitFor();
      await gone(panel);
      await rowOf(page, 'Every type').waitFor();
      const { json } = await askServer(backend, 'collections/articles/records');
      const [record] = json.items;
      const { title, views, live, contact, source, day, mood, tags, body, author, friends } = record;
      assert.equal(
        { title, views, live, contact, source, day, mood, tags, body, author, friends },
        {
          title: 'Every type',
          views: 12.5,
          live: true,
          contact: 'ada@example.com',
          source: 'https://example.com/a?b=c',
          day: '2026-03-29 02:30:15.000Z',
          mood: 'wild',
          tags: ['long', 'news'],
          body: '<p>Rich and <strong>bold</strong></p>',
          author: ada.id,
          friends: [bo.id, ada.id],
        },
      );
      assert.is(record.pictures.length, 2);
      assert.match(record.pictures[0], /^one_/);
      const text = await (
        await fetch(`${backend.url}/api/collections/articles/records/${record.id}`, {
          headers: {
            Authorization: JSON.parse((await page.evaluate(() => localStorage['pb_admin_auth'])) ?? '').token,
          },
        })
      ).text();
      assert.ok(text.includes('"meta":{"z":12345678901234567890,"a":1.10}'), text);
    });
  });

  test('shows errors at each field, focuses the first of them, and typing removes it', () =>
    walk(signedInPage(backend, addressOf('articles')), async (opened) => {
      const { page } = opened;
      await button(page, 'New record').first().click();
      const panel = newPanel(page, 'articles');
      const title = box(panel, 'title');
      await box(panel, 'contact').fill('no address');
      await box(panel, 'day').fill('soon');
      await button(panel, 'Create').click();
      await panel.getByText('3 fields need attention').waitFor();
      await eventually(() => hasFocus(title), true, 'the first has the focus');
      assert.is(await title.getAttribute('aria-invalid'), 'true');
      await checkPicture(opened, 'editor-errors');
      await page.keyboard.type('Now there');
      await panel.getByText('2 fields need attention').waitFor();
      assert.is(await title.getAttribute('aria-invalid'), null);
      await page.keyboard.press('Control+s');
      await eventually(() => hasFocus(box(panel, 'contact')), true, 'the next has it now');
      const filter = encodeURIComponent('title="Now there"');
      const { json } = await askServer(backend, `collections/articles/records?filter=${filter}`);
      assert.is(json.totalItems, 0, 'nothing was sent');
      await page.keyboard.press('Escape');
      await answer(page, /unsaved changes/, true);
      await gone(panel);
    }));

  test('changes a record by keys alone: opened, saved with the same caret, closed', async () => {
    const record = await make(backend, 'articles', { title: 'By keys', views: 1 });
    await walk(signedInPage(backend, addressOf('articles')), async (opened) => {
      const { page } = opened;
      const { keyboard } = page;
      const row = rowOf(page, 'By keys');
      await row.waitFor();
      await tabTo(page, row.getByRole('rowheader'));
      await keyboard.press('Enter');
      const panel = editPanel(page, 'articles');
      const title = box(panel, 'title');
      await title.waitFor();
      await atHash(page, new RegExp(`recordId=${record.id}`));
      await tabTo(page, title);
      await keyboard.press('Home');
      await keyboard.type('Un');
      await keyboard.press('Control+s');
      await page.getByText('Successfully updated record.').waitFor();
      assert.is((await stored(backend, 'articles', record.id))?.['title'], 'UnBy keys');
      assert.ok(await hasFocus(title), 'the focus stays');
      await keyboard.type('til ');
      assert.is(await title.inputValue(), 'Until By keys', 'the caret stays');
      await tabTo(page, box(panel, 'views'));
      await keyboard.press('Control+A');
      await keyboard.type('7');
      await tabTo(page, panel.getByRole('switch', { name: 'live' }));
      await keyboard.press('Space');
      await tabTo(page, panel.getByRole('combobox', { name: 'mood' }));
      await keyboard.press('Enter');
      await keyboard.press('ArrowDown');
      await keyboard.press('Enter');
      await tabTo(
        page,
        panel.getByRole('group', { name: 'friends' }).getByRole('button', { name: 'Open picker' }),
      );
      await keyboard.press('Enter');
      const picker = page.getByRole('dialog', { name: 'Select authors records' });
      await tabTo(page, picker.getByRole('row', { name: 'Bo' }));
      await keyboard.press('Space');
      await tabTo(page, button(picker, 'Set selection'));
      await keyboard.press('Enter');
      await gone(picker);
      await tabTo(page, button(panel, 'Save changes'));
      await keyboard.press('Enter');
      await gone(panel);
      const saved = await stored(backend, 'articles', record.id);
      assert.is(saved?.['title'], 'Until By keys');
      assert.is(saved?.['views'], 7);
      assert.is(saved?.['live'], true);
      assert.ok(['calm', 'wild'].includes(String(saved?.['mood'])), 'a choice was made');
      assert.is(listOf(saved?.['friends']).length, 1);
      await rowOf(page, 'Until By keys').waitFor();
      await eventually(
        () => hasFocus(rowOf(page, 'Until By keys').getByRole('rowheader')),
        true,
        'the focus is back in the list',
      );
      assert.is(recordIdOf(page), null);
    });
  });

  test('a row, its id and the URL open a record; Back closes it', async () => {
    const record = await make(backend, 'articles', { title: 'Found again' });
    await walk(signedInPage(backend, addressOf('articles')), async (opened) => {
      const { page } = opened;
      const panel = editPanel(page, 'articles');
      const link = rowOf(page, 'Found again').getByRole('link', { name: record.id });
      await rowOf(page, 'Found again').getByText('Found again').click();
      await box(panel, 'title').waitFor();
      assert.is(recordIdOf(page), record.id);
      await page.reload();
      await box(panel, 'title').waitFor();
      assert.is(await box(panel, 'title').inputValue(), 'Found again');
      await checkPicture(opened, 'editor-existing');
      await button(panel, 'Cancel').click();
      await gone(panel);
      await eventually(() => recordIdOf(page), null);

      await link.click();
      await box(panel, 'title').waitFor();
      await page.goBack();
      await gone(panel);
      assert.is(recordIdOf(page), null);
      await heading(page, 'articles').waitFor();
      await page.goForward();
      await box(panel, 'title').waitFor();
      await page.keyboard.press('Escape');
      await gone(panel);
      await eventually(() => recordIdOf(page), null);

      const other = page.context().waitForEvent('page');
      await link.click({ button: 'middle' });
      const tab = await other;
      await box(editPanel(tab, 'articles'), 'title').waitFor();
      assert.is(await panel.count(), 0, 'here nothing opens');
      await tab.close();
    });
  });

  test('reports an id without a record, and removes it from the URL', () =>
    walk(signedInPage(backend, addressOf('articles', 'nosuchrecord123')), async ({ page }) => {
      await page.getByText('Unable to load record with id "nosuchrecord123"').waitFor();
      await eventually(() => recordIdOf(page), null);
      await gone(page.getByRole('dialog'));
      await listed(page, 'articles').first().waitFor();
    }));

  test('a duplicate is a new record without files; a delete names what is deleted with it', async () => {
    const form = new FormData();
    form.set('title', 'Twice');
    form.set('views', '3');
    form.append('pictures', pngFile('mine.png'));
    const { json: session } = await askServer(backend, 'admins/auth-refresh', { method: 'POST' });
    const made = await fetch(`${backend.url}/api/collections/articles/records`, {
      method: 'POST',
      headers: { Authorization: session.token },
      body: form,
    });
    const record = (await made.json()) as { id: string };
    const comment = await make(backend, 'comments', { article: record.id });
    await walk(signedInPage(backend, addressOf('articles', record.id)), async (opened) => {
      const { page } = opened;
      await box(editPanel(page, 'articles'), 'title').waitFor();
      await button(editPanel(page, 'articles'), 'More actions').click();
      await checkPicture(opened, 'editor-menu', { sizes: ['wide'] });
      await page.getByRole('menuitem', { name: 'Duplicate' }).click();
      const panel = newPanel(page, 'articles');
      await panel.waitFor();
      assert.is(await box(panel, 'title').inputValue(), 'Twice');
      await button(panel, 'Create').click();
      await gone(panel);
      const filter = encodeURIComponent('title="Twice"');
      const { json } = await askServer(
        backend,
        `collections/articles/records?filter=${filter}&sort=-created`,
      );
      assert.is(json.totalItems, 2);
      const copy = json.items.find(({ id }: { id: string }) => id !== record.id);
      assert.is(copy.views, 3);
      assert.equal(copy.pictures, []);
      assert.is(json.items.find(({ id }: { id: string }) => id === record.id).pictures.length, 1);
      await eventually(() => rowOf(page, 'Twice').count(), 2);

      await page.getByRole('link', { name: record.id }).click();
      await box(editPanel(page, 'articles'), 'title').waitFor();
      await chooseInMenu(page, 'Delete');
      await question(page)
        .getByText(/Records of comments/)
        .waitFor();
      await checkPicture(opened, 'editor-delete', { sizes: ['wide'] });
      await answer(page, /delete the selected record/, false);
      assert.ok(await stored(backend, 'articles', record.id));
      await chooseInMenu(page, 'Delete');
      await answer(page, /delete the selected record/, true);
      await page.getByText('Successfully deleted record.').waitFor();
      await gone(editPanel(page, 'articles'));
      assert.is(await stored(backend, 'articles', record.id), null);
      assert.is(await stored(backend, 'comments', comment.id), null);
      await eventually(() => rowOf(page, 'Twice').count(), 1);
      assert.is(recordIdOf(page), null);
    });
  });

  test('names the selected records that cannot be deleted, and Stop keeps the rest', async () => {
    const payers: { id: string }[] = [];
    for (let n = 0; n < 12; n += 1) payers.push(await make(backend, 'payers', { name: `Payer ${n}` }));
    await make(backend, 'receipts', { payer: payers[4]?.id });
    await walk(signedInPage(backend, addressOf('payers')), async (opened) => {
      const { page } = opened;
      await page.getByRole('link', { name: payers[4]?.id ?? '' }).waitFor();
      for (const at of [3, 4, 5])
        await page.getByRole('checkbox', { name: `Select ${payers[at]?.id}` }).click();
      await button(page, 'Delete selected').click();
      await answer(page, 'Do you really want to delete the selected record(s)?', true);
      const failed = page.getByRole('dialog', { name: 'Deleted 2 of 3' });
      await failed.getByText(payers[4]?.id ?? '').waitFor();
      await checkPicture(opened, 'bulk-failed');
      await button(failed, 'Close').last().click();
      await eventually(() => rowCount(page, 'payers'), 10);
      assert.ok(await stored(backend, 'payers', payers[4]?.id ?? ''));
      assert.is(await stored(backend, 'payers', payers[3]?.id ?? ''), null);

      // One at a time, so that there is something to stop.
      let letGo = () => {};
      const held = new Promise<void>((done) => {
        letGo = done;
      });
      await page.route('**/api/collections/*/records/*', async (route) => {
        if (route.request().method() === 'DELETE') await held;
        await route.fallback();
      });
      await page.getByRole('checkbox', { name: 'Select all' }).click();
      await button(page, 'Delete selected').click();
      await answer(page, 'Do you really want to delete the selected record(s)?', true);
      await page.getByText(/^Deleting 0 of/).waitFor();
      await button(page, 'Stop').click();
      letGo();
      await page
        .getByText(/Deleted \d of \d+/)
        .first()
        .waitFor();
      const { json } = await askServer(backend, 'collections/payers/records');
      assert.ok(json.totalItems >= 6, `${json.totalItems} of 10 are left`);
    });
  });

  test('opens a record of a view in a preview, which changes nothing', async () => {
    const record = await make(backend, 'articles', { title: 'Only looked at', meta: '{"b":1,"a":1.10}' });
    await walk(signedInPage(backend, addressOf('titles')), async (opened) => {
      const { page } = opened;
      await rowOf(page, 'Only looked at').getByText('Only looked at').click();
      const preview = page.getByRole('dialog', { name: 'titles record preview' });
      await preview.getByText('Only looked at').waitFor();
      assert.is(recordIdOf(page), record.id);
      await checkPicture(opened, 'preview');
      await button(preview.locator('footer'), 'Close').click();
      await gone(preview);
      await eventually(() => recordIdOf(page), null);
      assert.is(await button(page, 'New record').count(), 0);
    });
  });

  test('live mode tells how many rows changed, and moves nothing before the click', async () => {
    const record = await make(backend, 'authors', { name: 'Before' });
    await walk(signedInPage(backend, addressOf('authors')), async (opened) => {
      const { page } = opened;
      await rowOf(page, 'Before').waitFor();
      const subscribed = page.waitForResponse(
        (answer) => answer.url().endsWith('/api/realtime') && answer.request().method() === 'POST',
      );
      await button(page, 'Live').click();
      await subscribed;
      await changeElsewhere(backend, 'authors', record.id, { name: 'After' });
      await button(page, '1 row changed').waitFor();
      assert.is(await rowOf(page, 'Before').count(), 1, 'nothing moves');
      await checkPicture(opened, 'live');
      await button(page, '1 row changed').click();
      await rowOf(page, 'After').waitFor();
      await gone(button(page, '1 row changed'));
      await page.reload();
      await rowOf(page, 'After').waitFor();
      assert.is(await button(page, 'Live').getAttribute('aria-pressed'), 'true', 'it is remembered');
    });
  });

  test('an account: a generated name and password, the verified question, and the mails', async () => {
    const mails = await accountMails(backend);
    stops.push(mails.stop);
    await walk(signedInPage(backend, addressOf('users')), async (opened) => {
      const { page } = opened;
      await page.getByText('No records found.').waitFor();
      await page.getByRole('button', { name: 'New record' }).first().click();
      const fresh = newPanel(page, 'users');
      await box(fresh, 'email').waitFor();
      assert.ok(await hasFocus(box(fresh, 'email')), 'the e-mail comes first');
      const username = box(fresh, 'username');
      assert.is(await username.getAttribute('placeholder'), 'Leave empty to auto generate...');
      await box(fresh, 'email').fill('new@example.com');
      await button(fresh, 'Public: Off').click();
      await button(fresh, 'Public: On').waitFor();
      await button(fresh, 'Generate').click();
      const secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue();
      assert.ok(secret.length >= 15, secret);
      await page.keyboard.press('Escape');
      await fresh.waitFor();
      assert.is(await fresh.getByLabel(/^Password\*?$/).inputValue(), secret);
      assert.is(await fresh.getByLabel('Password confirm').inputValue(), secret);
      await checkPicture(opened, 'editor-account-new');
      await button(fresh, 'Create').click();
      await gone(fresh);
      const { record } = await mails.signIn({ email: 'new@example.com', password: secret });
      const { id, username: madeName } = record as unknown as { id: string; username: string };

      await rowOf(page, id).getByText('new@example.com').click();
      const panel = editPanel(page, 'users');
      await box(panel, 'email').waitFor();
      assert.is(await box(panel, 'username').getAttribute('placeholder'), madeName);
      assert.is(await box(panel, 'username').getAttribute('aria-required'), 'true');
      await checkPicture(opened, 'editor-account');
      const verified = panel.getByRole('checkbox', { name: 'Verified' });
      await verified.click();
      await answer(page, /manually change the verified account state/, false);
      assert.not.ok(await verified.isChecked());
      await verified.click();
      await answer(page, /manually change the verified account state/, true);
      assert.ok(await verified.isChecked());
      await button(panel, 'Cancel').click();
      await answer(page, /unsaved changes/, true);
      await gone(panel);
      assert.is((await stored(backend, 'users', id))?.['verified'], false);

      await rowOf(page, id).getByText('new@example.com').click();
      await box(panel, 'email').waitFor();
      for (const kind of ['verification', 'password reset']) {
        await chooseInMenu(page, `Send ${kind} email`);
        await answer(page, `Do you really want to send ${kind} email to new@example.com?`, true);
        await page.getByText(`Successfully sent ${kind} email to new@example.com.`).waitFor();
      }
      const [first, second] = await mails.arrived(2);
      assert.equal(first?.to, ['new@example.com']);
      assert.match(first?.body ?? '', 'confirm-verification');
      assert.match(second?.body ?? '', 'confirm-password-reset');

      await panel.getByRole('checkbox', { name: 'Change password' }).click();
      await panel.getByLabel(/^Password\*?$/).fill('another password');
      await panel.getByLabel('Password confirm').fill('another pass');
      await button(panel, 'Save changes').click();
      await panel.getByText("Values don't match.").waitFor();
      await panel.getByLabel('Password confirm').fill('another password');
      await verified.click();
      await answer(page, /manually change the verified account state/, true);
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
    const links = async () => {
      const { json } = await askServer(backend, `collections/users/records/${id}/external-auths`);
      return json.map((link: Record<string, unknown>) => [link['provider'], link['providerId']]);
    };
    assert.equal(await links(), [['oidc', eve.sub]]);
    await walk(signedInPage(backend, addressOf('users', id)), async (opened) => {
      const { page } = opened;
      const panel = editPanel(page, 'users');
      const line = panel.getByRole('listitem').filter({ hasText: 'OpenID Connect' });
      const unlink = button(line, 'Unlink OpenID Connect');
      await box(panel, 'email').waitFor();
      await panel.getByRole('tab', { name: 'Authorized providers' }).click();
      await line.getByText(`ID: ${eve.sub}`, { exact: true }).waitFor();
      await unlink.click();
      await answer(page, 'Do you really want to unlink the OpenID Connect provider?', false);
      assert.equal(await links(), [['oidc', eve.sub]]);
      await unlink.click();
      await answer(page, 'Do you really want to unlink the OpenID Connect provider?', true);
      await page.getByText('Successfully unlinked the OpenID Connect provider.').waitFor();
      await panel.getByText('No linked OAuth2 providers.').waitFor();
      assert.equal(await links(), []);
      await checkPicture(opened, 'editor-no-providers');

      assert.is((await signInThrough(backend)).record.id, id);
      await panel.getByRole('tab', { name: 'Account' }).click();
      await panel.getByRole('tab', { name: 'Authorized providers' }).click();
      await unlink.waitFor();
      assert.equal(await links(), [['oidc', eve.sub]]);
    });
  });

  test('the line stays under its tab when the window becomes narrow', async () => {
    const password = 'password of tim';
    const { id } = await make(backend, 'users', { username: 'tim', password, passwordConfirm: password });
    await walk(signedInPage(backend, addressOf('users', id)), async ({ page }) => {
      const panel = editPanel(page, 'users');
      const isUnder = () =>
        panel.getByRole('tablist').evaluate((row) => {
          const leftOf = (part: string) =>
            row.querySelector(part)?.getBoundingClientRect().left ?? Number.NaN;
          return Math.abs(leftOf('[aria-selected="true"]') - leftOf(':scope > span')) < 1;
        });
      await panel.getByRole('tab', { name: 'Authorized providers' }).click();
      await eventually(isUnder, true, 'wide');
      await page.setViewportSize(screens.narrow);
      await eventually(isUnder, true, 'narrow');
    });
  });

  const data = fixtures();
  if (data !== null) {
    test('shows the providers of an account, and unlinks one', async () => {
      const known = await startBackend(binary, { bundle: true, data: `${data}/backend-testdata` });
      stops.push(known.stop);
      const id = '4q1xlclmfloku33';
      const links = async () => {
        const { json } = await askServer(known, `collections/users/records/${id}/external-auths`);
        return json.map(({ provider }: { provider: string }) => provider).sort();
      };
      const before = await links();
      assert.ok(before.includes('google'), String(before));
      await walk(signedInPage(known, addressOf('users', id)), async (opened) => {
        const { page } = opened;
        const panel = editPanel(page, 'users');
        await box(panel, 'email').waitFor();
        await panel.getByRole('tab', { name: 'Authorized providers' }).click();
        await button(panel, 'Unlink Google').waitFor();
        await button(panel, 'Unlink GitLab').waitFor();
        await checkPicture(opened, 'editor-providers');
        await button(panel, 'Unlink Google').click();
        await answer(page, 'Do you really want to unlink the Google provider?', true);
        await page.getByText('Successfully unlinked the Google provider.').waitFor();
        await gone(button(panel, 'Unlink Google'));
        assert.equal(
          await links(),
          before.filter((name: string) => name !== 'google'),
        );
      });
    });
  }
}
