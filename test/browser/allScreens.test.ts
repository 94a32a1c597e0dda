// Every screen on the oldest server, served by the hook: what the page may send, and what may become markup.
// The other tests run on the newest server, which contains the page.
import { type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import type { OpenPage } from '../support/browser';
import { openEditor as openCollectionEditor } from '../support/collectionWalk';
import { addressOf, box, button, editPanel, gone, make } from '../support/editorWalk';
import { createCollection, createRecord, field, formOf, pngFile } from '../support/realBackend';
import { backends } from '../support/server';
import {
  askServer,
  atHash,
  guestPage,
  signedInPage,
  signIn,
  storeGuestLog,
  visit,
  walk,
} from '../support/walk';
import { walkedBackend } from '../support/walkedBackend';

const program = backends('contract')[0];

if (program) {
  let paper: string;

  const backend = walkedBackend(
    program.binary,
    async () => {
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
      await storeGuestLog(backend);
    },
    { bundle: 'hook' },
  );

  const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
  const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

  async function closed(page: Page, name: string | RegExp): Promise<void> {
    await dialog(page, name).waitFor();
    await page.keyboard.press('Escape');
    await gone(dialog(page, name));
  }

  /** The content of each URL for a guest. */
  const guestScreens: Readonly<Record<string, (page: Page) => Promise<void>>> = {
    '/login': (page) => button(page, 'Login').waitFor(),
    '/request-password-reset': (page) => box(page, 'Email').waitFor(),
    '/confirm-password-reset/:token': (page) => box(page, 'New password').waitFor(),
    '/auth/confirm-password-reset/:token': (page) => box(page, 'New password').waitFor(),
    '/auth/confirm-verification/:token': (page) => heading(page, /./).waitFor(),
    '/auth/confirm-email-change/:token': (page) => box(page, 'Password').waitFor(),
    '/auth/oauth2-redirect-success': (page) => heading(page, /./).waitFor(),
    '/auth/oauth2-redirect-failure': (page) => heading(page, /./).waitFor(),
  };

  /** The content of each URL for an admin, with all that opens there. */
  const adminScreens: Readonly<Record<string, (page: Page) => Promise<void>>> = {
    '/': (page) => button(page, 'New record').first().waitFor(),
    async '/overview'(page) {
      await page.getByRole('img', { name: /^Requests per hour/ }).waitFor();
      await page.getByText(/or more$/).waitFor();
    },
    async '/collections'(page) {
      await visit(page, addressOf('papers'));
      await button(page, 'API Preview').click();
      await closed(page, 'papers API');
      await openCollectionEditor(page);
      await closed(page, 'Edit collection');
      const table = page.getByRole('grid', { name: 'Records of papers' });
      for (const file of ['scan', 'secret']) {
        await table.getByRole('button', { name: new RegExp(`^${file}_.*\\.png$`) }).click();
        await dialog(page, new RegExp(`^${file}_`))
          .getByRole('img')
          .waitFor();
        await closed(page, new RegExp(`^${file}_`));
      }
      await visit(page, addressOf('titles', paper));
      await closed(page, 'titles record preview');
    },
    async '/collections/import'(page) {
      await visit(page, '#/collections/import?collectionId=titles');
      await page.getByText('A view has no records of its own.').waitFor();
      await visit(page, '#/collections/import?collectionId=papers');
      await button(page, 'Choose file').waitFor();
    },
    async '/collections/from-file'(page) {
      await button(page, 'Choose file').waitFor();
    },
    async '/backup'(page) {
      await visit(page, '#/backup?key=first.zip');
      await heading(page, 'Contents').waitFor();
      await page.getByRole('complementary').getByRole('link', { name: 'papers' }).click();
      await button(page, 'Unchanged 1').waitFor();
      await page.getByRole('row').filter({ hasText: paper }).click();
      await closed(page, 'One');
    },
    async '/history'(page) {
      await page.getByText('The history is empty.').waitFor();
    },
    '/bin': (page) => atHash(page, '#/history'),
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
    '/settings/rules': (page) => page.getByRole('grid', { name: 'API rules' }).getByText('papers').waitFor(),
    '/settings/findings': (page) => page.getByText(/^\d+ of \d+ checks passed/).waitFor(),
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

  /** The page contains no inline script, style or handler, and text cannot become markup. */
  async function assertStrict({ page, watch }: OpenPage, where: string, hasPolicy: boolean): Promise<void> {
    // The browser reports the attempt below.
    watch.expect(/'TrustedHTML' assignment|Element innerHTML\|<b>bold<\/b>/);
    const found = await page.evaluate(() => ({
      scripts: document.querySelectorAll('script:not([src])').length,
      styles: document.querySelectorAll('style').length,
      handlers: [...document.querySelectorAll('*')].filter((element) =>
        element.getAttributeNames().some((name) => name.startsWith('on')),
      ).length,
      isRefused: ((): boolean => {
        try {
          // The policy must refuse this.
          document.createElement('div').innerHTML = '<b>bold</b>';
          return false;
        } catch {
          return true;
        }
      })(),
      hasPolicy: (Reflect.get(window, 'trustedTypes') as { defaultPolicy: unknown }).defaultPolicy !== null,
    }));
    assert.equal(found, { scripts: 0, styles: 0, handlers: 0, isRefused: true, hasPolicy }, where);
    assert.equal(watch.problems(), [], where);
  }

  /**
   * Collects request URLs with a token, by name or by format, unless the API requires it there; and
   * referrers.
   */
  function followAddresses(page: Page): () => void {
    const told: string[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      // Memory of the page: nothing leaves it.
      if (url.protocol === 'blob:') return;
      const isAllowed = /^\/api\/(files|backups)\//.test(url.pathname) && url.searchParams.has('token');
      if (!isAllowed && /[?&]token=|eyJ[\w-]+\.[\w-]+\.[\w-]+/.test(url.href)) told.push(url.href);
      const referrer = request.headers()['referer'];
      // The list of logs leaves out the dashboard's own reads without a token by the `Referer`; it stays on the
      // server and has no hash.
      const isCount = url.search === '?page=1&perPage=1&fields=id' && !request.headers()['authorization'];
      const isOwnRead =
        (isCount || /^\/api\/(files|backups)\//.test(url.pathname)) &&
        url.origin === new URL(page.url()).origin &&
        referrer === new URL('/_/', url).href;
      if (referrer && !isOwnRead) told.push(`${url.href} was told to come from ${referrer}`);
    });
    return () => assert.equal(told, []);
  }

  test('no guest screen contacts another host, reveals a token or renders text as markup, nor does a sign-in', () =>
    walk(guestPage(backend), async (opened) => {
      const { page, watch } = opened;
      const end = followAddresses(page);
      // The end of a sign-in with a provider closes its window, which here is no popup.
      watch.expect(/Scripts may close only the windows that were opened by them/);
      for (const [path, look] of Object.entries(guestScreens)) {
        await visit(page, `#${path.replace(':token', 'e30.e30.e30')}`);
        await look(page);
        await assertStrict(opened, path, false);
      }
      await visit(page, '#/login');
      await signIn(page, { email: 'admin@example.com', password: '1234567890' });
      await page.getByRole('link', { name: 'Logs' }).click();
      await heading(page, 'Logs').waitFor();
      end();
    }));

  test('no admin screen does so either; only rich text creates a policy, which renders no other text', () =>
    walk(signedInPage(backend, '#/logs'), async (opened) => {
      const { page } = opened;
      const end = followAddresses(page);
      for (const [path, look] of Object.entries(adminScreens)) {
        await visit(page, `#${path}`);
        await look(page);
        await assertStrict(opened, path, false);
      }
      await visit(page, addressOf('papers', paper));
      const panel = editPanel(page, 'papers');
      await page.getByRole('toolbar').waitFor();
      await assertStrict(opened, 'the record editor', true);
      const reader = panel.getByRole('group', { name: 'reader', exact: true });
      await button(reader, 'Open picker').click();
      await closed(page, 'Select readers records');
      await panel.getByRole('button', { name: 'Image' }).click();
      await page.getByRole('menuitem', { name: 'From collection' }).click();
      await closed(page, 'Select an image');
      await box(panel, 'meta').click();
      await page.locator('.cm-content').waitFor();
      await assertStrict(opened, 'with the code editor', true);
      end();
    }));
}
