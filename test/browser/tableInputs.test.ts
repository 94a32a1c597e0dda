// The inputs over the cells of the table: how they grow, which values they refuse, and a session that ends meanwhile.
import { type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { make, stored } from '../support/editorWalk';
import { connectClient, createCollection, field } from '../support/realBackend';
import { adminToken, backends, startBackend, type TestBackend } from '../support/server';
import { press, stagedBar, tableOf, updatesOf } from '../support/tableWalk';
import { askServer, checkPicture, eventually, hasFocus, signedInPage, tabTo, walk } from '../support/walk';

const newest = backends().at(-1);
const address = '#/collections?collectionId=people';

if (newest) {
  let backend: TestBackend;
  const ids: string[] = [];
  const columns = ['pick', 'id', 'name', 'mail', 'page', 'age', 'meta', 'note'];
  const { row, cell } = tableOf(ids, columns);
  const cellInput = (page: Page) => page.locator('main section').getByRole('textbox');
  const save = (page: Page) => stagedBar(page).getByRole('button', { name: 'Save', exact: true });
  const signInAgain = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' });
  const storedAs = async (at: number, name: string) =>
    (await stored(backend, 'people', ids[at] ?? ''))?.[name];

  test.beforeAll(async () => {
    backend = await startBackend(newest.binary, { bundle: true });
    connectClient(backend.url, await adminToken(backend));
    await createCollection({
      name: 'people',
      schema: [
        field('text', 'name', {}, true),
        field('email', 'mail'),
        field('url', 'page'),
        field('number', 'age'),
        field('json', 'meta', { maxSize: 2000 }),
        field('editor', 'note'),
      ],
    });
    for (let at = 0; at < 4; at += 1) {
      ids.push((await make(backend, 'people', { name: `Person ${at}`, age: 30 + at })).id);
    }
  });
  test.afterAll(async () => {
    await backend?.stop();
  });

  test('values typed before the code of the inputs is there are saved in their records', () =>
    walk(signedInPage(backend, '#/settings', { savesData: true }), async ({ page }) => {
      await page.getByRole('heading', { level: 1 }).waitFor();
      const late: (() => void)[] = [];
      await page.route(/\/cells-/, (route) => {
        late.push(() => void route.continue());
      });
      await page.evaluate((hash) => location.assign(hash), address);
      await row(page, 3).waitFor();
      await tabTo(page, cell(page, 3, 'age'));
      await page.keyboard.type('101');
      await press(page, 'Enter');
      await page.keyboard.type('102');
      await press(page, 'Enter', 'ArrowDown');
      await page.keyboard.type('104');
      await cell(page, 1, 'name').click({ modifiers: ['Alt'] });
      await page.keyboard.type('Late');
      await eventually(() => late.length > 0, true, 'the code is asked for');
      for (const arrive of late) arrive();
      await eventually(() => cellInput(page).inputValue(), 'Late');
      await page.keyboard.type('ly');
      await press(page, 'Enter');
      await stagedBar(page).getByText('4 changes in 4 records').waitFor();
      await press(page, 'Control+s');
      await page.getByText('Saved 4 records.').waitFor();
      const ages = await Promise.all([3, 2, 1, 0].map((at) => storedAs(at, 'age')));
      assert.equal(ages, [101, 102, 31, 104]);
      assert.is(await storedAs(1, 'name'), 'Lately');
    }));

  test('a value typed before the code of the inputs is named if that code cannot be loaded', () =>
    walk(signedInPage(backend, '#/settings'), async ({ page, watch }) => {
      await page.getByRole('heading', { level: 1 }).waitFor();
      watch.expect(/Failed to load resource.*cells-/);
      await page.route(/\/cells-/, (route) => route.abort());
      await page.evaluate((hash) => location.assign(hash), address);
      await row(page, 3).waitFor();
      await tabTo(page, cell(page, 3, 'age'));
      await page.keyboard.type('107');
      await press(page, 'Enter');
      await page.getByText('Not entered: "107". Check the connection and type it again.').waitFor();
    }));

  test('the popups of json and rich text begin in their input, so that typing loses nothing', () =>
    walk(signedInPage(backend, address), async ({ page }) => {
      await row(page, 3).waitFor();
      for (const [name, typed, expected] of [
        ['meta', '7', '7'],
        ['note', 'Hello', '<p>Hello</p>'],
      ] as const) {
        await tabTo(page, cell(page, 3, name));
        await press(page, 'Enter');
        const popup = page.getByRole('dialog', { name: `Change ${name}` });
        await eventually(() => hasFocus(popup.locator('.cm-content, .ql-editor')), true, name);
        // An empty JSON field holds null.
        await press(page, 'Control+a');
        await page.keyboard.type(typed);
        await popup.getByRole('button', { name: 'Keep' }).click();
        await eventually(() => hasFocus(cell(page, 3, name)), true);
        await press(page, 'Control+s');
        await eventually(async () => JSON.stringify(await storedAs(3, name)).replaceAll('"', ''), expected);
      }
    }));

  test('a text with the lines of Windows keeps them when one letter changes', () =>
    walk(signedInPage(backend, address), async ({ page }) => {
      const { id } = await make(backend, 'people', { name: 'one\r\ntwo', age: 50 });
      await page.reload();
      const name = page.locator('tr[data-index]').filter({ hasText: id }).locator('td').nth(2);
      await tabTo(page, page.locator('tbody td[tabindex="0"]'));
      await name.click({ modifiers: ['Alt'] });
      await press(page, 'F2');
      await eventually(() => cellInput(page).inputValue(), 'one\ntwo');
      await press(page, 'Control+End');
      await page.keyboard.type('!');
      await press(page, 'Enter', 'Control+s');
      await page.getByText('Saved 1 record.').waitFor();
      assert.is((await stored(backend, 'people', id))?.['name'], 'one\r\ntwo!');
    }));

  test('the input of a text grows with its lines up to 200 px, and scrolls then', () =>
    walk(signedInPage(backend, address), async ({ page }) => {
      await row(page, 2).waitFor();
      await tabTo(page, cell(page, 2, 'name'));
      await press(page, 'Enter');
      const input = cellInput(page);
      await input.waitFor();
      const sizes = () =>
        input.evaluate((area) => ({
          height: Math.round(area.getBoundingClientRect().height),
          scrolls: area.scrollHeight > area.clientHeight + 1,
        }));
      const first = await sizes();
      assert.ok(first.height < 50, `one line is ${first.height} px`);
      await press(page, 'Shift+Enter');
      await page.keyboard.type('second');
      await press(page, 'Shift+Enter');
      await page.keyboard.type('third');
      await eventually(() => input.inputValue(), 'Person 2\nsecond\nthird');
      const third = await sizes();
      assert.ok(third.height > first.height + 20, `three lines are ${third.height} px`);
      assert.is(third.scrolls, false);
      for (let line = 4; line <= 14; line += 1) await press(page, 'Shift+Enter');
      await page.keyboard.type('the end');
      await eventually(sizes, { height: 200, scrolls: true });
      const hidden = await input.evaluate((area) => area.scrollHeight - area.clientHeight - area.scrollTop);
      assert.ok(hidden < 10, `the line of the caret is ${hidden} px below the edge`);
      await press(page, 'Enter');
      await stagedBar(page).getByText('1 change in 1 record').waitFor();
    }));

  test('e-mail and web addresses are edited; a wrong one is told in its cell and never sent', () =>
    walk(signedInPage(backend, address), async (opened) => {
      const { page } = opened;
      const sent = updatesOf(page, ids);
      await row(page, 1).waitFor();
      await tabTo(page, cell(page, 1, 'mail'));
      await page.keyboard.type('ada');
      await eventually(() => cellInput(page).inputValue(), 'ada');
      const fault = page.getByRole('alert').getByText('Must be a valid email.');
      await fault.waitFor();
      await press(page, 'Tab');
      await eventually(() => hasFocus(cell(page, 1, 'page')), true);
      await page.keyboard.type('example');
      await page.getByRole('alert').getByText('Must be a valid url.').waitFor();
      await checkPicture(opened, 'table-wrong-address');
      await press(page, 'Enter');
      for (const [name, text, fault] of [
        ['mail', 'ada', 'Must be a valid email.'],
        ['page', 'example', 'Must be a valid url.'],
      ] as const) {
        await eventually(() => cell(page, 1, name).getAttribute('aria-invalid'), 'true', name);
        assert.match((await cell(page, 1, name).getAttribute('aria-description')) ?? '', fault);
        assert.is(await cell(page, 1, name).innerText(), text);
      }
      await tabTo(page, cell(page, 1, 'age'), 'Shift+Tab');
      await page.keyboard.type('44');
      await press(page, 'Enter', 'Control+s');
      await page.getByText('Saved 1 of 3 changes.').waitFor();
      assert.equal(sent, [{ id: ids[1], body: { age: 44 } }]);
      await press(page, 'Escape');

      await tabTo(page, cell(page, 1, 'mail'));
      await press(page, 'Enter', 'End');
      await page.keyboard.type('@example.com');
      await eventually(() => cellInput(page).inputValue(), 'ada@example.com');
      await fault.waitFor({ state: 'detached' });
      await press(page, 'Tab', 'F2', 'Home');
      await page.keyboard.type('https://');
      await press(page, 'End');
      await page.keyboard.type('.com');
      await press(page, 'Enter');
      await eventually(() => cell(page, 1, 'page').getAttribute('aria-invalid'), null);
      await press(page, 'Control+s');
      await page.getByText('Saved 1 record.', { exact: true }).waitFor();
      assert.equal(sent.at(-1), {
        id: ids[1],
        body: { mail: 'ada@example.com', page: 'https://example.com' },
      });
      assert.is(await storedAs(1, 'mail'), 'ada@example.com');
    }));

  test('a session that ends during Save asks for the password on top, and Save is repeated', async () => {
    const admin = { email: 'second@example.com', password: 'second password' };
    const { json } = await askServer(backend, 'admins', {
      method: 'POST',
      body: { ...admin, passwordConfirm: admin.password },
    });
    /** Makes every token of the admin invalid. */
    const endSessions = async (password: string) => {
      const body = { password, passwordConfirm: password };
      const { status } = await askServer(backend, `admins/${json.id}`, { method: 'PATCH', body });
      assert.is(status, 200);
    };
    await walk(signedInPage({ ...backend, admin }, address), async (opened) => {
      const { page, watch } = opened;
      watch.expect(/40[134]/);
      const signIn = async (password: string) => {
        await signInAgain(page).getByLabel('Password', { exact: true }).fill(password);
        await signInAgain(page).getByRole('button', { name: 'Login' }).click();
        await signInAgain(page).waitFor({ state: 'detached' });
      };
      await row(page, 3).waitFor();
      for (const at of [3, 0]) {
        await tabTo(page, cell(page, at, 'name'));
        await page.keyboard.type(`Saved ${at}`);
        await press(page, 'Enter');
      }
      await stagedBar(page).getByText('2 changes in 2 records').waitFor();

      // Before the Save.
      await endSessions('the third password');
      await save(page).click();
      await signInAgain(page).getByText('Sign in again to save your changes.').waitFor();
      await checkPicture(opened, 'table-session-ended');
      assert.equal([await storedAs(3, 'name'), await storedAs(0, 'name')], ['Person 3', 'Person 0']);
      await signIn('the third password');
      await stagedBar(page).getByText('2 changes in 2 records').waitFor();

      // Between the reading and the update.
      const patches = '**/api/collections/*/records/*';
      const answers: number[] = [];
      page.on('response', (response) => {
        if (response.request().method() === 'PATCH') answers.push(response.status());
      });
      const ending: Promise<void>[] = [];
      await page.route(patches, async (route) => {
        if (route.request().method() === 'PATCH') {
          if (ending.length === 0) ending.push(endSessions('the fourth password'));
          await ending[0];
        }
        await route.continue();
      });
      await save(page).click();
      await signInAgain(page).waitFor();
      await eventually(() => answers.length > 0 && answers.every((status) => status > 400), true);
      await page.unroute(patches);
      assert.equal([await storedAs(3, 'name'), await storedAs(0, 'name')], ['Person 3', 'Person 0']);
      await signIn('the fourth password');
      await stagedBar(page).getByText('2 changes in 2 records').waitFor();
      assert.is(
        await stagedBar(page)
          .getByText(/needs? attention/)
          .count(),
        0,
        'no record is blamed',
      );

      await save(page).click();
      await page.getByText('Saved 2 records.', { exact: true }).waitFor();
      assert.equal([await storedAs(3, 'name'), await storedAs(0, 'name')], ['Saved 3', 'Saved 0']);
      await stagedBar(page).getByText('Total found:').waitFor();
    });
  });
}
