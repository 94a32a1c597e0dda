// The record of the row with the cursor, in the region beside the table.
import { type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { indentJson } from '../../ui/base/jsonText';
import { createCollection, createRecord, field, formOf, pngFile } from '../support/realBackend';
import { backends } from '../support/server';
import { press, tableOf } from '../support/tableWalk';
import { askServer, drawnPictures, eventually, hasFocus, signedInPage, tabTo, walk } from '../support/walk';
import { walkedBackend } from '../support/walkedBackend';

const newest = backends().at(-1);
const address = '#/collections?collectionId=orders&sort=summary';
const recordCall = /\/api\/collections\/[^/]+\/records\/[^/?]+/;

if (newest) {
  const ids: string[] = [];
  const path = (id: string) => `collections/orders/records/${id}`;

  const backend = walkedBackend(newest.binary, async () => {
    const customers = await createCollection({
      name: 'customers',
      schema: [field('text', 'name', {}, true)],
    });
    const orders = await createCollection({
      name: 'orders',
      schema: [
        field('text', 'summary', {}, true),
        field('select', 'status', { maxSelect: 1, values: ['draft', 'packed', 'shipped'] }),
        field('number', 'total', { min: 0 }),
        field('bool', 'paid'),
        field('relation', 'customer', { collectionId: customers.id, maxSelect: 1 }),
        field('relation', 'friends', { collectionId: customers.id, maxSelect: 3 }),
        field('file', 'files', { maxSelect: 3, protected: true }),
        field('json', 'meta', { maxSize: 10_000 }),
        field('editor', 'note'),
      ],
    });
    const notes = await createCollection({ name: 'notes', schema: [field('text', 'name', {}, true)] });
    for (let at = 0; at < 41; at += 1) {
      await createRecord(notes, { name: `Note ${String(at).padStart(2, '0')}` });
    }
    const [ines, olga] = [
      await createRecord(customers, { name: 'Ines Moreau' }),
      await createRecord(customers, { name: 'Olga Lind' }),
    ];
    for (let at = 0; at < 12; at += 1) {
      const form = formOf({
        summary: `Order ${String(at).padStart(2, '0')}`,
        status: 'draft',
        total: String(at + 0.5),
        paid: String(at % 2 === 0),
        customer: ines.id,
        meta: `{"serial": 900719925474099${at % 10}, "at": ${at}}`,
        note: `<p>Ring <strong>twice</strong> at door ${at}. ${'A long text. '.repeat(30)}End of ${at}.</p>`,
        files: pngFile('photo.png'),
      });
      for (const { id } of at % 2 === 0 ? [olga, ines] : []) form.append('friends', id);
      ids.push((await createRecord(orders, form)).id);
    }
  });

  const columns = 'pick id summary status total paid customer friends files meta note created'.split(' ');
  const { row, cell } = tableOf(ids, columns);
  const region = (page: Page) => page.getByRole('complementary', { name: 'Quick look' });
  const title = (page: Page) => region(page).getByRole('heading', { level: 2 });
  const value = (page: Page, name: string) =>
    region(page)
      .locator('tr')
      .filter({ has: page.locator('th').getByText(name, { exact: true }) })
      .locator('td');
  const button = (page: Page, name: string) => region(page).getByRole('button', { name, exact: true });
  const gone = (page: Page) => region(page).waitFor({ state: 'detached' });
  const nameOf = (at: number) => `Order ${String(at).padStart(2, '0')}`;
  /** The region shows this record and has finished reading. */
  const isShown = async (page: Page, text: string) => {
    await eventually(() => title(page).innerText(), text);
    await eventually(() => region(page).locator('[aria-busy="true"]').count(), 0);
  };
  const callsIn = (page: Page) => {
    const calls: string[] = [];
    page.on('request', (call) => {
      const { pathname } = new URL(call.url());
      if (call.method() === 'GET' && recordCall.test(pathname)) calls.push(pathname.split('/').at(-1) ?? '');
    });
    return calls;
  };
  const loaded = (hash = address, options = {}) => signedInPage(backend, hash, options);
  /** Opens the region at a row, by keys. */
  const openAt = async (page: Page, at: number, column = 'summary') => {
    await row(page, at).waitFor();
    await tabTo(page, cell(page, at, column));
    await press(page, 'Space');
    await isShown(page, nameOf(at));
  };

  test('Space shows the record beside the table, and each row that the arrows reach as the server has it', () =>
    walk(loaded(), async ({ page }) => {
      const calls = callsIn(page);
      await row(page, 0).waitFor();
      await tabTo(page, cell(page, 0, 'summary'));
      const url = page.url();
      const widthOf = () =>
        page.getByRole('grid').evaluate((one) => one.closest('section')?.clientWidth ?? 0);
      const wide = await widthOf();
      await press(page, 'Space');
      await isShown(page, 'Order 00');
      const said = page.getByRole('status').filter({ hasText: 'Quick look: Order 00' });
      await said.waitFor({ state: 'attached' });
      assert.equal([page.url(), wide - (await widthOf())], [url, 392], 'the table gets narrower');
      for (let at = 0; at < 3; at += 1) {
        if (at > 0) await press(page, 'ArrowDown');
        await isShown(page, nameOf(at));
        assert.ok(await hasFocus(cell(page, at, 'summary')), 'the focus stays on the cell');
        assert.is(await row(page, at).getAttribute('aria-current'), 'true');
        const { json } = await askServer(backend, `${path(ids[at] ?? '')}?expand=customer,friends`);
        const source = `{"serial": 900719925474099${at % 10}, "at": ${at}}`;
        const names = (json.expand.friends ?? []).map(({ name }: { name: string }) => name).join('');
        const texts = ['id', 'summary', 'total', 'paid', 'customer', 'friends'].map((name) =>
          value(page, name).innerText(),
        );
        assert.equal(
          (await Promise.all(texts)).map((text) => text.replaceAll('\n', '')),
          [
            ...[json.id, json.summary, String(json.total), json.paid ? 'True' : 'False'],
            ...[json.expand.customer.name, names || 'N/A'],
          ],
        );
        assert.is(await value(page, 'meta').textContent(), indentJson(source), 'no number is rounded');
        assert.match(await value(page, 'note').innerText(), new RegExp(`End of ${at}\\.`), 'not an excerpt');
        await eventually(() => drawnPictures(value(page, 'files')), 1, 'a protected picture');
      }
      await press(page, 'ArrowUp');
      await isShown(page, 'Order 01');
      assert.is(calls.length, 3, 'a record that was shown before is kept');
      await press(page, 'ArrowDown');
      await isShown(page, 'Order 02');
      await page.evaluate(() => {
        for (let presses = 0; presses < 9; presses += 1) {
          const press = new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true });
          document.activeElement?.dispatchEvent(press);
        }
      });
      await isShown(page, 'Order 11');
      assert.equal(calls, [...ids.slice(0, 3), ids[11]], 'one call a rested row');
      await press(page, 'Space');
      await gone(page);
      assert.ok(await hasFocus(cell(page, 11, 'summary')));
      await press(page, 'Space');
      await isShown(page, 'Order 11');
      await press(page, 'Escape');
      await gone(page);
    }));

  test('Tab leads into the region and back; its keys and buttons move the cursor, and Space ticks where ticks are', () =>
    walk(loaded(), async ({ page }) => {
      await openAt(page, 0);
      await press(page, 'Tab');
      assert.ok(await hasFocus(button(page, 'Next record')), 'there is no previous one');
      await press(page, 'Shift+Tab');
      assert.ok(await hasFocus(cell(page, 0, 'summary')));
      await press(page, 'Tab', 'Enter');
      await isShown(page, 'Order 01');
      assert.ok(await hasFocus(button(page, 'Next record')), 'the focus stays in the region');
      await press(page, 'Alt+ArrowDown', 'Alt+ArrowDown');
      await isShown(page, 'Order 03');
      await press(page, 'Alt+ArrowUp');
      await isShown(page, 'Order 02');
      await button(page, 'Previous record').click();
      await isShown(page, 'Order 01');
      await tabTo(page, button(page, 'More actions'));
      await press(page, 'Enter');
      await page.getByRole('menuitem', { name: 'Copy link' }).waitFor();
      await press(page, 'Escape');
      await page.getByRole('menu').waitFor({ state: 'detached' });
      assert.is(await region(page).count(), 1, 'Escape has closed the menu only');
      await press(page, 'Enter');
      const opening = page.context().waitForEvent('page');
      await page.getByRole('menuitem', { name: 'Open in new tab' }).click();
      const other = await opening;
      await other.waitForURL(new RegExp(`recordId=${ids[1]}`));
      await other.close();
      await tabTo(page, button(page, 'Open record'));
      await press(page, 'Enter');
      const panel = page.getByRole('dialog', { name: 'Edit orders record' });
      await panel.waitFor();
      assert.match(page.url(), new RegExp(`recordId=${ids[1]}`));
      await press(page, 'Escape');
      await panel.waitFor({ state: 'detached' });
      await eventually(() => hasFocus(button(page, 'Open record')), true);
      await press(page, 'Escape');
      await gone(page);
      assert.ok(await hasFocus(cell(page, 1, 'summary')), 'the focus is back on the cell');

      const tick = row(page, 2).getByRole('checkbox');
      await tabTo(page, tick);
      await press(page, 'Space');
      assert.ok(await tick.isChecked());
      await row(page, 2).getByRole('button', { name: 'Copy' }).focus();
      await press(page, 'Space');
      assert.is(await region(page).count(), 0, 'a button keeps Space');
    }));

  test('in a middle window it lies over the end of the table, but not over Load more, which Tab reaches before', () =>
    walk(loaded(address, { width: 1090, height: 800 }), async ({ page }) => {
      await openAt(page, 1);
      const boxOf = async (which: ReturnType<typeof cell>) =>
        (await which.boundingBox()) ?? { x: 0, width: 0 };
      const left = (await boxOf(region(page))).x;
      const table = await boxOf(page.getByRole('region', { name: 'Records of orders' }));
      assert.ok(table.x + table.width > left, 'the table keeps its width');
      await press(page, 'End');
      await eventually(async () => {
        const { x, width } = await boxOf(row(page, 1).locator('td').last());
        return x + width <= left;
      }, true);
      await page.getByRole('link', { name: 'notes' }).click();
      const first = page.locator('tr[data-index="0"] td').nth(2);
      await tabTo(page, first);
      await eventually(() => title(page).innerText(), await first.innerText());
      await press(page, 'Tab');
      assert.ok(await hasFocus(page.getByRole('button', { name: 'Load more' })));
      const all = page.getByRole('button', { name: 'Load all' });
      const { x, width } = await boxOf(all);
      assert.ok(x + width < (await boxOf(region(page))).x);
      await press(page, 'Tab');
      assert.ok(await hasFocus(all));
      await press(page, 'Tab');
      assert.ok(await hasFocus(button(page, 'Next record')));
      await press(page, 'Escape');
      await gone(page);
      assert.ok(await hasFocus(first));
    }));

  test('on a phone it is a sheet with buttons for the next record, below the bar of the chosen rows', () =>
    walk(loaded(address, { width: 390, height: 844, isTouch: true }), async ({ page }) => {
      await row(page, 1).waitFor();
      // The code of the menu comes after the rows.
      await page.waitForLoadState('networkidle');
      const touch = await page.context().newCDPSession(page);
      const send = (
        type: 'touchStart' | 'touchMove' | 'touchEnd',
        ...touchPoints: { x: number; y: number }[]
      ) => touch.send('Input.dispatchTouchEvent', { type, touchPoints });
      const box = await cell(page, 1, 'summary').boundingBox();
      assert.ok(box);
      await send('touchStart', { x: box.x + 20, y: box.y + box.height / 2 });
      await page.getByRole('menu', { name: 'summary' }).waitFor();
      await send('touchEnd');
      await page.getByRole('menuitem', { name: 'Quick look' }).tap();
      await isShown(page, 'Order 01');
      const { height = 0, y = 0 } = (await region(page).boundingBox()) ?? {};
      assert.equal([Math.round(height), Math.round(y + height)], [557, 844], 'two thirds of the window');
      for (let at = 2; at <= 9; at += 1) {
        await button(page, 'Next record').tap();
        await isShown(page, nameOf(at));
      }
      const endOf = async () => {
        const { y: start = 900, height: size = 0 } = (await row(page, 9).boundingBox()) ?? {};
        return start + size;
      };
      await eventually(async () => (await endOf()) <= y, true, 'its row is above the sheet');

      await row(page, 9).getByRole('checkbox').check();
      const bar = page.getByRole('region', { name: 'Selection' });
      await eventually(() => bar.getByRole('button').count(), 5);
      for (const act of await bar.getByRole('button').all()) await act.click({ trial: true });
      for (const name of ['Next record', 'Close', 'Open record'])
        await region(page)
          .getByRole('button', { name: new RegExp(`^${name}`) })
          .click({ trial: true });
      const end = region(page).locator('[aria-busy] > :last-child');
      await end.evaluate((one) => one.parentElement?.scrollTo(0, one.parentElement.scrollHeight));
      const [last, over] = await Promise.all([end.boundingBox(), bar.boundingBox()]);
      assert.ok(last && over && last.y + last.height <= over.y, JSON.stringify([last, over]));
      await bar.getByRole('button', { name: 'Reset' }).tap();
      await bar.waitFor({ state: 'detached' });

      const pull = async (...steps: number[]) => {
        await send('touchStart', { x: 60, y: y + 20 });
        for (const by of steps) await send('touchMove', { x: 60, y: y + 20 + by });
        await send('touchEnd');
      };
      await pull(20, 40);
      assert.is(await region(page).count(), 1, 'a short pull brings it back');
      await pull(40, 80, 140);
      await gone(page);
    }));
}
