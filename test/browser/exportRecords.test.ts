// Exports of records: what is downloaded is what the server has.
import { readFileSync } from 'node:fs';
import { type Page, test } from '@playwright/test';
import Papa from 'papaparse';
import * as assert from 'uvu/assert';
import { addressOf, button, createCollections, gone, make, rowOf } from '../support/editorWalk';
import { createRecord, formOf, pngFile } from '../support/realBackend';
import { backends } from '../support/server';
import { askServer, eventually, hasFocus, signedInPage, walk } from '../support/walk';
import { walkedBackend } from '../support/walkedBackend';

const newest = backends().at(-1);

if (newest) {
  const meta = '{"z":9007199254740993,"a":1.0}';

  const backend = walkedBackend(newest.binary, async () => {
    await createCollections(backend);
    const author = await make(backend, 'authors', { name: 'Ada' });
    const awkward = ['=1+1', 'two\nlines, "quoted"', 'Ünï 😀', '-5', ' ', "'kept"];
    for (const [at, title] of awkward.entries()) {
      await make(backend, 'articles', {
        title,
        views: at - 1.5,
        live: at % 2 === 0,
        tags: at % 2 ? [] : ['news', 'long'],
        meta: at % 2 ? null : meta,
        body: '<p>A <b>bold</b> word</p>',
        author: author.id,
      });
    }
    const values = JSON.stringify({ title: 'With a picture' });
    await createRecord(
      { id: 'articles' },
      formOf({ '@jsonPayload': values, pictures: pngFile('photo.png') }),
    );
  });

  const popup = (page: Page) => page.getByRole('dialog', { name: /^Export records of/ });
  const lines = (page: Page) => popup(page).getByRole('group', { name: 'First lines' });
  const exportButton = (page: Page, count: string) => button(popup(page), `Export ${count}`);

  async function openExport(page: Page): Promise<void> {
    await button(page, 'More actions').click();
    await page.getByRole('menuitem', { name: 'Export records...' }).click();
    await popup(page).waitFor();
    await eventually(async () => (await lines(page).textContent()) !== '', true);
  }

  async function downloadOf(page: Page, act: () => Promise<void>): Promise<{ name: string; text: string }> {
    const waiting = page.waitForEvent('download');
    await act();
    const download = await waiting;
    return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
  }

  const stored = async (query = '') =>
    (await askServer(backend, `collections/articles/records?perPage=200&sort=-created${query}`)).json.items;

  function tableOf(text: string): Record<string, string>[] {
    return Papa.parse<Record<string, string>>(text.replace(/^\uFEFF/, ''), {
      header: true,
      skipEmptyLines: true,
    }).data;
  }

  test('a CSV file has what the list shows, as the server has it', () =>
    walk(signedInPage(backend, addressOf('articles')), async ({ page }) => {
      await rowOf(page, 'With a picture').waitFor();
      await openExport(page);
      const { name, text } = await downloadOf(page, () => exportButton(page, '7 records').click());
      await page.getByText('Exported 7 records.').waitFor();
      await gone(popup(page));
      assert.match(name, /^articles_\d{14}\.csv$/);
      assert.ok(text.startsWith('\uFEFFid,title,'));
      assert.ok(text.endsWith('\r\n'));
      assert.match(text, '""z"":9007199254740993,""a"":1.0');
      const table = tableOf(text);
      const server = await stored();
      assert.equal(
        table.map(({ id }) => id),
        server.map(({ id }: { id: string }) => id),
      );
      for (const [at, row] of table.entries()) {
        const { title, views, live, tags, body, created, pictures, author } = server[at];
        const guarded = /^[=-]/.test(title) ? `'${title}` : title;
        assert.equal(
          [row['title'], row['views'], row['live'], row['body'], row['created'], row['author']],
          [guarded, String(views), String(live), body, created, author],
        );
        assert.is(row['tags'], tags.length > 0 ? JSON.stringify(tags) : '');
        assert.is(row['pictures'], pictures.length > 0 ? JSON.stringify(pictures) : '');
      }
      await eventually(() => hasFocus(button(page, 'More actions')), true, 'the focus goes back');
    }));
}
