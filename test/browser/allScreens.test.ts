// Every screen on the oldest server, served by the hook: what may leave the page, and what may become markup in it.
// The other walks are on the newest server, which has the page inside.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { closeBrowser, launch, type OpenPage } from '../support/browser';
import { openEditor as openCollectionEditor } from '../support/collectionWalk';
import { addressOf, box, button, editPanel, gone, make } from '../support/editorWalk';
import {
  connectClient,
  createCollection,
  createRecord,
  field,
  formOf,
  pngFile,
} from '../support/realBackend';
import { adminToken, backends, startBackend, type TestBackend } from '../support/server';
import { askServer, atHash, guestPage, signedInPage, signIn, visit, walk } from '../support/walk';

const program = backends()[0];
const browser = await launch();

if (browser && program) {
  let backend: TestBackend;
  let paper: string;

  test.before(async () => {
    backend = await startBackend(program.binary, { bundle: 'hook' });
    connectClient(backend.url, await adminToken(backend));
    const { id: collectionId } = await createCollection({
      name: 'readers',
      schema: [field('text', 'name', {}, true)],
    });
    await createCollection({
      name: 'papers',
      schema: [
        field('text', 'title', {}, true),
        field('relation', 'reader', { collectionId }),
        field('json', 'meta'),
        field('editor', 'body'),
        field('file', 'scan'),
        field('file', 'secret', { protected: true }),
      ],
    });
    await createCollection({
      name: 'titles',
      type: 'view',
      options: { query: 'SELECT id, title FROM papers' },
    });
    await make(backend, 'readers', { name: 'Ada' });
    const form = formOf({
      title: 'One',
      body: '<p><b>Bold</b></p>',
      meta: '{"a":1}',
      scan: pngFile('scan.png'),
    });
    form.set('secret', pngFile('secret.png'));
    paper = (await createRecord({ id: 'papers' }, form)).id;
    const made = await askServer(backend, 'backups', { method: 'POST', body: { name: 'first.zip' } });
    assert.is(made.status, 204);
  });
  test.after(async () => {
    await closeBrowser();
    await backend?.stop();
  });

  const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
  const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

  async function closed(page: Page, name: string | RegExp): Promise<void> {
    await dialog(page, name).waitFor();
    await page.keyboard.press('Escape');
    await gone(dialog(page, name));
  }

  /** What a guest sees at each address. */
  const guestScreens: Readonly<Record<string, (page: Page) => Promise<void>>> = {
    '/login': (page) => button(page, 'Login').waitFor(),
    '/request-password-reset': (page) => box(page, 'Email').waitFor(),
    '/confirm-password-reset/:token': (page) => page.getByLabel('New password', { exact: true }).waitFor(),
    '/auth/confirm-password-reset/:token': (page) =>
      page.getByLabel('New password', { exact: true }).waitFor(),
    '/auth/confirm-verification/:token': (page) => heading(page, /./).waitFor(),
    '/auth/confirm-email-change/:token': (page) =>
      page
        .getByLabel(/password/i)
        .first()
        .waitFor(),
    '/auth/oauth2-redirect-success': (page) => heading(page, /./).waitFor(),
    '/auth/oauth2-redirect-failure': (page) => heading(page, /./).waitFor(),
  };

  /** What an admin sees at each address, and all that opens there. */
  const adminScreens: Readonly<Record<string, (page: Page) => Promise<void>>> = {
    '/': (page) => button(page, 'New record').first().waitFor(),
    async '/collections'(page) {
      await visit(page, addressOf('papers'));
      await button(page, 'API Preview').click();
      await closed(page, 'papers API');
      await openCollectionEditor(page);
      await closed(page, 'Edit collection');
      const table = page.getByRole('table', { name: 'Records of papers' });
      for (const file of ['scan', 'secret']) {
        await table.getByRole('button', { name: new RegExp(`^${file}_.*\\.png$`) }).click();
        await dialog(page, 'File preview').getByRole('img').waitFor();
        await closed(page, 'File preview');
      }
      await visit(page, addressOf('titles', paper));
      await closed(page, 'titles record preview');
    },
    async '/logs'(page) {
      const table = page.getByRole('table', { name: 'Logs', exact: true });
      await table.getByRole('row').nth(1).getByRole('cell').nth(2).click();
      await closed(page, 'Request log');
      await button(page, 'Logs settings').click();
      await closed(page, 'Logs settings');
    },
    '/settings': (page) => box(page, 'Application name').waitFor(),
    async '/settings/mail'(page) {
      await button(page, 'Send test email').click();
      await closed(page, 'Send test email');
    },
    '/settings/storage': (page) => page.getByLabel('Use S3 storage').waitFor(),
    async '/settings/backups'(page) {
      await button(page, 'Restore first.zip').click();
      await dialog(page, 'Restore first.zip').getByText('this backup looks valid').waitFor();
      await closed(page, 'Restore first.zip');
    },
    '/settings/export-collections': (page) => button(page, 'Copy').waitFor(),
    '/settings/import-collections': (page) => box(page, 'Collections').waitFor(),
    async '/settings/auth-providers'(page) {
      await button(page, 'Google provider settings').click();
      await closed(page, / provider$/);
    },
    '/settings/tokens': (page) => heading(page, 'Token options').waitFor(),
    async '/settings/admins'(page) {
      await button(page, 'New admin').click();
      await closed(page, 'New admin');
    },
  };

  /** No script, style or handler stands in the page itself, and text cannot become markup. */
  async function assertStrict({ page, watch }: OpenPage, where: string): Promise<void> {
    // The browser tells of the try below.
    watch.expect(/'TrustedHTML' assignment|Element innerHTML\|<b>bold<\/b>/);
    const found = await page.evaluate(() => ({
      scripts: document.querySelectorAll('script:not([src])').length,
      styles: document.querySelectorAll('style').length,
      handlers: [...document.querySelectorAll('*')].filter((element) =>
        element.getAttributeNames().some((name) => name.startsWith('on')),
      ).length,
      isRefused: ((): boolean => {
        try {
          // What the policy must refuse.
          document.createElement('div').innerHTML = '<b>bold</b>';
          return false;
        } catch {
          return true;
        }
      })(),
    }));
    assert.equal(found, { scripts: 0, styles: 0, handlers: 0, isRefused: true }, where);
  }

  const hasPolicy = (page: Page) =>
    page.evaluate(
      () => (Reflect.get(window, 'trustedTypes') as { defaultPolicy: unknown }).defaultPolicy !== null,
    );

  /** A token in the address of a request, by its name or its look, where the API would take it elsewhere. */
  function followAddresses(page: Page): () => void {
    const told: string[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      const isAllowed = /^\/api\/(files|backups)\//.test(url.pathname) && url.searchParams.has('token');
      if (!isAllowed && /[?&]token=|eyJ[\w-]+\.[\w-]+\.[\w-]+/.test(url.href)) told.push(url.href);
      const referrer = request.headers()['referer'];
      // The log leaves out the dashboard's own thumbnails by it; it stays on the server and has no hash.
      const isOwnThumb =
        url.searchParams.has('thumb') &&
        url.origin === new URL(page.url()).origin &&
        referrer === new URL('/_/', url).href;
      if (referrer && !isOwnThumb) told.push(`${url.href} was told to come from ${referrer}`);
    });
    return () => assert.equal(told, []);
  }

  test('the walks below know every address of the page', () => {
    const source = readFileSync('ui/shell/routes.tsx', 'utf8');
    const written = [...source.matchAll(/(?:path: |settingsRoute\()'([^']+)'/g)].map(
      ([, path]) => path ?? '',
    );
    const confirmations = [...source.matchAll(/confirmationRoutes\(\s*'([^']+)'/g)].map(([, name]) => name);
    const known = [...Object.keys(adminScreens), ...Object.keys(guestScreens)];
    for (const path of written.filter((path) => !path.includes('$'))) assert.ok(known.includes(path), path);
    for (const name of confirmations)
      assert.ok(
        known.some((path) => path.includes(name ?? '')),
        `confirmation ${name}`,
      );
    assert.ok(written.length > 12);
  });

  test('no screen of a guest asks another host, tells a token or lets text become markup', () =>
    walk(guestPage(backend), async (opened) => {
      const { page, watch } = opened;
      const end = followAddresses(page);
      // The end of a sign-in with a provider closes its window, which here is no window of its own.
      watch.expect(/Scripts may close only the windows that were opened by them/);
      for (const [path, look] of Object.entries(guestScreens)) {
        await visit(page, `#${path.replace(':token', 'e30.e30.e30')}`);
        await look(page);
        await assertStrict(opened, path);
        assert.is(await hasPolicy(page), false, path);
        assert.equal(watch.problems(), [], path);
      }
      end();
    }));

  test('no screen of an admin does, and nothing may be parsed before there is rich text', () =>
    walk(signedInPage(backend, '#/logs'), async (opened) => {
      const { page, watch } = opened;
      const end = followAddresses(page);
      // The first requests become rows of the log some seconds later.
      await page.getByRole('table', { name: 'Logs', exact: true }).getByRole('row').nth(1).waitFor();
      for (const [path, look] of Object.entries(adminScreens)) {
        await visit(page, `#${path}`);
        await look(page);
        await assertStrict(opened, path);
        assert.is(await hasPolicy(page), false, path);
        assert.equal(watch.problems(), [], path);
      }
      end();
    }));

  test('rich text brings the one policy, which lets no text into the page either', () =>
    walk(signedInPage(backend, addressOf('papers', paper)), async (opened) => {
      const { page, watch } = opened;
      const end = followAddresses(page);
      const panel = editPanel(page, 'papers');
      await page.getByRole('toolbar').waitFor();
      assert.is(await hasPolicy(page), true);
      await assertStrict(opened, 'the record editor');
      await panel
        .getByRole('group', { name: 'reader', exact: true })
        .getByRole('button', { name: 'Open picker' })
        .click();
      await closed(page, 'Select readers records');
      await panel.getByRole('button', { name: 'Image' }).click();
      await page.getByRole('menuitem', { name: 'From collection' }).click();
      await closed(page, 'Select an image');
      await box(panel, 'meta').click();
      await page.locator('.cm-content').waitFor();
      await assertStrict(opened, 'with the code editor');
      await button(panel, 'Cancel').click();
      await gone(panel);
      assert.equal(watch.problems(), []);
      end();
    }));

  test('signed in as a person does, the token stays out of the address', () =>
    walk(
      guestPage(backend, '#/login?demoEmail=admin@example.com&demoPassword=1234567890'),
      async ({ page }) => {
        await button(page, 'Login').waitFor();
        assert.not.match(page.url(), /demo/);
        const end = followAddresses(page);
        await signIn(page, { email: 'admin@example.com', password: '1234567890' });
        await atHash(page, /^#\/(collections.*)?$/);
        await page.getByRole('link', { name: 'Logs' }).click();
        await heading(page, 'Logs').waitFor();
        end();
      },
    ));
}

test.run();
