// The records of a collection: from the first run of a server to the logout, and the table as a tool.

import { type Locator, type Page, type Route, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { listOf } from '../../ui/base/lists';
import { fieldValue } from '../../ui/model/record';
import {
  connectClient,
  createCollection,
  createRecord,
  field,
  formOf,
  pngFile,
} from '../support/realBackend';
import { adminToken, backends, startBackend, type TestBackend } from '../support/server';
import {
  askServer,
  countElements,
  countRestyled,
  eventually,
  guestPage,
  hasFocus,
  signedInPage,
  signIn,
  tabTo,
  walk,
} from '../support/walk';
import { walkedBackend } from '../support/walkedBackend';

const admin = { email: 'ida@example.com', password: 'correct horse' };
/** More than two pages, so that Load more appears twice. */
const orderCount = 90;
const partCount = 620;
const crowdCount = 400;
const mostElements = 1400;
const newest = backends().at(-1);

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const table = (page: Page, name: string) => page.getByRole('grid', { name: `Records of ${name}` });
const region = (page: Page) => page.getByRole('region', { name: 'Records of parts' });
const head = (page: Page, name: string) => page.getByRole('columnheader', { name });
const sortOf = (page: Page, name: string) => head(page, name).getAttribute('aria-sort');
const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true });
const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Collections' });
const collectionLink = (page: Page, name: string) => sidebar(page).getByRole('link', { name, exact: true });
const loaded = async (page: Page, name: string) =>
  Number(await table(page, name).getAttribute('aria-rowcount')) - 1;

async function boxOf(target: Locator) {
  const box = await target.boundingBox();
  if (!box) throw new Error('It is not drawn.');
  return box;
}

/** Returns the texts of a column, from its first rendered row on. */
function columnTexts(page: Page, collection: string, column: string): Promise<string[]> {
  return table(page, collection).evaluate((element, name) => {
    const heads = [...element.querySelectorAll('[role="columnheader"]')];
    const place = heads.findIndex((one) => one.getAttribute('data-tooltip') === name);
    const index = (row: Element) => Number(row.getAttribute('aria-rowindex'));
    return [...element.querySelectorAll('[role="row"][data-index]')]
      .sort((a, b) => index(a) - index(b))
      .map((row) => row.children[place]?.textContent ?? '');
  }, column);
}

/** Checks that the first visible rows are those that the server returns for this sort. */
async function assertSorted(page: Page, backend: TestBackend, sort: string): Promise<void> {
  const query = new URLSearchParams({ sort, perPage: '10', fields: 'title' });
  const { json } = await askServer(backend, `collections/orders/records?${query}`);
  const expected = json.items.map(({ title }: { title: string }) => title);
  const shown = async () => (await columnTexts(page, 'orders', 'title')).slice(0, 10);
  await eventually(shown, expected, `the rows by ${sort}`);
}

async function inTens(count: number, make: (n: number) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < count; at += 10)
    await Promise.all(Array.from({ length: 10 }, (_, n) => make(at + n)));
}

/** The server has no admin before it. */
async function createAdmin(page: Page, backend: TestBackend): Promise<void> {
  await page.getByLabel('Email').fill(admin.email);
  await page.getByLabel('Password', { exact: true }).fill(admin.password);
  await page.getByLabel('Password confirm').fill(admin.password);
  await button(page, 'Create and login').click();
  await heading(page, 'users').waitFor();
  await page.getByText('No records found.').waitFor();
  await page.getByText('Total found: 0').waitFor();
  await button(page, 'Account').click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await heading(page, 'Admin sign in').waitFor();
  connectClient(backend.url, await adminToken(backend));
  const schema = [field('text', 'title'), field('number', 'amount')];
  const orders = await createCollection({ name: 'orders', schema });
  await inTens(orderCount, (n) => createRecord(orders, { title: `Order ${n}`, amount: (n * 37) % 101 }));
}

async function readOrders(page: Page, backend: TestBackend): Promise<void> {
  const { keyboard } = page;
  await keyboard.type(admin.email);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await keyboard.type(admin.password);
  await keyboard.press('Enter');
  await heading(page, 'users').waitFor();
  await tabTo(page, collectionLink(page, 'orders'));
  await keyboard.press('Enter');
  await assertSorted(page, backend, '-created');
  assert.is(await sortOf(page, 'created'), 'descending');
  await page.getByText(`Total found: ${orderCount}`).waitFor();
  await head(page, 'amount').click();
  await assertSorted(page, backend, '-amount');
  await tabTo(page, head(page, 'amount').getByRole('button'));
  await keyboard.press('Space');
  await assertSorted(page, backend, '+amount');
  assert.equal([await sortOf(page, 'amount'), await sortOf(page, 'created')], ['ascending', null]);
  assert.is(await loaded(page, 'orders'), 40);
  // Backwards it is close: past the skip link to the end of the page.
  await tabTo(page, button(page, 'Load more'), 'Shift+Tab');
  await keyboard.press('Enter');
  await eventually(() => loaded(page, 'orders'), 80);
  await keyboard.press('Enter');
  await eventually(() => loaded(page, 'orders'), orderCount);
  await button(page, 'Load more').waitFor({ state: 'detached' });
  // At the first new row, or at the table if that row is out of view.
  const rows = page.getByRole('region', { name: 'Records of orders' });
  const isInTable = () => rows.evaluate((one) => one.contains(document.activeElement));
  await eventually(isInTable, true, 'the focus stays with the rows');
}

for (const { name, binary } of backends()) {
  test(`${name}: the first admin is created, reads sorted records to the end, and logs out`, async () => {
    const backend = { ...(await startBackend(binary, { bundle: true, admin: false })), admin };
    await walk(guestPage(backend), async ({ page }) => {
      await createAdmin(page, backend);
      await readOrders(page, backend);
      const lines = sidebar(page).getByRole('listitem');
      const first = async () => (await lines.getByRole('link').allTextContents())[0];
      const line = lines.filter({ hasText: 'orders' });
      const pin = button(line, 'Pin collection');
      await tabTo(page, pin);
      assert.is(await pin.evaluate((one) => getComputedStyle(one).opacity), '1', 'it is seen');
      await page.keyboard.press('Enter');
      await eventually(first, 'orders');
      const { hash } = new URL(page.url());
      await page.reload();
      await assertSorted(page, backend, '+amount');
      assert.equal([new URL(page.url()).hash, await sortOf(page, 'amount')], [hash, 'ascending']);
      await page.goBack();
      await heading(page, 'users').waitFor();
      await page.goForward();
      await assertSorted(page, backend, '+amount');
      await tabTo(page, button(page, 'Account'));
      for (const key of ['Enter', 'End', 'Enter']) await page.keyboard.press(key);
      await heading(page, 'Admin sign in').waitFor();
      assert.is(await page.evaluate(() => localStorage.getItem('pb_admin_auth')), null);
      await signIn(page, admin);
      await eventually(first, 'orders', 'the pin outlives the session');
    });
    await backend.stop();
  });
}

if (newest) {
  const open = () => signedInPage(backend, '#/collections?collectionId=parts');

  const backend = walkedBackend(newest.binary, async () => {
    const makers = await createCollection({ name: 'makers', schema: [field('text', 'name', {}, true)] });
    const maker = await createRecord(makers, { name: 'Zeta Works' });
    await createRecord(makers, { name: 'Ypsilon' });
    const parts = await createCollection({
      name: 'parts',
      schema: [
        field('text', 'title'),
        field('number', 'stock'),
        field('date', 'due'),
        field('select', 'state', { values: ['draft', 'in stock', 'sold "out"'] }),
        field('bool', 'hidden'),
        field('relation', 'maker', { collectionId: makers.id }),
      ],
    });
    const values = { due: '2026-11-22 08:40:34.000Z', state: 'in stock', maker: maker.id };
    await inTens(partCount, (n) => createRecord(parts, { title: `Part ${n}`, stock: n, ...values }));
    const collections = Array.from({ length: crowdCount }, (_, n) => ({
      id: `crowd${String(n).padStart(10, '0')}`,
      name: `crowd_${String(n).padStart(4, '0')}`,
      type: 'base',
      schema: [field('text', 'title')],
    }));
    const body = { collections, deleteMissing: false };
    assert.is((await askServer(backend, 'collections/import', { method: 'PUT', body })).status, 204);
  });

  test('every type of field is drawn, and hostile values are texts without effect', async () => {
    connectClient(backend.url, await adminToken(backend));
    const markup = 'Danger <img src=x onerror="alert(1)"><script>alert(2)</script>';
    const choice = '<b onclick=alert(3)>bold</b>';
    const people = await createCollection({
      name: 'people',
      schema: [field('text', 'name', {}, true), field('file', 'portrait', {}, true)],
    });
    const kinds = await createCollection({
      name: 'kinds',
      schema: [
        field('text', 'text', {}, true),
        field('editor', 'editor'),
        field('json', 'json'),
        field('url', 'url'),
        field('select', 'choices', { values: [choice, 'bb', 'cc', 'dd', 'ee'], maxSelect: 5 }),
        field('file', 'files', { maxSelect: 9 }),
        field('file', 'secret', { protected: true }),
        field('relation', 'persons', { collectionId: people.id, maxSelect: 9 }),
      ],
    });
    const form = formOf({
      text: markup,
      editor: '<p onclick="alert(4)">Hello <script>alert(5)</script>{{7*7}}</p>',
      json: '{"</td><script>alert(6)</script>": "\u202Etxt.exe"}',
      url: 'https://example.com/"><script>alert(7)</script>',
      files: pngFile('picture.png'),
      secret: pngFile('secret.png'),
    });
    for (const one of [choice, 'bb', 'cc', 'dd', 'ee']) form.append('choices', one);
    const ada = await createRecord(people, formOf({ name: markup, portrait: pngFile('ada.png') }));
    form.append('persons', ada.id);
    await createRecord(kinds, {});
    const full = await createRecord(kinds, form);
    await askServer(backend, 'settings', { method: 'PATCH', body: { meta: { appName: '<u>App</u>' } } });
    await walk(signedInPage(backend, '#/collections?collectionId=kinds'), async ({ page }) => {
      const dialogs: string[] = [];
      page.on('dialog', (dialog) => {
        dialogs.push(dialog.message());
        void dialog.dismiss();
      });
      await eventually(() => columnTexts(page, 'kinds', 'text'), [markup, 'N/A']);
      assert.match((await columnTexts(page, 'kinds', 'choices'))[0] ?? '', /^<b onclick.*\+\d$/);
      assert.match((await columnTexts(page, 'kinds', 'json'))[0] ?? '', '</td><script>alert(6)</script>');
      assert.match((await columnTexts(page, 'kinds', 'editor'))[0] ?? '', /^Hello/);
      await page.getByRole('gridcell', { name: markup }).first().hover();
      await page.getByRole('tooltip').getByText(markup).waitFor();
      const [secret = ''] = listOf(fieldValue(full, 'secret'));
      const portrait = listOf(fieldValue(ada, 'portrait'));
      for (const picture of [...listOf(fieldValue(full, 'files')), secret, ...portrait]) {
        const image = page.getByRole('img', { name: picture }).first();
        await image.scrollIntoViewIfNeeded();
        const width = () => image.evaluate((one: HTMLImageElement) => one.naturalWidth);
        await eventually(async () => (await width()) > 0, true, picture);
      }
      const foreign = page.locator('body').locator('script, u, [onclick], [onerror], img[src="x"]');
      assert.equal(await foreign.evaluateAll((all) => all.map((one) => one.outerHTML)), []);
      assert.equal(dialogs, []);
    });
  });

  test('all rows are read by keys, and many rows and collections need few elements', () =>
    walk(open(), async ({ page }) => {
      const count = async () => assert.ok((await countElements(page)) <= mostElements);
      await eventually(() => loaded(page, 'parts'), 40);
      await region(page).focus();
      await page.keyboard.press('End');
      const left = () =>
        region(page).evaluate(({ scrollTop, clientHeight, scrollHeight }) =>
          Math.round(scrollHeight - clientHeight - scrollTop),
        );
      await eventually(left, 0, 'the last row is in view');
      await page.keyboard.press('End');
      await eventually(() => loaded(page, 'parts'), 80);
      // The answer comes after the press of Stop.
      const address = '**/records?*perPage=480*';
      const stop = async (route: Route) => {
        await button(page, 'Stop').click();
        await route.fallback();
      };
      await page.route(address, stop, { times: 1 });
      await button(page, 'Load all').click();
      await eventually(() => loaded(page, 'parts'), 480);
      await page.getByText(/^480 (of 620 )?loaded$/).waitFor();
      await button(page, 'Load all').focus();
      await page.keyboard.press('Enter');
      await eventually(() => loaded(page, 'parts'), partCount);
      await button(page, 'Load all').waitFor({ state: 'detached' });
      await eventually(() => hasFocus(region(page)), true);
      await count();
      await region(page).evaluate((one) => one.scrollTo(0, one.scrollHeight / 2));
      const middle = async () => Number(await page.getByRole('row').nth(12).getAttribute('aria-rowindex'));
      await eventually(async () => Math.abs((await middle()) - partCount / 2) < 40, true);
      await count();
      const find = page.getByRole('searchbox', { name: 'Search collections' });
      await find.fill(`crowd_0${crowdCount - 1}`);
      await collectionLink(page, `crowd_0${crowdCount - 1}`).click();
      await heading(page, `crowd_0${crowdCount - 1}`).waitFor();
      await find.fill('');
      await collectionLink(page, `crowd_0${crowdCount - 1}`).waitFor();
      await count();
    }));

  test('a head sorts wherever it is pressed; neither an active row nor a tick moves the others', () =>
    walk(open(), async ({ page }) => {
      const arrow = head(page, 'title').locator('button > span:last-child').first();
      const opacity = () => arrow.evaluate((one) => getComputedStyle(one).opacity);
      const row = region(page).locator('[data-index="2"]');
      await row.waitFor();
      assert.is(await opacity(), '0');
      await head(page, 'title').hover();
      await eventually(opacity, '1');
      for (const [across, down, sort] of [
        [0.03, 0.5, 'descending'],
        [0.6, 0.08, 'ascending'],
        [0.5, 0.92, 'descending'],
      ] as const) {
        const { x, y, width, height } = await boxOf(head(page, 'title'));
        await page.mouse.click(x + width * across, y + height * down);
        await eventually(() => sortOf(page, 'title'), sort, `${across} ${down}`);
      }
      await page.mouse.move(5, 5);
      const look = () =>
        row.evaluate((element) => {
          const [link, copy] = [element.querySelector('a'), element.querySelector('[aria-label="Copy"]')];
          if (!link?.parentElement || !copy) return null;
          const place = `${link.getBoundingClientRect().x} ${copy.getBoundingClientRect().x}`;
          const { backgroundColor } = getComputedStyle(link.parentElement);
          return [place, backgroundColor !== 'rgba(0, 0, 0, 0)', getComputedStyle(copy).opacity];
        });
      const plain = await look();
      assert.equal(plain?.slice(1), [false, '0']);
      const active = [plain?.[0], true, '1'];
      await row.hover();
      await eventually(look, active, 'the id is a chip in its place');
      await page.mouse.move(5, 5);
      await eventually(look, plain);
      await tabTo(page, row.getByRole('rowheader'));
      await eventually(look, active);
      const cell = row.getByRole('gridcell', { name: '2026-11-22 08:40:34' });
      await cell.evaluate((one) => document.getSelection()?.selectAllChildren(one));
      assert.is(await page.evaluate(() => String(document.getSelection())), '2026-11-22 08:40:34');
      const cells = await table(page, 'parts').getByRole('gridcell').count();
      const restyled = await countRestyled(page, () => row.getByRole('checkbox').click());
      assert.ok(restyled > 0 && restyled < cells, `${restyled} elements of ${cells} cells`);
      await button(page, 'Columns').focus();
      await page.keyboard.press('Enter');
      await tabTo(page, button(page, 'Hide all'));
      await page.keyboard.press('Enter');
      await eventually(() => page.getByRole('columnheader').count(), 2, 'the checkbox and the id stay');
      await button(page, 'Show all').click();
      await head(page, 'stock').waitFor();
    }));
}
