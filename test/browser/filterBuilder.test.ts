// The filter as rows: built from nothing, changed inside a text written by hand, and what cannot be shown.
import { type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { box, button, gone, make } from '../support/editorWalk';
import { createCollection, field } from '../support/realBackend';
import { backends } from '../support/server';
import { askServer, eventually, hasFocus, signedInPage, tabTo, walk } from '../support/walk';
import { walkedBackend } from '../support/walkedBackend';

const newest = backends().at(-1);

if (newest) {
  let collectionId = '';
  let cafe = '';

  const backend = walkedBackend(newest.binary, async () => {
    const customers = await createCollection({
      name: 'customers',
      schema: [field('text', 'name', {}, true)],
    });
    const orders = await createCollection({
      name: 'orders',
      schema: [
        field('text', 'summary', {}, true),
        field('relation', 'customer', { collectionId: customers.id, maxSelect: 1 }),
        field('select', 'status', { maxSelect: 1, values: ['paid', 'draft', 'packed'] }),
        field('select', 'labels', { maxSelect: 2, values: ['gift', 'fragile'] }),
        field('number', 'total'),
        field('bool', 'paid'),
        field('date', 'due'),
        field('json', 'meta'),
      ],
    });
    collectionId = orders.id;
    cafe = (await make(backend, 'customers', { name: 'Elm Street Café' })).id;
    const pier = (await make(backend, 'customers', { name: 'North Pier' })).id;
    for (let at = 0; at < 36; at += 1) {
      await make(backend, 'orders', {
        summary: `Order ${String(at).padStart(2, '0')}`,
        customer: [cafe, pier, ''][at % 3],
        status: ['paid', 'draft', 'packed'][at % 3],
        labels: [[], ['gift'], ['gift', 'fragile']][at % 3],
        total: at * 10,
        paid: at % 2 === 0,
        due: at % 4 === 0 ? '' : `2026-11-${String(10 + (at % 5)).padStart(2, '0')} 12:00:00.000Z`,
        meta: { at },
      });
    }
  });

  const address = (filter = '') =>
    `#/collections?collectionId=${collectionId}${filter && `&filter=${encodeURIComponent(filter)}`}`;
  const filterOf = (page: Page) =>
    new URLSearchParams(new URL(page.url()).hash.split('?')[1] ?? '').get('filter') ?? '';
  const trigger = (page: Page) => page.locator('search').getByRole('button', { name: /^Filter/ });
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Filter' });
  const row = (page: Page, at: number) =>
    dialog(page).getByRole('group', { name: `Condition ${at}`, exact: true });
  const source = (page: Page) => dialog(page).getByRole('button', { name: 'Filter as text' }).locator('~ p');
  const choose = async (page: Page, at: number, name: string, option: string) => {
    await row(page, at).getByRole('combobox', { name, exact: true }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  /** The orders that the server finds for the filter of the address. */
  const found = async (filter: string) => {
    const query = new URLSearchParams({ filter, perPage: '100' });
    const { status, json } = await askServer(backend, `collections/orders/records?${query}`);
    assert.is(status, 200, filter);
    return (json.items as { summary: string }[]).map(({ summary }) => summary).sort();
  };
  const shown = (page: Page) =>
    page
      .getByRole('grid', { name: 'Records of orders' })
      .locator('tr[data-index]')
      .evaluateAll((rows) => rows.map((one) => /Order \d\d/.exec(one.textContent ?? '')?.[0] ?? ''));
  /** Waits until the table has the orders that the server finds for the filter of the address. */
  const showsFound = async (page: Page) => {
    const orders = await found(filterOf(page));
    await page.getByText(`Total found: ${orders.length}`, { exact: true }).waitFor();
    // Rows far below are not drawn.
    const drawn = await shown(page);
    assert.ok(drawn.length >= Math.min(orders.length, 20), `${drawn.length} of ${orders.length}`);
    assert.equal(
      drawn.filter((order) => !orders.includes(order)),
      [],
    );
    return orders.length;
  };

  test('a filter over five types is built from nothing, and applied by keys', () =>
    walk(signedInPage(backend, address()), async ({ page }) => {
      const { keyboard } = page;
      await page.getByRole('grid', { name: 'Records of orders' }).waitFor();
      await tabTo(page, trigger(page));
      await keyboard.press('Enter');
      await eventually(() => hasFocus(box(row(page, 1), 'Value')), true);
      await choose(page, 1, 'Field', 'total');
      await tabTo(page, row(page, 1).getByRole('combobox', { name: 'Operator' }));
      await keyboard.press('Enter');
      await keyboard.type('at least');
      await keyboard.press('Enter');
      await box(row(page, 1), 'Value').fill('50');
      const add = button(dialog(page), 'Add condition').last();
      await add.click();
      await eventually(() => hasFocus(box(row(page, 2), 'Value')), true);
      await choose(page, 2, 'Field', 'paid');
      await add.click();
      await choose(page, 3, 'Field', 'status');
      await choose(page, 3, 'Operator', 'is any of');
      await choose(page, 3, 'Value', 'paid');
      await page.getByRole('option', { name: 'packed', exact: true }).click();
      await keyboard.press('Escape');
      await add.click();
      await choose(page, 4, 'Field', 'due');
      await choose(page, 4, 'Operator', 'is filled');
      await add.click();
      await choose(page, 5, 'Field', 'customer');
      await row(page, 5).getByRole('button', { name: 'Value' }).click();
      const picker = page.getByRole('dialog', { name: 'Select customers records' });
      await picker.getByText('Elm Street Café').click();
      await button(picker, 'Set selection').click();
      await gone(picker);
      await row(page, 5).getByText('Elm Street Café').waitFor();
      await button(dialog(page), 'Add group').click();
      const group = dialog(page).getByRole('group', { name: 'Group 6', exact: true });
      await group.getByRole('combobox', { name: 'Value' }).or(box(group, 'Value')).fill('Order');
      const expected = `total >= 50 && paid = true && (status = "paid" || status = "packed") && due != "" && customer = "${cafe}" && (summary ~ "Order")`;
      await button(dialog(page), 'Filter as text').click();
      assert.is(await source(page).innerText(), expected);
      await dialog(page)
        .getByText(/^\d+ records$/)
        .waitFor();
      await tabTo(page, button(dialog(page), 'Apply'));
      await keyboard.press('Enter');
      await gone(dialog(page));
      assert.is(filterOf(page), expected);
      assert.ok((await showsFound(page)) > 1);
      await page.getByRole('button', { name: 'Filter 6 conditions' }).waitFor();
      assert.ok(await hasFocus(trigger(page)));
    }));
}
