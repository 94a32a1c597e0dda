// Changed cells and open inputs of the table, while the rows below them change.
import { type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { addressOf, button, changeElsewhere, make } from '../support/editorWalk';
import { connectClient, createCollection, field } from '../support/realBackend';
import { adminToken, backends, startBackend, type TestBackend } from '../support/server';
import { press, stagedBar, tableOf } from '../support/tableWalk';
import {
  askServer,
  eventually,
  hasFocus,
  jumpAhead,
  signedInPage,
  tabTo,
  visit,
  walk,
} from '../support/walk';

const newest = backends().at(-1);

if (newest) {
  let backend: TestBackend;
  const ids: string[] = [];
  const columns = ['pick', 'id', 'summary', 'total', 'meta', 'note', 'scans', 'customer'];
  const { row, cell } = tableOf(ids, columns);
  const input = (page: Page) => page.locator('main section').getByRole('textbox');
  const removeElsewhere = (id: string) =>
    askServer(backend, `collections/orders/records/${id}`, { method: 'DELETE' });
  const pill = (page: Page) => page.getByRole('button', { name: /rows? changed$/ });
  const listening = async () => {
    const opened = await signedInPage(backend, '#/settings', { stored: { lowlineLive: '1' } });
    const subscribed = opened.page.waitForResponse(
      (response) => response.url().endsWith('/api/realtime') && response.request().method() === 'POST',
    );
    await visit(opened.page, addressOf('orders'));
    await subscribed;
    await row(opened.page, 0).waitFor();
    await eventually(() => button(opened.page, 'Live').getAttribute('aria-pressed'), 'true');
    return opened;
  };

  test.beforeAll(async () => {
    backend = await startBackend(newest.binary, { bundle: true });
    connectClient(backend.url, await adminToken(backend));
    const customers = await createCollection({ name: 'customers', schema: [field('text', 'name')] });
    await createCollection({
      name: 'orders',
      schema: [
        field('text', 'summary', {}, true),
        field('number', 'total'),
        field('json', 'meta', { maxSize: 10_000 }),
        field('editor', 'note'),
        field('file', 'scans', { maxSelect: 2, maxSize: 2_000 }),
        field('relation', 'customer', { collectionId: customers.id, maxSelect: 1 }),
      ],
    });
  });
  test.beforeEach(async () => {
    for (const id of ids) await removeElsewhere(id);
    ids.length = 0;
    for (const summary of ['One', 'Two', 'Three'])
      ids.push((await make(backend, 'orders', { summary, total: 1 })).id);
  });
  test.afterAll(async () => {
    await backend?.stop();
  });

  test('changed cells stay while live mode counts, and are marked at once', () =>
    walk(listening(), async ({ page }) => {
      await tabTo(page, cell(page, 0, 'summary'));
      await page.keyboard.type('Mine');
      await press(page, 'Enter');
      await tabTo(page, cell(page, 1, 'total'));
      await page.keyboard.type('7');
      await press(page, 'Enter');
      await tabTo(page, cell(page, 2, 'summary'));
      await page.keyboard.type('Gone');
      await press(page, 'Enter');
      await stagedBar(page).getByText('3 changes in 3 records').waitFor();
      const description = (at: number, column: string) =>
        cell(page, at, column).getAttribute('aria-description');

      await changeElsewhere(backend, 'orders', ids[0] ?? '', { summary: 'Theirs' });
      await changeElsewhere(backend, 'orders', ids[1] ?? '', { summary: 'Two, theirs' });
      await removeElsewhere(ids[2] ?? '');
      await make(backend, 'orders', { summary: 'New' }).then(({ id }) => ids.push(id));
      await page.getByRole('button', { name: '4 rows changed' }).waitFor();
      assert.is(await cell(page, 0, 'summary').innerText(), 'Mine');
      await eventually(() => description(0, 'summary'), 'Changed on the server: now Theirs. Was One');
      assert.is(await description(1, 'total'), 'Changed, was 1', 'another field of the record');
      await stagedBar(page).getByText('1 needs attention').waitFor();
      assert.is(await cell(page, 1, 'total').innerText(), '7');

      await pill(page).click();
      await row(page, 3).waitFor();
      await eventually(() => description(0, 'summary'), 'Changed on the server: now Theirs. Was One');
      assert.is(await cell(page, 0, 'summary').innerText(), 'Mine');
      assert.is(await cell(page, 1, 'summary').innerText(), 'Two, theirs');
      assert.is(await description(1, 'total'), 'Changed, was 1');
      assert.is(await cell(page, 3, 'summary').getAttribute('aria-description'), null);
      await stagedBar(page).getByText('3 changes in 3 records').waitFor();
      await stagedBar(page).getByText('1 needs attention').waitFor();
      await stagedBar(page).getByText('1 record is not in this list').waitFor();
    }));

  /** Types in a cell, and loads the rows again without a press, as the end of another act does. */
  async function loadBelowInput(page: Page, at: number): Promise<void> {
    await tabTo(page, cell(page, at, 'summary'));
    await page.keyboard.type('Typed');
    await eventually(() => input(page).inputValue(), 'Typed');
    await pill(page).evaluate((element) => (element as HTMLElement).click());
  }
  const topOf = async (page: Page, at: number) =>
    Math.round((await cell(page, at, 'summary').boundingBox())?.y ?? -1);

  test('a row that is inserted above an open input moves the input with its cell', () =>
    walk(listening(), async ({ page }) => {
      ids.push((await make(backend, 'orders', { summary: 'New' })).id);
      await pill(page).waitFor();
      const before = await topOf(page, 1);
      await loadBelowInput(page, 1);
      await row(page, 3).waitFor();
      assert.ok((await topOf(page, 1)) > before, 'the row has moved');
      const inputTop = async () => Math.round((await input(page).boundingBox())?.y ?? -1);
      await eventually(async () => Math.abs((await inputTop()) - (await topOf(page, 1))) < 10, true);
      await page.keyboard.type(' on');
      await press(page, 'Enter');
      await eventually(() => cell(page, 1, 'summary').innerText(), 'Typed on');
      await eventually(() => hasFocus(cell(page, 0, 'summary')), true, 'Enter goes down');
    }));

  test('a record that leaves the list below an open input keeps what was typed', () =>
    walk(listening(), async ({ page }) => {
      await removeElsewhere(ids[1] ?? '');
      await pill(page).waitFor();
      await loadBelowInput(page, 1);
      const summary = await cell(page, 0, 'summary').innerText();
      // The person goes on typing across the loss.
      while ((await input(page).count()) > 0) await page.keyboard.type('.');
      await page.keyboard.type(' on');
      await press(page, 'Delete');
      await row(page, 1).waitFor({ state: 'detached' });
      await eventually(() => hasFocus(cell(page, 0, 'summary')), true, 'the next row takes the cursor');
      await stagedBar(page).getByText('1 record is not in this list').waitFor();
      await stagedBar(page).getByText('1 change in 1 record').waitFor();
      assert.equal([await input(page).count(), await cell(page, 0, 'summary').innerText()], [0, summary]);
      // A pause ends what was meant for the lost record.
      await jumpAhead(page, 1_100);
      await page.keyboard.type('Mine');
      await eventually(() => input(page).inputValue(), 'Mine');
      await press(page, 'Escape');
    }));

  /** Opens the popup of a cell, and loads the rows when these records are gone. */
  async function openAndRemove(page: Page, column: string, gone: readonly string[]) {
    await tabTo(page, cell(page, 1, 'id'));
    await press(page, ...columns.slice(2, columns.indexOf(column) + 1).map(() => 'ArrowRight'), 'Enter');
    const popup = page.getByRole('dialog');
    await eventually(() => button(popup, 'Keep').isEnabled(), true, 'its value is there');
    for (const id of gone) await removeElsewhere(id);
    const text = `${gone.length} ${gone.length === 1 ? 'row' : 'rows'} changed`;
    const changed = page.getByRole('button', { name: text, includeHidden: true });
    await changed.waitFor();
    await changed.evaluate((element) => (element as HTMLElement).click());
    await row(page, 1).waitFor({ state: 'detached' });
    return popup;
  }

  for (const [column, end] of [
    ['meta', 'Cancel'],
    ['meta', 'Keep'],
    ['note', 'Keep'],
    ['scans', 'Cancel'],
    // The dialog beside a cell ends with it.
    ['customer', ''],
  ] as const) {
    test(`a record that leaves the list below the popup of its ${column}, before ${end || 'its end'}: the next row has the cursor`, () =>
      walk(listening(), async ({ page }) => {
        const popup = await openAndRemove(page, column, ids.slice(1, 2));
        if (end !== '') await button(popup, end).click();
        await popup.waitFor({ state: 'detached' });
        await eventually(() => hasFocus(cell(page, 0, column)), true);
        await press(page, 'ArrowUp');
        await eventually(() => hasFocus(cell(page, 2, column)), true, 'its keys go on');
      }));
  }

  for (const column of ['meta', 'customer']) {
    test(`a list that loses all records closes the popup of their ${column}: the page has the focus`, () =>
      walk(listening(), async ({ page }) => {
        const popup = await openAndRemove(page, column, ids);
        await popup.waitFor({ state: 'detached' });
        await page.getByText('No records found.').waitFor();
        await eventually(() => hasFocus(page.locator('main')), true);
      }));
  }
}
