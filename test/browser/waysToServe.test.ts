// Each way to serve the page, as its operator uses it: sign-in, reading, saving, files, live mode.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { insecureHost, type OpenPage, openPage } from '../support/browser';
import { box, button, changeElsewhere, editPanel, gone, stored } from '../support/editorWalk';
import { type Host, reverseProxy, staticHost } from '../support/hosts';
import {
  connectClient,
  createCollection,
  createRecord,
  field,
  formOf,
  pngFile,
} from '../support/realBackend';
import {
  adminToken,
  backends,
  buildBundle,
  builtBundle,
  startBackend,
  type TestBackend,
} from '../support/server';
import { temporaryFolder } from '../support/serverProcess';
import { eventually, patienceMs, signIn, walk } from '../support/walk';

const programs = backends();
const admin = { email: 'admin@example.com', password: '1234567890' };

const elsewhere = 'http://elsewhere.example';
let built: string | null = null;

/** Returns the page for this backend elsewhere. It is built once, because only its address differs. */
function pageFor(url: string): string {
  built ??= buildBundle(['--backend', elsewhere]);
  const folder = temporaryFolder();
  cpSync(built, folder, { recursive: true });
  const index = path.join(folder, 'index.html');
  writeFileSync(index, readFileSync(index, 'utf8').replaceAll(elsewhere, url));
  return folder;
}

for (const { name, binary } of programs) {
  test.describe(name, () => {
    let backend: TestBackend;
    let note: string;
    const hosts: Host[] = [];

    test.beforeAll(async () => {
      backend = await startBackend(binary, {
        bundle: true,
        prepare: (dir) => cpSync(builtBundle(), path.join(dir, 'pb_public/lowline'), { recursive: true }),
      });
      connectClient(backend.url, await adminToken(backend));
      await createCollection({
        name: 'notes',
        schema: [
          field('text', 'text', {}, true),
          field('file', 'scan'),
          field('file', 'secret', { protected: true }),
          field('editor', 'body'),
        ],
      });
      const form = formOf({ text: 'Before', scan: pngFile('scan.png') });
      form.set('secret', pngFile('secret.png'));
      const record = (await createRecord({ id: 'notes' }, form)) as { id: string; scan?: string };
      note = record.id;
      const picture = `${backend.url}/api/files/notes/${note}/${record.scan}`;
      await changeElsewhere(backend, 'notes', note, { body: `<p><img src="${picture}"></p>` });
    });

    const isLoaded = (page: Page, src: RegExp) =>
      page.evaluate(
        (pattern) =>
          [...document.images].some(
            ({ currentSrc, naturalWidth }) => new RegExp(pattern).test(currentSrc) && naturalWidth > 0,
          ),
        src.source,
      );

    /** The work of an operator, however the page is served. */
    async function work({ page }: OpenPage, text: string, showsPicture = true): Promise<void> {
      page.setDefaultTimeout(patienceMs);
      await signIn(page, admin);
      await page.getByRole('link', { name: 'notes' }).click();
      const table = page.getByRole('grid', { name: 'Records of notes' });
      await table.getByRole('row').nth(1).waitFor();
      await eventually(() => isLoaded(page, /\/api\/files\/.*\/scan_/), true, 'the thumb is there');
      await table.getByRole('button', { name: /^secret_/ }).click();
      await page
        .getByRole('dialog', { name: /^secret_/ })
        .getByRole('img')
        .waitFor();
      await eventually(() => isLoaded(page, /secret_.*token=/), true, 'the protected file is there');
      await page.keyboard.press('Escape');
      await gone(page.getByRole('dialog', { name: /^secret_/ }));
      // In the middle of the row may be a file.
      await table
        .getByRole('row')
        .nth(1)
        .click({ position: { x: 230, y: 18 } });
      const panel = editPanel(page, 'notes');
      if (showsPicture) {
        const picture = panel.locator('.ql-editor img');
        await eventually(
          () => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth > 0),
          true,
        );
      }
      await box(panel, 'text').fill(text);
      await button(panel, 'Save changes').click();
      await page.getByText('Successfully updated record.').waitFor();
      // Until then its address opens it again after a reload.
      await gone(panel);
      assert.is((await stored(backend, 'notes', note))?.['text'], text);
      await button(page, 'Live').click();
      await eventually(
        async () => {
          await changeElsewhere(backend, 'notes', note, { text: `${text} ${Date.now()}` });
          return (await page.getByText(/\d+ rows? changed/).count()) > 0;
        },
        true,
        'live mode tells',
      );
      await page.reload();
      await table.getByRole('row').nth(1).waitFor();
    }

    test('a static host, with the backend on another origin', async () => {
      const host = await staticHost(pageFor(backend.url));
      hosts.push(host);
      await walk(openPage(`${host.url}/`), async (opened) => {
        opened.watch.expect(new RegExp(`^Request to another host: ${backend.url}/api/`));
        await work(opened, 'From elsewhere');
      });
    });

    test('the public folder of the same server', () =>
      walk(openPage(`${backend.url}/lowline/`), (opened) => work(opened, 'From the public folder')));

    test('by http to a home network, without a clipboard and a secure context', () => {
      const url = new URL(`${backend.url}/_/`);
      url.hostname = insecureHost;
      return walk(openPage(url.href), async (opened) => {
        const { page } = opened;
        assert.equal(await page.evaluate(() => [isSecureContext, 'clipboard' in navigator]), [false, false]);
        // The picture in its text has the URL of the server itself.
        await work(opened, 'From a home network', false);
        const search = page.getByRole('searchbox', { name: 'Search collections' });
        await page.getByRole('rowheader', { name: note }).getByRole('button', { name: 'Copy' }).click();
        await search.click();
        await page.keyboard.press('ControlOrMeta+V');
        await eventually(() => search.inputValue(), note);
        await button(page, 'More actions').click();
        await page.getByRole('menuitem', { name: /^Copy name/ }).click();
        await search.fill('');
        await page.keyboard.press('ControlOrMeta+V');
        await eventually(() => search.inputValue(), 'notes');
      });
    });

    test('behind a reverse proxy, under a path of its own', async () => {
      const proxy = await reverseProxy('/tools/pb/', backend.url);
      hosts.push(proxy);
      await walk(openPage(`${proxy.url}/tools/pb/_`), async (opened) => {
        await opened.page.waitForURL(`${proxy.url}/tools/pb/_/#/login`);
        // The picture in its text has the URL of the server itself.
        await work(opened, 'From behind a proxy', false);
      });
      await walk(openPage(`${proxy.url}/tools/pb/_/?installer`), async ({ page }) => {
        await page.waitForURL(`${proxy.url}/tools/pb/_/?#/login`);
      });
    });

    test('the backend refuses a page of another origin, and the page says so', async () => {
      const strict = await startBackend(binary, { flags: ['--origins=https://other.example.com'] });
      const host = await staticHost(pageFor(strict.url));
      hosts.push(host);
      await walk(openPage(`${host.url}/`), async (opened) => {
        const { page, watch } = opened;
        watch.expect(/another host|CORS|ERR_FAILED/);
        await signIn(page, admin);
        const { origin } = new URL(page.url());
        await page.getByText(`The server at ${strict.url} cannot be reached.`).waitFor();
        await page.getByText(`that it allows calls from ${origin}.`).waitFor();
      });
      await strict.stop();
    });

    test.afterAll(async () => {
      for (const host of hosts) host.close();
      await backend?.stop();
    });
  });
}
