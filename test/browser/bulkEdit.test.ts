// Bulk edits of records: what the server has afterwards is what the preview said.
import { type Locator, type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { addressOf, button, changeElsewhere, gone, make } from '../support/editorWalk';
import { createCollection, field } from '../support/realBackend';
import { backends } from '../support/server';
import { askServer, eventually, hasFocus, signedInPage, walk } from '../support/walk';
import { walkedBackend } from '../support/walkedBackend';

const newest = backends().at(-1);
const orderCount = 48;

if (newest) {
  let ines = '';
  let ana = '';
  /** The ids of the orders, in the order of their creation. */
  const ids: string[] = [];

  const orderFields = (customers: string, kinds: string[]) => [
    field('text', 'summary', {}, true),
    field('text', 'ref'),
    field('select', 'status', { values: ['packed', 'invoiced'] }),
    field('number', 'total'),
    field('number', 'stock', { noDecimal: true, max: 500 }),
    field('select', 'labels', { values: ['gift', 'rush', 'fragile'], maxSelect: 3 }),
    field('relation', 'team', { collectionId: customers, maxSelect: 5 }),
    field('select', 'kind', { values: kinds }),
    field('editor', 'note'),
  ];

  const backend = walkedBackend(newest.binary, async () => {
    const customers = await createCollection({
      name: 'customers',
      schema: [field('text', 'name', {}, true)],
    });
    ines = (await make(backend, 'customers', { name: 'Ines Moreau' })).id;
    ana = (await make(backend, 'customers', { name: 'Ana Kowal' })).id;
    const orders = await createCollection({
      name: 'orders',
      schema: orderFields(customers.id, ['new', 'old']),
      indexes: ["CREATE UNIQUE INDEX orders_ref ON orders (ref) WHERE ref != ''"],
    });
    for (let at = 0; at < orderCount; at += 1) {
      const { id } = await make(backend, 'orders', {
        summary: `Order ${at}`,
        ref: `R-${at}`,
        status: at < 2 ? 'packed' : 'invoiced',
        total: at === 0 ? 10.1 : at + 0.7,
        stock: at === 4 ? 499 : at,
        labels: at % 2 === 0 ? ['rush'] : [],
        team: [ana],
        kind: at === 5 ? 'old' : 'new',
        note: at % 3 === 0 ? '' : '<p>Ask for the <strong>back door</strong></p>',
      });
      ids.push(id);
    }
    // The sixth order keeps a choice that no longer exists.
    const schema = orders.schema.map((one) =>
      one.name === 'kind' ? { ...one, options: { ...one.options, values: ['new'] } } : one,
    );
    const { status } = await askServer(backend, `collections/${orders.id}`, {
      method: 'PATCH',
      body: { schema },
    });
    assert.is(status, 200);
  });

  type Order = Record<string, unknown> & { id: string; updated: string };

  async function orders(): Promise<Order[]> {
    const { json } = await askServer(backend, 'collections/orders/records?perPage=500');
    const found = new Map((json['items'] as Order[]).map((order) => [order.id, order]));
    return ids.flatMap((id) => found.get(id) ?? []);
  }

  const panel = (page: Page) => page.getByRole('dialog', { name: /^Edit [\d,]+ orders records?$/ });
  const operation = (page: Page, name: string) => panel(page).getByRole('combobox', { name, exact: true });
  const change = (page: Page) => panel(page).getByRole('button', { name: /^Change / });
  const result = (page: Page) => page.getByRole('dialog', { name: /^Changed / });

  async function addField(page: Page, name: string): Promise<void> {
    await button(panel(page), 'Field to change').click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  }

  async function choose(box: Locator, option: string): Promise<void> {
    await box.click();
    await box.page().getByRole('option', { name: option, exact: true }).click();
  }

  async function selectAll(page: Page): Promise<void> {
    await button(page, 'Load more').click();
    // The last page removes the button.
    await gone(button(page, 'Load more'));
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page.getByText(`Selected ${ids.length} record(s)`).waitFor();
  }

  const previewLines = (page: Page) =>
    panel(page)
      .getByRole('region', { name: 'Preview' })
      .getByRole('row')
      .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent?.trim())));

  test('48 orders change as the preview says, and those that fail tell why', () =>
    walk(signedInPage(backend, addressOf('orders')), async ({ page }) => {
      await selectAll(page);
      await button(page, 'Edit').click();
      for (const name of ['status', 'total', 'stock', 'labels', 'note', 'team']) await addField(page, name);
      await eventually(() => hasFocus(panel(page).getByRole('button', { name: 'Open picker' })), true);
      await choose(operation(page, 'status: Set to'), 'packed');
      await panel(page).getByText('46 records will change; 2 already have this value.').waitFor();
      await choose(operation(page, 'total'), 'Increase by');
      await panel(page).getByRole('textbox', { name: 'total: Increase by' }).fill('0.2');
      await choose(operation(page, 'stock'), 'Increase by');
      await panel(page).getByRole('textbox', { name: 'stock: Increase by' }).fill('2');
      await choose(operation(page, 'labels'), 'Add');
      await operation(page, 'labels: Add').click();
      for (const name of ['gift', 'rush']) await page.getByRole('option', { name, exact: true }).click();
      await page.keyboard.press('Escape');
      await choose(operation(page, 'note'), 'Clear');
      await choose(operation(page, 'team'), 'Add');
      await panel(page).getByRole('button', { name: 'Open picker' }).click();
      const picker = page.getByRole('dialog').last();
      await picker.getByText('Ines Moreau').click();
      await picker.getByRole('button', { name: /^Set selection/ }).click();
      await panel(page).getByText('48 records will change.').waitFor();
      const newest = [
        'Order 47',
        'invoicedpacked',
        '47.747.9',
        '4749',
        '+ gift, rush',
        'Ask for the back door',
      ];
      await eventually(async () => (await previewLines(page))[1], [...newest, '+ Ines Moreau']);

      const before = await orders();
      const removed = ids[7] ?? '';
      await askServer(backend, `collections/orders/records/${removed}`, { method: 'DELETE' });
      await change(page).click();
      await result(page).getByRole('heading', { name: 'Changed 45 of 48' }).waitFor();
      const told = await result(page)
        .getByRole('row')
        .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
      assert.equal(
        told.sort(),
        [
          [ids[4], 'stock Must be less than 500.'],
          [ids[5], 'kind Invalid value old. Not changed here: the record was invalid before.'],
          [removed, 'This record no longer exists.'],
        ].sort(),
      );
      await areChanged(before);

      // The list behind shows the new values, and the selection is kept.
      await changeElsewhere(backend, 'orders', ids[5] ?? '', { kind: 'new' });
      await button(result(page), 'Retry 2').click();
      await result(page).getByRole('heading', { name: 'Changed 46 of 48' }).waitFor();
      const [, , , , , sixth] = await orders();
      assert.equal([sixth?.['stock'], sixth?.['total']], [7, 5.9]);
      await button(result(page), 'Select this one').click();
      await gone(result(page));
      await page.getByText('Selected 1 record(s)').waitFor();
    }));

  /** The server has what the preview said, and nothing else. */
  async function areChanged(before: readonly Order[]): Promise<void> {
    const after = await orders();
    assert.is(after.length, 47);
    for (const { updated, ...order } of after) {
      const at = ids.indexOf(order.id);
      const { updated: _, ...was } = before[at] ?? { updated: '' };
      const isRefused = at === 4 || at === 5;
      assert.equal(
        order,
        isRefused
          ? was
          : {
              ...was,
              status: 'packed',
              total: at === 0 ? 10.3 : at + 0.9,
              stock: at + 2,
              labels: at % 2 === 0 ? ['rush', 'gift'] : ['gift', 'rush'],
              note: '',
              team: [ana, ines],
            },
        `order ${at}`,
      );
    }
  }
}
