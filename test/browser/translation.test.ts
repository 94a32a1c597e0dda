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
      await createRecord(posts, {
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
  /** The screen stands, and no data was translated. */
  const isWhole = async (page: Page) => {
    assert.equal(await translatedData(page), []);
    await stands(page);
  };
  const cells = (page: Page) => page.getByRole('row').last().locator('td').allTextContents();

  test('records under a translation: data stays, and a record can be edited and saved', () =>
    walk(signedInPage(backend, posts), async ({ page }) => {
      await page.getByRole('gridcell', { name: 'zq first' }).waitFor();
      // A row first renders the columns in view, and the others when the table rests.
      const columns = await page.getByRole('columnheader').count();
      await eventually(async () => (await cells(page)).length, columns);
      const before = await cells(page);
      await translate(page, data);
      assert.equal(await cells(page), before);
      await page.getByText('COLLECTIONS', { exact: true }).first().waitFor();

      await button(page, 'Columns').click();
      await page.getByRole('menuitemcheckbox', { name: 'zqmail' }).click();
      await eventually(async () => (await cells(page)).length, before.length - 1);
      await page.keyboard.press('Escape');
      await page.getByRole('checkbox', { name: 'Select all' }).click();
      await button(page, 'Delete selected').click();
      await page.getByRole('alertdialog').waitFor();
      await button(page, 'No').click();
      await button(page, 'Reset').click();
      await page.getByRole('region', { name: 'Selection' }).waitFor({ state: 'detached' });
      await button(page, 'Account').click();
      await page.getByRole('menuitem', { name: 'Manage admins' }).waitFor();
      await page.keyboard.press('Escape');

      await page.getByRole('gridcell', { name: 'zq second' }).click();
      const panel = page.getByRole('dialog');
      await panel.getByText('zq red').waitFor();
      await panel.getByRole('textbox', { name: 'zqtitle' }).fill('zq changed');
      await panel.getByRole('combobox', { name: 'zqkind' }).click();
      await page.getByRole('option', { name: 'zq three' }).waitFor();
      await page.keyboard.press('Escape');
      await button(panel, 'Save changes').click();
      await panel.waitFor({ state: 'detached' });
      await page.getByRole('gridcell', { name: 'zq changed' }).waitFor();
      await page.getByRole('link', { name: 'zqtags' }).click();
      await page.getByRole('gridcell', { name: 'zq red' }).waitFor();
      await isWhole(page);
    }));

  test('the tabs of a collection and the API docs under a translation', () =>
    walk(signedInPage(backend, posts), async ({ page }) => {
      const panel = page.getByRole('dialog');
      await page.getByRole('gridcell', { name: /^zq/ }).first().waitFor();
      await translate(page, data);
      await button(page, 'API Preview').click();
      await panel.getByText('/api/collections/zqposts/records').first().waitFor();
      await panel.getByRole('tab', { name: /create/i }).click();
      await panel.getByText('BODY PARAMETERS').first().waitFor();
      await page.keyboard.press('Escape');
      await panel.waitFor({ state: 'detached' });

      await button(page, 'Edit collection').click();
      await panel.getByRole('tab', { name: /API Rules/i }).click();
      await panel.getByRole('textbox', { name: /list/i }).first().waitFor();
      await panel.getByRole('tab', { name: /Fields/i }).click();
      await panel.getByRole('textbox', { name: /^name/i }).first().fill('zqrenamed');
      await button(panel, 'Save changes').click();
      await page.getByRole('dialog', { name: /Confirm collection changes/i }).waitFor();
      await button(page.getByRole('dialog').last(), 'Cancel').click();
      await isWhole(page);
    }));

  const pages = [
    'logs',
    'settings',
    'settings/mail',
    'settings/storage',
    'settings/backups',
    'settings/export-collections',
    'settings/import-collections',
    'settings/auth-providers',
    'settings/tokens',
    'settings/admins',
  ];

  test('logs and settings: data stays, and links between pages work', () =>
    walk(signedInPage(backend, '#/logs'), async ({ page }) => {
      await storeGuestLog(backend);
      const wrong: string[] = [];
      for (const name of pages) {
        await visit(page, `#/${name}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await translate(page, data);
        await page.waitForLoadState('networkidle');
        if (name === 'logs') {
          await page
            .locator('tr[data-index]')
            .first()
            .click({ position: { x: 300, y: 10 } });
          await page.getByRole('dialog').getByRole('table').waitFor();
          await page.keyboard.press('Escape');
          await page.getByRole('dialog').waitFor({ state: 'detached' });
          await page.getByRole('button', { name: 'Refresh' }).first().click();
        }
        for (const other of ['Collections', 'Settings']) {
          await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: other }).click();
          await page.getByRole('heading', { level: 1 }).waitFor();
        }
        await stands(page);
        for (const text of await translatedData(page)) wrong.push(`${name}: ${text}`);
      }
      assert.equal(wrong, []);
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
      await isWhole(page);
    }));
}
