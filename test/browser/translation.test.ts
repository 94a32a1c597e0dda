// A browser that translates the page leaves data unchanged, and the page keeps working.
import { type Locator, type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { createCollection, createRecord, field } from '../support/realBackend';
import { backends } from '../support/server';
import { translate, translatedData } from '../support/translatePage';
import { askServer, eventually, signedInPage, walk } from '../support/walk';
import { walkedBackend } from '../support/walkedBackend';

const program = backends().at(-1);

/** All data on the server has these characters in its name; no word of the page has. */
const data = /zq|admin@example|127\.0\.0\.1/i;

if (program) {
  const backend = walkedBackend(program.binary, async () => {
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
      await page.getByRole('switch', { name: 'zqmail' }).click();
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
}
