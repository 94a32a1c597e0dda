// The filter as rows: built from nothing, changed inside a text written by hand, and what cannot be shown.
import { type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { box, button, gone, make } from '../support/editorWalk';
import { connectClient, createCollection, field } from '../support/realBackend';
import { adminToken, backends, startBackend, type TestBackend } from '../support/server';
import {
  askServer,
  checkPicture,
  eventually,
  hasFocus,
  signedInPage,
  tabTo,
  visit,
  walk,
} from '../support/walk';

const newest = backends().at(-1);

if (newest) {
  let backend: TestBackend;
  let collectionId = '';
  let cafe = '';
  let wideId = '';

  test.beforeAll(async () => {
    backend = await startBackend(newest.binary, { bundle: true });
    connectClient(backend.url, await adminToken(backend));
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
    const names = ['one', 'two', 'three', 'four', 'five', 'a_long_name_of_a_field_in_a_list_of_fields'];
    wideId = (await createCollection({ name: 'wide', schema: names.map((name) => field('text', name)) })).id;
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
  test.afterAll(async () => {
    await backend?.stop();
  });

  const address = (filter = '') =>
    `#/collections?collectionId=${collectionId}${filter && `&filter=${encodeURIComponent(filter)}`}`;
  const filterOf = (page: Page) =>
    new URLSearchParams(new URL(page.url()).hash.split('?')[1] ?? '').get('filter') ?? '';
  const trigger = (page: Page) => page.locator('search').getByRole('button', { name: /^Filter/ });
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Filter' });
  const row = (page: Page, at: number) =>
    dialog(page).getByRole('group', { name: `Condition ${at}`, exact: true });
  const source = (page: Page) => dialog(page).getByRole('heading', { name: 'Filter as text' }).locator('+ p');
  const open = async (page: Page, filter = '') => {
    await visit(page, address(filter));
    await page
      .getByRole('grid', { name: 'Records of orders' })
      .or(page.getByText('No records'))
      .first()
      .waitFor();
    await trigger(page).click();
    await dialog(page).waitFor();
  };
  const choose = async (page: Page, at: number, name: string, option: string) => {
    await row(page, at).getByRole('combobox', { name, exact: true }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  const apply = async (page: Page) => {
    await button(dialog(page), 'Apply').click();
    await gone(dialog(page));
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

  test('a filter over five types is built from nothing', () =>
    walk(signedInPage(backend, address()), async (opened) => {
      const { page } = opened;
      await open(page);
      await eventually(() => hasFocus(row(page, 1).getByRole('combobox', { name: 'Field' })), true);
      await choose(page, 1, 'Field', 'total');
      await choose(page, 1, 'Operator', 'at least');
      await box(row(page, 1), 'Value').fill('50');
      const add = button(dialog(page), 'Add condition').last();
      await add.click();
      await eventually(() => hasFocus(row(page, 2).getByRole('combobox', { name: 'Field' })), true);
      await choose(page, 2, 'Field', 'paid');
      await add.click();
      await choose(page, 3, 'Field', 'status');
      await choose(page, 3, 'Operator', 'is any of');
      await choose(page, 3, 'Value', 'paid');
      await page.getByRole('option', { name: 'packed', exact: true }).click();
      await page.keyboard.press('Escape');
      await add.click();
      await choose(page, 4, 'Field', 'due');
      await choose(page, 4, 'Operator', 'is filled');
      await add.click();
      await choose(page, 5, 'Field', 'customer');
      // A value is missing.
      await button(dialog(page), 'Apply').click();
      await row(page, 5).getByText('A value is missing.').waitFor();
      await checkPicture(opened, 'filter-missing', { sizes: ['wide'] });
      await row(page, 5).getByRole('button', { name: 'Value' }).click();
      const picker = page.getByRole('dialog', { name: 'Select customers records' });
      await picker.getByText('Elm Street Café').click();
      await button(picker, 'Set selection').click();
      await gone(picker);
      await row(page, 5).getByText('Elm Street Café').waitFor();
      await button(dialog(page), 'Add group').click();
      const group = dialog(page).getByRole('group', { name: 'Group 6', exact: true });
      await group.getByRole('combobox', { name: 'Value' }).or(box(group, 'Value')).fill('Order');
      await group.getByRole('combobox', { name: 'Operator' }).click();
      await page.getByRole('option', { name: 'contains', exact: true }).click();
      await checkPicture(opened, 'filter-built');
      const expected = `total >= 50 && paid = true && (status = "paid" || status = "packed") && due != "" && customer = "${cafe}" && (summary ~ "Order")`;
      assert.is(await source(page).innerText(), expected);
      await apply(page);
      assert.is(filterOf(page), expected);
      assert.ok((await showsFound(page)) > 1);
      await page.getByRole('button', { name: 'Filter 6 conditions' }).waitFor();
      assert.ok(await hasFocus(trigger(page)));
    }));

  test('one value of a filter written by hand changes, and nothing else', () =>
    walk(signedInPage(backend, address()), async (opened) => {
      const { page } = opened;
      const by = (value: string) =>
        `customer.name ~ "Elm" // the café (\n&& ( total>=${value}  || (paid=true && due <  @now) ) && @random != 1 // "end`;
      const text = by('100').replace('@random != 1', 'meta.at != 3');
      await open(page, text);
      assert.equal(await dialog(page).locator('code').first().innerText(), 'customer.name ~ "Elm"');
      await checkPicture(opened, 'filter-by-hand');
      const value = box(dialog(page).getByRole('group', { name: 'Group 2' }), 'Value').first();
      assert.is(await value.inputValue(), '100');
      await value.fill('200');
      await apply(page);
      const changed = text.replace('100', '200');
      assert.is(filterOf(page), changed);
      await showsFound(page);
      // A row without an input can be removed.
      await trigger(page).click();
      await row(page, 1).getByRole('button', { name: 'Remove condition' }).click();
      assert.ok(await dialog(page).evaluate((element) => element.contains(document.activeElement)));
      await apply(page);
      assert.is(
        filterOf(page),
        '// the café (\n( total>=200  || (paid=true && due <  @now) ) && meta.at != 3 // "end',
      );
      await showsFound(page);
    }));

  test('a term is one row, and a text with a fault is none', () =>
    walk(signedInPage(backend, address()), async (opened) => {
      const { page } = opened;
      await open(page, 'Order 1');
      await eventually(() => row(page, 1).getByRole('combobox', { name: 'Field' }).innerText(), 'Any column');
      assert.is(await box(row(page, 1), 'Value').inputValue(), 'Order 1');
      await box(row(page, 1), 'Value').fill('Order 2');
      await page.keyboard.press('Enter');
      await gone(dialog(page));
      assert.is(filterOf(page), 'Order 2');
      await eventually(async () => (await shown(page)).length, 10);
      await open(page, 'total = ');
      await dialog(page).getByText('A value is missing after =.').waitFor();
      assert.is(await dialog(page).getByRole('group').count(), 0);
      await checkPicture(opened, 'filter-fault', { sizes: ['wide'] });
      await button(dialog(page), 'Clear').click();
      await row(page, 1).waitFor();
      await apply(page);
      assert.is(filterOf(page), '');
    }));

  test('changes that are not applied are asked about', () =>
    walk(signedInPage(backend, address()), async ({ page }) => {
      await open(page, 'total > 100');
      // Nothing is changed: a press elsewhere closes.
      await page.getByRole('heading', { level: 1 }).click();
      await gone(dialog(page));
      await trigger(page).click();
      await box(row(page, 1), 'Value').fill('200');
      await page.getByRole('heading', { level: 1 }).click();
      await dialog(page).waitFor();
      await box(row(page, 1), 'Value').press('Escape');
      const question = page.getByRole('alertdialog');
      await question.getByText('You have unsaved changes.').waitFor();
      await button(question, 'No').click();
      await gone(question);
      assert.is(await box(row(page, 1), 'Value').inputValue(), '200');
      await button(dialog(page), 'Cancel').click();
      await button(question, 'Yes').click();
      await gone(dialog(page));
      assert.is(filterOf(page), 'total > 100');
    }));

  test('all of it works by keyboard', () =>
    walk(signedInPage(backend, address()), async ({ page }) => {
      await visit(page, address('total > 100 && paid = true'));
      await page.getByRole('grid', { name: 'Records of orders' }).waitFor();
      await tabTo(page, trigger(page));
      await page.keyboard.press('Enter');
      await dialog(page).waitFor();
      await tabTo(page, row(page, 1).getByRole('combobox', { name: 'Operator' }));
      await page.keyboard.press('Enter');
      await page.keyboard.type('less');
      await page.keyboard.press('Enter');
      await eventually(() => source(page).innerText(), 'total < 100 && paid = true');
      await tabTo(page, row(page, 2).getByRole('button', { name: 'Remove condition' }));
      await page.keyboard.press('Enter');
      await eventually(() => source(page).innerText(), 'total < 100');
      assert.ok(await dialog(page).evaluate((element) => element.contains(document.activeElement)));
      await tabTo(page, button(dialog(page), 'Apply'));
      await page.keyboard.press('Enter');
      await gone(dialog(page));
      assert.is(filterOf(page), 'total < 100');
      assert.is(await showsFound(page), 10);
      assert.ok(await hasFocus(trigger(page)));
    }));

  test('a search keeps the width of the list of fields', () =>
    walk(signedInPage(backend, `#/collections?collectionId=${wideId}`), async ({ page }) => {
      await trigger(page).click();
      await dialog(page).getByRole('combobox', { name: 'Field' }).click();
      const search = page.getByRole('combobox', { name: 'Search' });
      const widthOf = async () => (await page.getByRole('listbox').boundingBox())?.width ?? 0;
      await page.getByRole('option', { name: /^a_long_name/ }).waitFor();
      const before = await widthOf();
      assert.ok(before > 250);
      await search.fill('two');
      await eventually(() => page.getByRole('option').count(), 1);
      assert.is(Math.round(await widthOf()), Math.round(before));
    }));

  test('on a phone it is a sheet', () =>
    walk(signedInPage(backend, address(), { width: 390, height: 844 }), async (opened) => {
      const { page } = opened;
      await open(page, 'total > 100 && (paid = true || labels:each ?= "gift")');
      const sheet = await dialog(page).boundingBox();
      assert.is(sheet?.width, 390);
      await checkPicture(opened, 'filter-phone', { sizes: ['narrow'] });
      await button(dialog(page), 'Cancel').click();
      await gone(dialog(page));
    }));
}
