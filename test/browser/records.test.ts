// The records of a collection, from the first run of a server to the logout, by mouse and by keys.
import { type Page, type Route, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { type AnyRecord, fieldValue, listOf } from '../../ui/model/record';
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
  atHash,
  checkPicture,
  countElements,
  eventually,
  guestPage,
  shoot,
  signedInPage,
  signIn,
  tabTo,
  visit,
  walk,
} from '../support/walk';

const admin = { email: 'ida@example.com', password: 'correct horse' };
/** More than two pages, so that Load more appears twice. */
const orderCount = 90;
const crowdCount = 1000;
const mostElements = 1400;
const programs = backends('contract');
const newest = programs.at(-1);

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const table = (page: Page, name: string) => page.getByRole('grid', { name: `Records of ${name}` });
const head = (page: Page, name: string) => page.getByRole('columnheader', { name }).getByRole('button');
const sortOf = (page: Page, name: string) =>
  page.getByRole('columnheader', { name }).getAttribute('aria-sort');
const loadMore = (page: Page) => page.getByRole('button', { name: 'Load more' });
const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Collections' });
const collectionLink = (page: Page, name: string) => sidebar(page).getByRole('link', { name, exact: true });
const loadedRows = async (page: Page, name: string) =>
  Number(await table(page, name).getAttribute('aria-rowcount')) - 1;

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

async function seedOrders(backend: TestBackend): Promise<void> {
  connectClient(backend.url, await adminToken(backend));
  const orders = await createCollection({
    name: 'orders',
    schema: [field('text', 'title'), field('number', 'amount')],
  });
  await inTens(orderCount, (n) => createRecord(orders, { title: `Order ${n}`, amount: (n * 37) % 101 }));
}

async function inTens(count: number, make: (n: number) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < count; at += 10)
    await Promise.all(Array.from({ length: 10 }, (_, n) => make(at + n)));
}

/** Presses by keys alone if `byKeys`. */
async function press(page: Page, byKeys: boolean, name: string, role: 'menuitem' | 'button' = 'button') {
  const target = page.getByRole(role, { name });
  if (!byKeys) return target.click();
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await heading(page, 'Admin sign in').waitFor();
}

/** From the first run to the logout, by mouse. The server has no admin before it. */
async function mouseWalk(backend: TestBackend, { isLookedAt = false } = {}): Promise<void> {
  await walk(guestPage(backend), async (opened) => {
    const { page } = opened;
    await page.getByLabel('Email').fill(admin.email);
    await page.getByLabel('Password', { exact: true }).fill(admin.password);
    await page.getByLabel('Password confirm').fill(admin.password);
    await page.getByRole('button', { name: 'Create and login' }).click();
    await heading(page, 'users').waitFor();
    await page.getByText('No records found.').waitFor();
    await page.getByText('Total found: 0').waitFor();
    if (isLookedAt) await checkPicture(opened, 'records-empty');
    await logOut(page);
    await seedOrders(backend);

    await signIn(page, admin);
    await heading(page, 'users').waitFor();
    await collectionLink(page, 'orders').click();
    await heading(page, 'orders').waitFor();
    await assertSorted(page, backend, '-created');
    assert.is(await sortOf(page, 'created'), 'descending');
    await page.getByText(`Total found: ${orderCount}`).waitFor();
    await head(page, 'amount').click();
    await assertSorted(page, backend, '-amount');
    await head(page, 'amount').click();
    await assertSorted(page, backend, '+amount');
    assert.is(await sortOf(page, 'amount'), 'ascending');
    assert.is(await sortOf(page, 'created'), null);

    assert.is(await loadedRows(page, 'orders'), 40);
    await loadMore(page).click();
    await eventually(() => loadedRows(page, 'orders'), 80);
    await loadMore(page).click();
    await eventually(() => loadedRows(page, 'orders'), orderCount);
    await loadMore(page).waitFor({ state: 'detached' });
    const { json } = await askServer(backend, 'collections/orders/records?perPage=1');
    assert.is(json.totalItems, orderCount);
    if (isLookedAt) await checkPicture(opened, 'records-sorted');

    const { hash } = new URL(page.url());
    await page.reload();
    await heading(page, 'orders').waitFor();
    assert.is(new URL(page.url()).hash, hash);
    await assertSorted(page, backend, '+amount');
    assert.is(await sortOf(page, 'amount'), 'ascending');

    await page.goBack();
    await heading(page, 'users').waitFor();
    await page.goForward();
    await heading(page, 'orders').waitFor();
    await assertSorted(page, backend, '+amount');
    await logOut(page);
    assert.is(await page.evaluate(() => localStorage.getItem('pb_admin_auth')), null);
  });
}

if (newest) {
  let backend: TestBackend;
  /** The other program, or the same again: it creates many collections beside the tests, which takes time. */
  let crowded: TestBackend;
  let crowd: Promise<void>;
  const other = programs[0] ?? newest;

  const start = async (binary: string) => ({
    ...(await startBackend(binary, { bundle: true, admin: false })),
    // Created by the first test.
    admin,
  });

  test.beforeAll(async () => {
    backend = await start(newest.binary);
    crowded = await start(other.binary);
  });
  test.afterAll(async () => {
    await backend?.stop();
    await crowded?.stop();
  });

  test(`${other.name}: from the first run to the logout, sorted and read to the end, by mouse`, async () => {
    await mouseWalk(crowded);
    crowd = makeCrowd(crowded);
    // The test that needs it awaits it.
    crowd.catch(() => {});
  });

  test(`${newest.name}: the same`, () => mouseWalk(backend, { isLookedAt: true }));

  async function makeCrowd(on: TestBackend): Promise<void> {
    const atOnce = 50;
    for (let at = 0; at < crowdCount; at += atOnce) {
      const collections = Array.from({ length: atOnce }, (_, n) => ({
        id: `crowd${String(at + n).padStart(10, '0')}`,
        name: `crowd_${String(at + n).padStart(4, '0')}`,
        type: 'base',
        schema: [field('text', 'title')],
      }));
      const body = { collections, deleteMissing: false };
      const { status, json } = await askServer(on, 'collections/import', { method: 'PUT', body });
      if (status !== 204) throw new Error(JSON.stringify(json));
    }
    const body = (n: number) => ({ title: `Row ${n}` });
    await inTens(crowdCount, (n) =>
      askServer(on, 'collections/crowd_0500/records', { method: 'POST', body: body(n) }),
    );
  }

  test('works the same by keys alone', () =>
    walk(guestPage(backend), async ({ page }) => {
      const { keyboard } = page;
      await heading(page, 'Admin sign in').waitFor();
      await keyboard.type(admin.email);
      await tabTo(page, page.getByLabel('Password', { exact: true }));
      await keyboard.type(admin.password);
      await keyboard.press('Enter');
      await heading(page, 'users').waitFor();
      await tabTo(page, collectionLink(page, 'orders'));
      await keyboard.press('Enter');
      await heading(page, 'orders').waitFor();
      await assertSorted(page, backend, '-created');
      await press(page, true, 'amount');
      await assertSorted(page, backend, '-amount');
      await keyboard.press('Space');
      await assertSorted(page, backend, '+amount');

      // Backwards it is close: past the skip link to the end of the page.
      await tabTo(page, loadMore(page), 'Shift+Tab');
      await keyboard.press('Enter');
      await eventually(() => loadedRows(page, 'orders'), 80);
      await keyboard.press('Enter');
      await eventually(() => loadedRows(page, 'orders'), orderCount);
      // At the first new row, or at the table if that row is out of view.
      const region = page.getByRole('region', { name: 'Records of orders' });
      const isInTable = () => region.evaluate((one) => one.contains(document.activeElement));
      await eventually(isInTable, true, 'the focus stays with the rows');
      await page.reload();
      await assertSorted(page, backend, '+amount');
      // The key belongs to the browser, not to the page.
      await page.goBack();
      await heading(page, 'users').waitFor();
      await press(page, true, 'Account');
      await keyboard.press('End');
      await keyboard.press('Enter');
      await heading(page, 'Admin sign in').waitFor();
    }));

  test('every type of field has its cell, filled and empty', async () => {
    connectClient(backend.url, await adminToken(backend));
    const people = await createCollection({
      name: 'people',
      schema: [field('text', 'name', {}, true), field('file', 'portrait', {}, true)],
    });
    const kinds = await createCollection({
      name: 'kinds',
      schema: [
        field('text', 'text'),
        field('editor', 'editor'),
        field('number', 'number'),
        field('bool', 'bool'),
        field('email', 'email'),
        field('url', 'url'),
        field('date', 'date'),
        field('select', 'one_choice', { values: ['red', 'green'] }),
        field('select', 'choices', { values: ['aa', 'bb', 'cc', 'dd', 'ee'], maxSelect: 5 }),
        field('json', 'json'),
        field('file', 'files', { maxSelect: 9 }),
        field('file', 'secret', { protected: true }),
        field('relation', 'person', { collectionId: people.id }),
        field('relation', 'persons', { collectionId: people.id, maxSelect: 9 }),
      ],
    });
    const ada = await createRecord(people, formOf({ name: 'Ada', portrait: pngFile('ada.png') }));
    const bo = await createRecord(people, { name: 'Bo' });
    const form = formOf({
      text: 'Plain text',
      editor: '<p>Rich <b>bold</b> &amp; more</p>',
      number: '12.5',
      bool: 'true',
      email: 'someone@example.com',
      url: 'https://example.com/x',
      date: '2026-11-20 10:11:12.345Z',
      one_choice: 'green',
      json: '{"a":[1,null]}',
      secret: pngFile('secret.png'),
      person: ada.id,
    });
    for (const choice of ['aa', 'bb', 'cc', 'dd', 'ee']) form.append('choices', choice);
    for (const id of [bo.id, ada.id]) form.append('persons', id);
    form.append('files', pngFile('picture.png'));
    form.append('files', new File(['text'], 'notes.txt', { type: 'text/plain' }));
    await createRecord(kinds, {});
    const full = await createRecord(kinds, form);
    const filesOf = (record: AnyRecord, name: string) => listOf(fieldValue(record, name));

    await walk(signedInPage(backend, '#/collections?collectionId=kinds'), async (opened) => {
      const { page } = opened;
      await heading(page, 'kinds').waitFor();
      const expected: Record<string, readonly [filled: string, empty: string]> = {
        text: ['Plain text', 'N/A'],
        editor: ['Rich bold & more', 'N/A'],
        number: ['12.5', '0'],
        bool: ['True', 'False'],
        email: ['someone@example.com', 'N/A'],
        url: ['https://example.com/x', 'N/A'],
        date: ['2026-11-20 10:11:12', 'N/A'],
        one_choice: ['green', 'N/A'],
        json: ['{"a":[1,null]}', 'N/A'],
        person: ['Ada', 'N/A'],
      };
      for (const [column, texts] of Object.entries(expected)) {
        const shown = () => columnTexts(page, 'kinds', column);
        await eventually(shown, [...texts], column);
      }
      assert.match((await columnTexts(page, 'kinds', 'choices'))[0] ?? '', /^aa.*\+\d$/);
      assert.match((await columnTexts(page, 'kinds', 'persons'))[0] ?? '', /^Bo/);

      const [picture = '', notes = ''] = filesOf(full, 'files');
      const [secret = ''] = filesOf(full, 'secret');
      const [portrait = ''] = filesOf(ada, 'portrait');
      const isDrawn = (name: string) =>
        page
          .getByRole('img', { name })
          .first()
          .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0);
      await page.getByRole('img', { name: picture }).scrollIntoViewIfNeeded();
      await eventually(() => isDrawn(picture), true, picture);
      await page.getByRole('img', { name: notes }).waitFor();
      const without = await fetch(`${backend.url}/api/files/kinds/${full.id}/${secret}?thumb=100x100`);
      assert.not.ok(without.ok, 'nobody else sees a protected file');
      await page.getByRole('img', { name: secret }).scrollIntoViewIfNeeded();
      await eventually(() => isDrawn(secret), true, secret);
      await eventually(() => isDrawn(portrait), true, 'the picture of a related record');
      await checkPicture(opened, 'records-kinds-end');
      await page.getByRole('columnheader', { name: 'text' }).scrollIntoViewIfNeeded();
      await checkPicture(opened, 'records-kinds');
      const link = page.getByRole('link', { name: 'https://example.com/x' });
      assert.is(await link.getAttribute('target'), '_blank');
      assert.match((await link.getAttribute('rel')) ?? '', /noopener/);
    });
  });

  test('shows text that looks like markup or a script URL as text without effect', async () => {
    connectClient(backend.url, await adminToken(backend));
    const markup = 'Danger <img src=x onerror="alert(1)"><script>alert(2)</script>';
    const choice = '<b onclick=alert(3)>bold</b>';
    const hostile = await createCollection({
      name: 'hostile',
      schema: [
        field('text', 'text', {}, true),
        field('editor', 'editor'),
        field('json', 'json'),
        field('select', 'choice', { values: [choice] }),
        field('url', 'url'),
      ],
    });
    const linked = await createCollection({
      name: 'hostile_links',
      schema: [field('relation', 'target', { collectionId: hostile.id })],
    });
    const record = await createRecord(hostile, {
      text: markup,
      editor: '<p onclick="alert(4)">Hello <script>alert(5)</script>{{7*7}}</p>',
      json: { '</td><script>alert(6)</script>': '\u202Etxt.exe' },
      choice,
      url: 'https://example.com/"><script>alert(7)</script>',
    });
    await createRecord(linked, { target: record.id });
    await askServer(backend, 'settings', { method: 'PATCH', body: { meta: { appName: '<u>App</u>' } } });

    await walk(signedInPage(backend, '#/collections?collectionId=hostile'), async (opened) => {
      const { page } = opened;
      const dialogs: string[] = [];
      page.on('dialog', (dialog) => {
        dialogs.push(dialog.message());
        void dialog.dismiss();
      });
      await eventually(() => columnTexts(page, 'hostile', 'text'), [markup]);
      assert.equal(await columnTexts(page, 'hostile', 'choice'), [choice]);
      assert.match((await columnTexts(page, 'hostile', 'json'))[0] ?? '', '</td><script>alert(6)</script>');
      assert.match((await columnTexts(page, 'hostile', 'editor'))[0] ?? '', /^Hello/);
      await page.getByText(markup).hover();
      await page.getByRole('tooltip').getByText(markup).waitFor();
      await eventually(() => page.title(), 'hostile - <u>App</u> - Lowline');
      await checkPicture(opened, 'records-hostile');

      await collectionLink(page, 'hostile_links').click();
      await page.getByRole('gridcell', { name: /^Danger/ }).waitFor();
      const foreign = page.locator('body').locator('script, u, [onclick], [onerror], img[src="x"]');
      assert.equal(await foreign.evaluateAll((all) => all.map((one) => one.outerHTML)), []);
      assert.equal(dialogs, []);
    });
    await askServer(backend, 'settings', { method: 'PATCH', body: { meta: { appName: 'Acme' } } });
  });

  test('finds and pins collections in the sidebar by keys, and keeps the pins after a logout', () =>
    walk(signedInPage(backend), async (opened) => {
      const { page } = opened;
      const search = page.getByRole('searchbox', { name: 'Search collections' });
      const names = () => sidebar(page).getByRole('listitem').getByRole('link').allTextContents();
      await heading(page, 'users').waitFor();
      const all = ['users', 'hostile', 'hostile_links', 'kinds', 'orders', 'people'];
      await eventually(names, all);
      await search.fill('O RD');
      await eventually(names, ['orders']);
      await search.fill('_pb_users_auth_');
      await eventually(names, ['users']);
      await search.fill('nothing like it');
      await sidebar(page).getByText('No collections found.').waitFor();
      await checkPicture(opened, 'sidebar-none', { sizes: ['wide'] });
      await sidebar(page).getByRole('button', { name: 'Clear' }).click();
      await eventually(names, all);

      const line = sidebar(page)
        .getByRole('listitem')
        .filter({ hasText: /^orders$/ });
      const pin = line.getByRole('button', { name: 'Pin collection' });
      await tabTo(page, pin);
      assert.is(await pin.evaluate((button) => getComputedStyle(button).opacity), '1', 'it is seen');
      await page.keyboard.press('Enter');
      await eventually(names, ['orders', ...all.filter((name) => name !== 'orders')]);
      await sidebar(page).getByRole('heading', { name: 'Pinned' }).waitFor();
      await sidebar(page).getByRole('heading', { name: 'Others' }).waitFor();
      await checkPicture(opened, 'sidebar-pinned', { sizes: ['wide'] });
      await page.reload();
      await eventually(async () => (await names())[0], 'orders');
      await logOut(page);
      await signIn(page, admin);
      await eventually(async () => (await names())[0], 'orders');
      await line.getByRole('button', { name: 'Unpin collection' }).click();
      await eventually(names, all);
    }));

  test('reports an unknown collection and shows the first one; ignores an unknown sort', () =>
    walk(signedInPage(backend, '#/collections?collectionId=nowhere'), async ({ page }) => {
      await page.getByRole('alert').filter({ hasText: 'There is no collection "nowhere".' }).waitFor();
      await heading(page, 'users').waitFor();
      await atHash(page, '#/collections?collectionId=_pb_users_auth_');
      await visit(page, '#/collections?collectionId=orders&sort=-nothing');
      await assertSorted(page, backend, '-created');
      assert.is(await sortOf(page, 'created'), 'descending');
      assert.is(await page.getByRole('main').getByRole('alert').count(), 0);
    }));

  const unreadable = "The server's answer could not be read:";
  const failures: readonly [what: string, answer: (route: Route) => unknown, sentence: string][] = [
    [
      'a failure of the server',
      (route) => route.fulfill({ status: 500, json: { code: 500, message: '', data: {} } }),
      'Something went wrong while processing your request.',
    ],
    [
      'a web page',
      (route) =>
        route.fulfill({ contentType: 'text/html', body: '<!doctype html><p>Log in to the proxy</p>' }),
      `${unreadable} a web page came instead of data.`,
    ],
    [
      'half an answer',
      (route) => route.fulfill({ contentType: 'application/json', body: '{"page":1,"items":[{"id":"a' }),
      `${unreadable} it is no complete JSON.`,
    ],
    [
      'something else than a list',
      (route) => route.fulfill({ json: { page: 1, items: 'none' } }),
      `${unreadable} a list was expected.`,
    ],
    [
      'rows of another shape',
      (route) => route.fulfill({ json: { page: 1, items: [{ id: 7 }] } }),
      `${unreadable} items.0.`,
    ],
    ['no response', (route) => route.abort(), 'The server cannot be reached. Check'],
  ];

  for (const [kind, address, title] of [
    ['records', '**/api/collections/*/records?*', 'The records could not be loaded.'],
    ['collections', '**/api/collections?*', 'The collections could not be loaded.'],
  ] as const) {
    test(`explains ${kind} that cannot be read, with a way on`, () =>
      walk(signedInPage(backend, '#/collections?collectionId=orders'), async (opened) => {
        const { page, watch } = opened;
        watch.expect(/ERR_FAILED/);
        await assertSorted(page, backend, '-created');
        for (const [what, answer, sentence] of failures) {
          await page.route(address, answer);
          if (kind === 'collections' || what === 'a web page') await page.reload();
          else await page.getByRole('button', { name: 'Refresh' }).click();
          await page.getByRole('heading', { name: title }).waitFor();
          const main = page.getByRole('main');
          await main.getByText(sentence).waitFor();
          if (what === 'a web page') await checkPicture(opened, `${kind}-failed`);
          await page.unroute(address, answer);
          // The banner for an unreachable server reloads by itself.
          if (what !== 'no response') await main.getByRole('button', { name: 'Retry' }).click();
          await assertSorted(page, backend, '-created');
          await eventually(() => page.getByRole('heading', { name: title }).count(), 0, `after ${what}`);
        }
      }));
  }

  test('explains refused records, and the session continues', () =>
    walk(signedInPage(backend, '#/collections?collectionId=orders'), async (opened) => {
      const { page } = opened;
      await assertSorted(page, backend, '-created');
      const address = '**/api/collections/*/records?*';
      const message = 'Only admins can access this action.';
      await page.route(address, (route) =>
        route.fulfill({ status: 403, json: { code: 403, message, data: {} } }),
      );
      await page.getByRole('button', { name: 'Refresh' }).click();
      await page.getByRole('heading', { name: 'You are not allowed to view these records.' }).waitFor();
      await page.getByRole('main').getByText(message).waitFor();
      await checkPicture(opened, 'records-denied');
      await page.unroute(address);
      await page.getByRole('button', { name: 'Retry' }).click();
      await assertSorted(page, backend, '-created');
    }));

  test('shows skeletons while records load for the first time, and the old rows later', () =>
    walk(signedInPage(backend, '#/collections?collectionId=orders'), async (opened) => {
      const { page } = opened;
      await assertSorted(page, backend, '-created');
      let letGo = () => {};
      const held = new Promise<void>((done) => {
        letGo = done;
      });
      const hold = (route: Route) => held.then(() => route.fallback());
      await page.route('**/api/collections/*/records?*', hold);
      await page.reload();
      await page.getByRole('progressbar', { name: 'Loading' }).waitFor();
      assert.is(await table(page, 'orders').getAttribute('aria-busy'), 'true');
      await page.getByText('Total found: ...').waitFor();
      await checkPicture(opened, 'records-loading');
      letGo();
      await page.unroute('**/api/collections/*/records?*', hold);
      await assertSorted(page, backend, '-created');

      let letGoAgain = () => {};
      const heldAgain = new Promise<void>((done) => {
        letGoAgain = done;
      });
      await page.route('**/api/collections/*/records?*', (route) => heldAgain.then(() => route.fallback()));
      await head(page, 'amount').click();
      await page.getByRole('progressbar', { name: 'Loading' }).waitFor();
      assert.is(await loadedRows(page, 'orders'), 40, 'the rows stay');
      await checkPicture(opened, 'records-reloading', { sizes: ['wide'] });
      letGoAgain();
      await assertSorted(page, backend, '-amount');
      await page.getByRole('progressbar', { name: 'Loading' }).waitFor({ state: 'detached' });
    }));

  test('a thousand collections and a thousand rows need few elements', async () => {
    await crowd;
    await walk(signedInPage(crowded, '#/collections?collectionId=crowd_0500'), async (opened) => {
      const { page } = opened;
      await heading(page, 'crowd_0500').waitFor();
      await collectionLink(page, 'crowd_0500').waitFor();
      const most: Record<string, number> = {};
      const count = async (where: string) => {
        most[where] = await countElements(page);
      };
      for (let loaded = 40; loaded < crowdCount; loaded += 40) {
        await loadMore(page).click();
        await eventually(() => loadedRows(page, 'crowd_0500'), loaded + 40);
      }
      await count('at the end of the rows');
      await page.getByRole('region', { name: 'Records of crowd_0500' }).evaluate((scroller) => {
        scroller.scrollTop = scroller.scrollHeight / 2;
      });
      const middle = page.getByRole('row').nth(12);
      const isAmid = async () => Math.abs(Number(await middle.getAttribute('aria-rowindex')) - 500) < 40;
      await eventually(isAmid, true);
      await count('amid the rows');
      await shoot(page, 'crowd');
      const search = page.getByRole('searchbox', { name: 'Search collections' });
      await search.fill('crowd_0999');
      await collectionLink(page, 'crowd_0999').click();
      await heading(page, 'crowd_0999').waitFor();
      await search.fill('');
      await collectionLink(page, 'crowd_0999').waitFor();
      await count('at the end of the collections');
      await checkPicture(opened, 'crowd-end');
      for (const [where, elements] of Object.entries(most)) {
        assert.ok(elements <= mostElements, `${elements} elements ${where}`);
      }
    });
  });
}
