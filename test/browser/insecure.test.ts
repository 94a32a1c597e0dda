// On a home network the page is served by http: no secure context, so no clipboard and no randomUUID.
import { test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { insecureHost, openPage } from '../support/browser';
import { backends, startBackend, type TestBackend } from '../support/server';
import { askServer, atHash, checkPicture, eventually, patienceMs, signIn, walk } from '../support/walk';

const program = backends().at(-1);

if (program) {
  let backend: TestBackend;

  test.beforeAll(async () => {
    backend = await startBackend(program.binary, { bundle: true });
  });
  test.afterAll(async () => {
    await backend?.stop();
  });

  test('works without a secure context: sign-in, a protected list, copying an id', async () => {
    const body = { username: 'ida', password: '1234567890', passwordConfirm: '1234567890' };
    const { json: user } = await askServer(backend, 'collections/users/records', { method: 'POST', body });
    const url = new URL(`${backend.url}/_/`);
    url.hostname = insecureHost;

    await walk(openPage(url.href, { width: 1440, height: 900 }), async (opened) => {
      const { page } = opened;
      page.setDefaultTimeout(patienceMs);
      assert.equal(await page.evaluate(() => [isSecureContext, 'clipboard' in navigator]), [false, false]);
      await signIn(page, { email: 'admin@example.com', password: '1234567890' });
      await atHash(page, '#/collections?collectionId=_pb_users_auth_');
      await page.getByRole('gridcell', { name: 'ida' }).waitFor();

      const search = page.getByRole('searchbox', { name: 'Search collections' });
      await page.getByRole('rowheader', { name: user.id }).getByRole('button', { name: 'Copy' }).click();
      await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor({ state: 'attached' });
      await search.click();
      await page.keyboard.press('ControlOrMeta+V');
      await eventually(() => search.inputValue(), user.id);

      await page.getByRole('button', { name: 'Copy name or id' }).click();
      await page.getByRole('menuitem', { name: /^Copy name/ }).click();
      await search.fill('');
      await search.click();
      await page.keyboard.press('ControlOrMeta+V');
      await eventually(() => search.inputValue(), 'users');
      await checkPicture(opened, 'insecure', { sizes: ['wide'] });
    });
  });
}
