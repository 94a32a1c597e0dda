// The findings: from the settings to a hole, by keys to its rule, mended, checked again, accepted.
import { type Locator, type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { editPanel, saveIn } from '../support/collectionWalk';
import { button, gone } from '../support/editorWalk';
import { accountsOf, baseOf, fieldOf, relationOf, viewOf } from '../support/findingHoles';
import { createRecord, importCollections } from '../support/realBackend';
import { backends } from '../support/server';
import { changeSettings, openSettings } from '../support/settingsWalk';
import { askServer, eventually, hasFocus, signedInPage, tabTo, visit, walk } from '../support/walk';
import { walkedBackend } from '../support/walkedBackend';

const newest = backends().at(-1);

/** The collections of a shop with several holes. */
const shop = [
  accountsOf(
    'customers',
    { list: 'id = @request.auth.id', create: '', manage: '@request.auth.role = "admin"' },
    [fieldOf('text', 'name'), fieldOf('select', 'role')],
    { minPasswordLength: 6 },
  ),
  baseOf(
    'orders',
    {
      list: 'customer = @request.auth.id || @request.auth.role = "admin"',
      create: '',
      delete: 'customer = @request.auth.id',
    },
    [fieldOf('text', 'summary'), relationOf('customer', 'customers')],
  ),
  baseOf('shipments', {}, [
    fieldOf('text', 'address'),
    fieldOf('file', 'label'),
    relationOf('order', 'orders', { cascadeDelete: true }),
  ]),
  viewOf('staff', 'SELECT id, passwordHash, tokenKey FROM customers', { list: '@request.auth.id != ""' }),
];

if (newest) {
  const backend = walkedBackend(newest.binary, async () => {
    await importCollections(shop, true);
    for (const summary of ['a', 'b', 'c']) await createRecord({ id: 'orders' }, { summary });
  });

  const titleOf = (page: Page, title: string) => page.getByRole('button', { name: title, exact: true });
  const finding = (page: Page, title: string): Locator =>
    page.getByRole('listitem').filter({ has: titleOf(page, title) });
  const placeOf = (page: Page, title: string) => finding(page, title).locator('[translate="no"] > button');
  const isDone = (page: Page) => page.getByText(/^\d+ of \d+ checks passed\.$/).waitFor();

  async function checkAgain(page: Page): Promise<void> {
    await button(page, 'Check again').click();
    await gone(page.getByRole('progressbar', { name: 'Loading' }));
    await isDone(page);
  }

  /** The methods of all calls, but not of the session's renewal. */
  function writesOf(page: Page): string[] {
    const writes: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (request.method() !== 'GET' && !pathname.endsWith('/auth-refresh')) {
        writes.push(`${request.method()} ${pathname}`);
      }
    });
    return writes;
  }

  test('a hole is found, opened by keys, mended and gone; an index that is missing is filled in', () =>
    walk(signedInPage(backend), async ({ page }) => {
      const writes = writesOf(page);
      const panel = editPanel(page);
      await openSettings(page, 'Findings');
      await isDone(page);
      const title = 'Anyone can choose role when signing up; 2 rules trust it';
      await tabTo(page, titleOf(page, title));
      await page.keyboard.press('Enter');
      const detail = finding(page, title);
      await detail.getByText('@request.data.role:isset = false').waitFor();
      assert.equal(writes, []);
      await tabTo(page, detail.getByRole('button', { name: 'customers.role' }));
      await page.keyboard.press('Enter');
      await eventually(() => hasFocus(panel.getByRole('textbox', { name: /^Create rule/ })), true);
      await page.keyboard.type('@request.data.role:isset = false');
      await saveIn(panel).click();
      await gone(panel);
      // The change is checked at once.
      await gone(titleOf(page, title));
      const { json } = await askServer(backend, 'collections/customers');
      assert.is(json.createRule, '@request.data.role:isset = false');
      assert.equal(
        writes.filter((call) => !call.startsWith('PATCH /api/collections/')),
        [],
      );

      // Only the count of all records has no filter: as if there were very many.
      await page.route(
        (url) => url.pathname.endsWith('/records') && !url.searchParams.has('filter'),
        (route) =>
          route.fulfill({ json: { page: 1, perPage: 1, totalItems: 5000, totalPages: 5000, items: [] } }),
      );
      await checkAgain(page);
      const missing = 'No index for customer, which rules read';
      await finding(page, missing).getByRole('button', { name: 'orders.customer' }).click();
      await page
        .getByRole('dialog', { name: 'Create index' })
        .getByRole('button', { name: 'Set index' })
        .click();
      await button(panel, 'customer').waitFor();
      await saveIn(panel).click();
      await gone(titleOf(page, missing));
      const changed = await askServer(backend, 'collections/orders');
      assert.match(changed.json.indexes[0], /^CREATE INDEX .+ ON `orders` \(`customer`\)$/);
    }));

  test('each place is a link, and none to an editor where collections cannot be edited', () =>
    walk(signedInPage(backend, '#/settings/findings'), async ({ page }) => {
      const panel = editPanel(page);
      const weak = 'Passwords of 6 characters are enough';
      await isDone(page);
      for (const [title, place] of [
        [weak, panel.getByLabel('Minimum password length')],
        ['A view shows passwordHash and tokenKey', panel.getByRole('textbox', { name: /^Select query/ })],
      ] as const) {
        await placeOf(page, title).click();
        await eventually(() => hasFocus(place), true, title);
        await page.keyboard.press('Escape');
        await gone(panel);
      }
      await placeOf(page, 'Files of a closed collection are open').click();
      await panel.getByText('Protected').waitFor();
      await changeSettings(backend, { meta: { hideControls: true } });
      await visit(page, '#/settings/findings');
      await isDone(page);
      await page.getByRole('main').getByRole('link', { name: 'backups' }).first().waitFor();
      await eventually(() => placeOf(page, weak).count(), 0);
      await visit(page, '#/collections?collectionId=orders&as=guest');
      await page.locator('tr[data-index] [aria-haspopup="dialog"]').first().click();
      await button(page, 'All actions').waitFor();
      await eventually(() => button(page, 'Edit rule').count(), 0);
      await changeSettings(backend, { meta: { hideControls: false } });
    }));
}
