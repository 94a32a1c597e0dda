// The findings: from the settings to a hole, by keys to its rule, mended, checked again, accepted.
import { type Locator, type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { changeElsewhere, editPanel, saveIn } from '../support/collectionWalk';
import { button } from '../support/editorWalk';
import { accountsOf, baseOf, fieldOf, relationOf, viewOf } from '../support/findingHoles';
import { connectClient, createRecord, importCollections } from '../support/realBackend';
import { adminToken, backends, startBackend, type TestBackend } from '../support/server';
import { changeSettings, openSettings } from '../support/settingsWalk';
import {
  askServer,
  atHash,
  checkPicture,
  eventually,
  hasFocus,
  screens,
  signedInPage,
  tabTo,
  visit,
  walk,
} from '../support/walk';

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
  let backend: TestBackend;

  test.beforeAll(async () => {
    backend = await startBackend(newest.binary, { bundle: true });
    connectClient(backend.url, await adminToken(backend));
    await importCollections(shop, true);
    for (const summary of ['a', 'b', 'c']) await createRecord({ id: 'orders' }, { summary });
  });
  test.afterAll(async () => {
    await backend?.stop();
  });

  const finding = (page: Page, title: string): Locator =>
    page.getByRole('listitem').filter({ has: page.getByRole('button', { name: title, exact: true }) });
  const titleOf = (page: Page, title: string) => page.getByRole('button', { name: title, exact: true });
  const isDone = (page: Page) => page.getByText(/^\d+ checks of .+ s\.$/).waitFor();
  const segment = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  async function checkAgain(page: Page): Promise<void> {
    await page.getByText(/^\d+ checks/).waitFor();
    await button(page, 'Check again').click();
    await page.getByRole('progressbar', { name: 'Loading' }).waitFor({ state: 'detached' });
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

  test('a hole is found, opened by keys, mended and gone', () =>
    walk(signedInPage(backend), async (opened) => {
      const { page } = opened;
      const writes = writesOf(page);
      await openSettings(page, 'Findings');
      await atHash(page, '#/settings/findings');
      await isDone(page);
      assert.is(await page.getByRole('heading', { level: 1 }).count(), 1);

      const title = 'Anyone can choose role when signing up; 2 rules trust it';
      await tabTo(page, titleOf(page, title));
      await page.keyboard.press('Enter');
      const detail = finding(page, title);
      await detail.getByText('create rule of customers', { exact: true }).waitFor();
      await detail.getByText('Everyone', { exact: true }).waitFor();
      await detail.getByText('@request.data.role:isset = false').waitFor();
      await checkPicture(opened, 'findings');
      assert.equal(writes, []);

      const place = detail.getByRole('button', { name: /^Open create rule/ });
      await tabTo(page, place);
      await page.keyboard.press('Enter');
      const panel = editPanel(page);
      const rule = panel.getByRole('textbox', { name: /^Create rule/ });
      await eventually(() => hasFocus(rule), true);
      await page.keyboard.type('@request.data.role:isset = false');
      await checkPicture(opened, 'findings-rule');
      await saveIn(panel).click();
      await panel.waitFor({ state: 'detached' });
      // The change is checked at once.
      await titleOf(page, title).waitFor({ state: 'detached' });
      const { json } = await askServer(backend, 'collections/customers');
      assert.is(json.createRule, '@request.data.role:isset = false');
      await checkAgain(page);
      assert.is(await titleOf(page, title).count(), 0);
      assert.equal(
        writes.filter((call) => !call.startsWith('PATCH /api/collections/')),
        [],
      );
      // The sidebar has the number of the last run.
      const link = page.getByRole('link', { name: 'Findings', exact: true });
      const count = (await page.getByText(/critical or high findings/).textContent()) ?? '';
      assert.match(count, /critical or high/);
      await link.waitFor();
    }));

  test('an accepted finding stays accepted, and comes back when its rule changes', () =>
    walk(signedInPage(backend, '#/settings/findings'), async (opened) => {
      const { page } = opened;
      const title = 'Guests can delete 3 records of orders';
      await isDone(page);
      await finding(page, title).getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Accept...' }).click();
      const popup = page.getByRole('dialog', { name: 'Accept a finding' });
      await popup.getByLabel('Note').fill('Only <b>test</b> data');
      await checkPicture(opened, 'findings-accept');
      await popup.getByRole('button', { name: 'Accept', exact: true }).click();
      await popup.waitFor({ state: 'detached' });
      await titleOf(page, title).waitFor({ state: 'detached' });

      await page.reload();
      await isDone(page);
      assert.is(await titleOf(page, title).count(), 0);
      await segment(page, 'Accepted 1').click();
      await titleOf(page, title).waitFor();
      await page.getByText('Only <b>test</b> data').waitFor();
      await checkPicture(opened, 'findings-accepted');

      await changeElsewhere(backend, 'orders', {
        deleteRule: 'customer = @request.auth.id || summary = "x"',
      });
      await checkAgain(page);
      await segment(page, 'Open')
        .or(page.getByRole('button', { name: /^Open \d/ }))
        .first()
        .click();
      await titleOf(page, title).waitFor();
      await segment(page, 'Accepted 0').waitFor();
    }));

  test('each button leads to its place', () =>
    walk(signedInPage(backend, '#/settings/findings'), async ({ page }) => {
      await isDone(page);
      const follow = async (title: string) =>
        finding(page, title)
          .getByRole('button', { name: /^Open / })
          .click();
      const leave = async () => {
        await editPanel(page).locator('footer').getByRole('button', { name: 'Cancel' }).click();
        await editPanel(page).waitFor({ state: 'detached' });
      };
      await follow('Passwords of 6 characters are enough');
      const length = editPanel(page).getByLabel('Minimum password length');
      await eventually(() => hasFocus(length), true);
      await leave();
      await follow('A view shows passwordHash and tokenKey');
      await eventually(() => hasFocus(editPanel(page).getByRole('textbox', { name: /^Select query/ })), true);
      await leave();
      await follow('Files of a closed collection are open');
      await editPanel(page).getByText('Protected').waitFor();
      await leave();
      await page
        .getByRole('link', { name: /^Open backups/ })
        .first()
        .click();
      await atHash(page, '#/settings/backups');
    }));

  test('no button opens the editor where collections cannot be edited', () =>
    walk(signedInPage(backend, '#/settings'), async ({ page }) => {
      await changeSettings(backend, { meta: { hideControls: true } });
      await visit(page, '#/settings/findings');
      await isDone(page);
      await page
        .getByRole('link', { name: /^Open backups/ })
        .first()
        .waitFor();
      const closed = finding(page, 'Passwords of 6 characters are enough');
      await eventually(() => closed.getByRole('button', { name: /^Open / }).count(), 0);
      await visit(page, '#/collections?collectionId=orders&as=guest');
      await page.locator('tr[data-index] [aria-haspopup="dialog"]').first().click();
      await page.getByRole('button', { name: 'All actions' }).waitFor();
      await eventually(() => page.getByRole('button', { name: 'Edit rule' }).count(), 0);
      await changeSettings(backend, { meta: { hideControls: false } });
    }));

  test('a missing index is offered, filled in', () =>
    walk(signedInPage(backend, '#/settings/findings'), async ({ page }) => {
      await isDone(page);
      // Only the count of all records has no filter.
      await page.route(
        (url) => url.pathname.endsWith('/records') && !url.searchParams.has('filter'),
        (route) =>
          route.fulfill({ json: { page: 1, perPage: 1, totalItems: 5000, totalPages: 5000, items: [] } }),
      );
      await checkAgain(page);
      const title = 'No index for customer, which rules read';
      await finding(page, title)
        .getByRole('button', { name: /^Add index/ })
        .click();
      const popup = page.getByRole('dialog', { name: 'Create index' });
      await popup
        .getByText(/customer/)
        .first()
        .waitFor();
      await popup.getByRole('button', { name: 'Set index' }).click();
      await editPanel(page).getByRole('button', { name: 'customer', exact: true }).waitFor();
      await saveIn(editPanel(page)).click();
      await titleOf(page, title).waitFor({ state: 'detached' });
      const { json } = await askServer(backend, 'collections/orders');
      assert.match(json.indexes[0], /^CREATE INDEX .+ ON `orders` \(`customer`\)$/);
    }));

  test('filters, search and passed checks', () =>
    walk(signedInPage(backend, '#/settings/findings'), async (opened) => {
      const { page } = opened;
      await isDone(page);
      await page.getByRole('searchbox', { name: 'Search' }).fill('shows passwordhash');
      await eventually(() => page.getByRole('heading', { level: 3 }).count(), 1);
      await page.getByRole('searchbox', { name: 'Search' }).fill('nowhere');
      await page.getByText('Nothing was found.').waitFor();
      await button(page, 'Clear search').click();
      await page.getByRole('button', { name: /^Passed \d/ }).click();
      await page.getByText('IP addresses are kept for at most 30 days.').waitFor();
      await checkPicture(opened, 'findings-passed');
      await page.getByRole('button', { name: /^Critical \d/ }).click();
      await titleOf(page, 'A view shows passwordHash and tokenKey').waitFor();
      await button(page, 'Copy as text').click();
      await page.getByText('Copied to the clipboard.').waitFor();
    }));

  test('a failed count can be retried, and a refused list is told', () =>
    walk(signedInPage(backend, '#/settings/findings'), async (opened) => {
      const { page, watch } = opened;
      await isDone(page);
      watch.expect(/500|503|Failed to load/);
      await page.route('**/api/backups', (route) =>
        route.fulfill({ status: 500, json: { code: 500, message: 'No backups today.', data: {} } }),
      );
      await button(page, 'Check again').click();
      await page.getByText('Could not be checked: No backups today.').waitFor();
      await checkPicture(opened, 'findings-failed-call');
      await page.unroute('**/api/backups');
      await button(page, 'Retry').click();
      await page.getByText('Could not be checked: No backups today.').waitFor({ state: 'detached' });

      await page.route('**/api/collections?**', (route) =>
        route.fulfill({ status: 500, json: { code: 500, message: 'No collections today.', data: {} } }),
      );
      await button(page, 'Check again').click();
      await page.getByText('Nothing could be checked.').waitFor();
      await checkPicture(opened, 'findings-failed');
      await page.unroute('**/api/collections?**');
      await button(page, 'Retry').click();
      await isDone(page);
    }));

  test('on a narrow screen the place and the button stand under the finding', () =>
    walk(signedInPage(backend, '#/settings/findings', screens.narrow), async (opened) => {
      const { page } = opened;
      await page.getByText(/^\d+ checks/).waitFor();
      const title = 'A view shows passwordHash and tokenKey';
      await titleOf(page, title).click();
      const [body, act] = await Promise.all([
        titleOf(page, title).boundingBox(),
        finding(page, title)
          .getByRole('button', { name: /^Open query/ })
          .boundingBox(),
      ]);
      assert.ok(body && act && act.y > body.y + body.height);
      await checkPicture(opened, 'findings-narrow');
    }));
}
