// A browser that translates the page leaves data unchanged, and the page keeps working.
import { type Locator, type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { connectClient, createCollection, createRecord, field } from '../support/realBackend';
import { adminToken, backends, startBackend, type TestBackend } from '../support/server';
import { translate, translatedData } from '../support/translatePage';
import { askServer, eventually, guestPage, signedInPage, storeGuestLog, visit, walk } from '../support/walk';

const program = backends().at(-1);

/** All data on the server has these characters in its name; no word of the page has. */
const data = /zq|admin@example|127\.0\.0\.1/i;

if (program) {
  let backend: TestBackend;
  let recordId = '';

  test.beforeAll(async () => {
    backend = await startBackend(program.binary, { bundle: true });
    connectClient(backend.url, await adminToken(backend));
    const tags = await createCollection({ name: 'zqtags', schema: [field('text', 'zqlabel', {}, true)] });
    const tag = await createRecord(tags, { zqlabel: 'zq red' });
    const posts = await createCollection({
      name: 'zqposts',
      schema: [
        field('text', 'zqtitle', { max: 80 }, true),
        field('editor', 'zqbody'),
        field('number', 'zqcount'),
        field('bool', 'zqdone'),
        field('email', 'zqmail'),
        field('url', 'zqlink'),
        field('date', 'zqday'),
        field('select', 'zqkind', { maxSelect: 2, values: ['zq one', 'zq two', 'zq three'] }),
        field('json', 'zqdata', { maxSize: 2000 }),
        field('relation', 'zqtag', { collectionId: tags.id, maxSelect: 3 }),
      ],
      indexes: ['CREATE INDEX `idx_zqtitle` ON `zqposts` (`zqtitle`)'],
      listRule: 'zqtitle != "zq"',
    });
    for (const title of ['zq first', 'zq second']) {
      const record = await createRecord(posts, {
        zqtitle: title,
        zqbody: '<p>zq body of it</p>',
        zqcount: 7,
        zqmail: 'zq@example.com',
        zqlink: 'https://zq.example.com',
        zqday: '2026-11-20 10:00:00.000Z',
        zqkind: ['zq one', 'zq two'],
        zqdata: { zq: ['zq'] },
        zqtag: [tag.id],
      });
      recordId = record.id;
    }
    await askServer(backend, 'backups', { method: 'POST', body: { name: 'zq_backup.zip' } });
    await askServer(backend, 'settings', {
      method: 'PATCH',
      body: { meta: { appName: 'zq app', senderName: 'zq sender' } },
    });
    await askServer(backend, 'collections/zqposts/records?filter=zqnothing=1', { token: '' });
  });
  test.afterAll(async () => {
    await backend?.stop();
  });

  const posts = '#/collections?collectionId=zqposts';
  // Labels are translated too, which changes capitals.
  const button = (within: Page | Locator, name: string) =>
    within.getByRole('button', { name: new RegExp(`^${name}$`, 'i') });
  const stands = async (page: Page) =>
    assert.is(await page.getByText('This screen stopped working.').count(), 0, 'the screen stands');
  const cells = (page: Page) => page.getByRole('row').last().locator('td').allTextContents();

  /** Opens a URL, translates it, and checks the data. */
  async function openTranslated(page: Page, hash: string, ready: Locator): Promise<void> {
    await visit(page, hash);
    await ready.waitFor();
    await translate(page, data);
  }

  test('the records: cells, names and values stay unchanged, and the screen works', () =>
    walk(signedInPage(backend, posts), async ({ page }) => {
      await page.getByRole('gridcell', { name: 'zq first' }).waitFor();
      // A row first renders the columns in view, and the others when the table rests.
      const columns = await page.getByRole('columnheader').count();
      await eventually(async () => (await cells(page)).length, columns);
      const before = await cells(page);
      await translate(page, data);
      assert.equal(await cells(page), before);
      assert.is(await page.locator('html').getAttribute('lang'), 'en');
      await page.getByText('COLLECTIONS', { exact: true }).first().waitFor();

      await button(page, 'Columns').click();
      await page.getByRole('menuitemcheckbox', { name: 'zqmail' }).click();
      await eventually(async () => (await cells(page)).length, before.length - 1);
      await page.keyboard.press('Escape');
      await button(page, 'Copy name or id').click();
      await page.getByRole('menuitem', { name: 'Copy id' }).waitFor();
      await page.keyboard.press('Escape');
      await button(page, 'Refresh').click();
      const pick = page.getByRole('checkbox', { name: 'Select all' });
      await pick.click();
      await page.getByText('Delete selected').waitFor();
      await button(page, 'Delete selected').click();
      await page.getByRole('alertdialog').waitFor();
      await button(page, 'No').click();
      await button(page, 'Reset').click();
      await page.getByRole('region', { name: 'Selection' }).waitFor({ state: 'detached' });
      await button(page, 'Account').click();
      await page.getByRole('menuitem', { name: 'Manage admins' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('link', { name: 'zqtags' }).click();
      await page.getByRole('gridcell', { name: 'zq red' }).waitFor();
      assert.equal(await translatedData(page), []);
      await stands(page);
    }));

  test('edits and saves a record under a translation', () =>
    walk(signedInPage(backend, `${posts}&recordId=${recordId}`), async ({ page }) => {
      const panel = page.getByRole('dialog');
      const title = panel.getByRole('textbox', { name: 'zqtitle' });
      await title.waitFor();
      await panel.getByText('zq red').waitFor();
      await translate(page, data);
      await title.fill('zq changed');
      await panel.getByRole('combobox', { name: 'zqkind' }).click();
      await page.getByRole('option', { name: 'zq three' }).waitFor();
      await page.keyboard.press('Escape');
      await button(panel, 'Save changes').click();
      await panel.waitFor({ state: 'detached' });
      await page.getByRole('gridcell', { name: 'zq changed' }).waitFor();
      assert.equal(await translatedData(page), []);
      await stands(page);
    }));

  test('shows all tabs of a collection under a translation', () =>
    walk(signedInPage(backend, posts), async ({ page }) => {
      const panel = page.getByRole('dialog');
      await page.getByRole('gridcell', { name: /^zq/ }).first().waitFor();
      await button(page, 'Edit collection').click();
      await panel.getByRole('tab', { name: 'Fields' }).waitFor();
      await translate(page, data);
      await panel.getByRole('tab', { name: 'API Rules' }).click();
      await panel.getByRole('textbox', { name: /list/i }).first().waitFor();
      await panel.getByRole('tab', { name: 'Fields' }).click();
      await panel.getByRole('textbox', { name: /^name/i }).first().fill('zqrenamed');
      await button(panel, 'Save changes').click();
      await page.getByRole('dialog', { name: 'Confirm collection changes' }).waitFor();
      await button(page.getByRole('dialog').last(), 'Cancel').click();
      assert.equal(await translatedData(page), []);
      await stands(page);
    }));

  const pages: Array<[hash: string, ready: string]> = [
    ['#/logs', 'Logs'],
    ['#/settings', 'Application'],
    ['#/settings/mail', 'Mail settings'],
    ['#/settings/storage', 'Files storage'],
    ['#/settings/backups', 'Backups'],
    ['#/settings/export-collections', 'Export collections'],
    ['#/settings/import-collections', 'Import collections'],
    ['#/settings/auth-providers', 'Auth providers'],
    ['#/settings/tokens', 'Token options'],
    ['#/settings/admins', 'Admins'],
  ];

  test('logs and settings: data stays, and links between pages work', () =>
    walk(signedInPage(backend, '#/logs'), async ({ page }) => {
      await storeGuestLog(backend);
      const wrong: string[] = [];
      for (const [hash] of pages) {
        await openTranslated(page, hash, page.getByRole('heading', { level: 1 }));
        await page.waitForLoadState('networkidle');
        if (hash === '#/logs') {
          await page
            .locator('tr[data-index]')
            .first()
            .click({ position: { x: 300, y: 10 } });
          await page.getByRole('dialog').getByRole('table').waitFor();
          await page.keyboard.press('Escape');
          await page.getByRole('dialog').waitFor({ state: 'detached' });
          await page.getByRole('button', { name: 'Refresh' }).first().click();
        }
        for (const name of ['Collections', 'Settings']) {
          await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
          await page.getByRole('heading', { level: 1 }).waitFor();
        }
        await stands(page);
        for (const text of await translatedData(page)) wrong.push(`${hash}: ${text}`);
      }
      assert.equal(wrong, []);
    }));

  test('the API docs: paths, names and examples stay', () =>
    walk(signedInPage(backend, posts), async ({ page }) => {
      const panel = page.getByRole('dialog');
      await page.getByRole('gridcell', { name: /^zq/ }).first().waitFor();
      await translate(page, data);
      await button(page, 'API Preview').click();
      await panel.getByText('/api/collections/zqposts/records').first().waitFor();
      await panel.getByRole('tab', { name: /create/i }).click();
      await panel.getByText('BODY PARAMETERS').first().waitFor();
      assert.equal(await translatedData(page), []);
      await stands(page);
    }));

  test('a guest signs in under a translation, after a wrong password', () =>
    walk(guestPage(backend, '#/login'), async ({ page, watch }) => {
      watch.expect(/400/);
      await page.getByLabel('Email').waitFor();
      await translate(page, data);
      await page.getByLabel('Email').fill('admin@example.com');
      for (const password of ['wrong', '1234567890']) {
        await page.getByRole('textbox', { name: 'Password' }).fill(password);
        await button(page, 'Login').click();
        if (password === 'wrong') await page.getByText('Invalid login credentials.').waitFor();
      }
      await page.getByRole('navigation', { name: 'Main' }).waitFor();
      assert.equal(await translatedData(page), []);
      await stands(page);
    }));
}
