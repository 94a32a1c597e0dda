// Exports of records: what is downloaded is what the server has.
import { readFileSync } from 'node:fs';
import { type Page, test } from '@playwright/test';
import Papa from 'papaparse';
import * as assert from 'uvu/assert';
import { insecureHost, type OpenPage, openPage } from '../support/browser';
import { addressOf, button, createCollections, gone, make, rowOf } from '../support/editorWalk';
import { connectClient, createRecord, formOf, pngFile } from '../support/realBackend';
import { adminToken, backends, startBackend, type TestBackend } from '../support/server';
import {
  askServer,
  eventually,
  hasFocus,
  patienceMs,
  screens,
  signedInPage,
  signIn,
  tabTo,
  walk,
} from '../support/walk';

const newest = backends().at(-1);

if (newest) {
  let backend: TestBackend;
  const meta = '{"z":9007199254740993,"a":1.0}';
  const many = 1020;

  test.beforeAll(async () => {
    backend = await startBackend(newest.binary, { bundle: true });
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
    connectClient(backend.url, await adminToken(backend));
    const values = JSON.stringify({ title: 'With a picture' });
    await createRecord(
      { id: 'articles' },
      formOf({ '@jsonPayload': values, pictures: pngFile('photo.png') }),
    );
    for (let at = 0; at < many; at += 20) {
      const some = Array.from({ length: 20 }, (_, n) =>
        createRecord({ id: 'payers' }, { name: `Payer ${at + n}` }),
      );
      await Promise.all(some);
    }
  });
  test.afterAll(async () => {
    await backend?.stop();
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

  async function chooseIn(page: Page, name: string, option: string): Promise<void> {
    await popup(page).getByRole('combobox', { name }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
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

  test('the shown columns of a filtered list with links, and the selected records by keys', () =>
    walk(
      signedInPage(backend, `${addressOf('articles')}&filter=${encodeURIComponent('views >= 0')}`),
      async ({ page }) => {
        const { keyboard } = page;
        await rowOf(page, 'With a picture').waitFor();
        await button(page, 'Columns').click();
        await page.getByRole('menuitemcheckbox', { name: 'body' }).click();
        await keyboard.press('Escape');
        await openExport(page);
        await popup(page).getByText('views >= 0').waitFor();
        await chooseIn(page, 'Files as', 'Links');
        await button(popup(page), 'JSON').click();
        await popup(page)
          .getByText(/^As shown \(15 of 16\)$/)
          .waitFor();
        const { name, text } = await downloadOf(page, () => exportButton(page, '5 records').click());
        assert.match(name, /\.json$/);
        const server = await stored('&filter=views>=0');
        const idsOf = (records: readonly { id: string }[]) => records.map(({ id }) => id);
        const found = JSON.parse(text);
        assert.equal(idsOf(found), idsOf(server));
        assert.not('body' in found[0]);
        const { pictures } = found.find(({ title }: { title: string }) => title === 'With a picture');
        assert.is((await fetch(pictures[0])).headers.get('content-type'), 'image/png');
        await gone(popup(page));

        const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ });
        for (const at of [2, 0]) await boxes.nth(at).click();
        await tabTo(page, button(page, 'More actions'), 'Shift+Tab');
        await keyboard.press('Enter');
        await eventually(() => hasFocus(page.getByRole('menuitem', { name: 'Export records...' })), true);
        await keyboard.press('Enter');
        await tabTo(page, popup(page).getByRole('radio', { name: /^The list as it is/ }));
        await keyboard.press('ArrowDown');
        await eventually(
          () =>
            popup(page)
              .getByRole('radio', { name: /^Selected records/ })
              .isChecked(),
          true,
        );
        await tabTo(page, button(popup(page), 'JSON Lines'));
        await keyboard.press('Space');
        await eventually(async () => ((await lines(page).textContent()) ?? '').split('\n').length, 2);
        const selected = await downloadOf(page, () => keyboard.press('ControlOrMeta+Enter'));
        const lineRecords = selected.text
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line));
        assert.equal(idsOf(lineRecords), [server[0].id, server[2].id]);
        await gone(popup(page));
      },
    ));

  const wholePages = /\/records\?.*perPage=500/;

  /** Lets the reads of whole pages pass one by one. */
  async function holdPages(page: Page): Promise<() => Promise<void>> {
    const held: (() => void)[] = [];
    await page.route(wholePages, async (route) => {
      await new Promise<void>((letGo) => held.push(letGo));
      await route.fallback().catch(() => {});
    });
    return async () => {
      await eventually(() => held.length > 0, true);
      held.shift()?.();
    };
  }

  test('a stop keeps what was read, and the export goes on', () =>
    walk(signedInPage(backend, `${addressOf('payers')}&sort=id`), async ({ page }) => {
      await page.getByText('1,020').first().waitFor();
      await openExport(page);
      const letOneGo = await holdPages(page);
      await exportButton(page, '1,020 records').click();
      await popup(page).getByText('Read 0 of 1,020...').waitFor();
      await eventually(() => hasFocus(button(popup(page), 'Stop')), true);
      await letOneGo();
      await popup(page).getByText('Read 500 of 1,020...').waitFor();
      await page.keyboard.press('Escape');
      await popup(page).getByText('Stopped at 500 of 1,020.').waitFor();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      const { text } = await downloadOf(page, () => button(popup(page), 'Continue').click());
      await page.getByText('Exported 1,020 records.').waitFor();
      const names = tableOf(text).map((row) => row['name']);
      assert.equal([names.length, new Set(names).size], [many, many]);
    }));

  test('on a phone, and without a secure context', async () => {
    const address = new URL(`${backend.url}/_/`);
    address.hostname = insecureHost;
    await walk(openPage(address.href, screens.narrow), async ({ page }: OpenPage) => {
      page.setDefaultTimeout(patienceMs);
      assert.not.ok(await page.evaluate(() => isSecureContext));
      await signIn(page, backend.admin ?? { email: '', password: '' });
      await button(page, 'More actions').waitFor();
      await page.evaluate((hash) => window.location.assign(hash), addressOf('titles'));
      await rowOf(page, 'With a picture').waitFor();
      await openExport(page);
      const box = await popup(page).boundingBox();
      assert.equal([box?.width, box?.height], [390, 844]);
      const { text } = await downloadOf(page, () => exportButton(page, '7 records').click());
      assert.is(tableOf(text).length, 7);
    });
  });
}
