// The bar of the staged changes and their review: nothing moves, nothing is hidden, each refusal has its place.
import { test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { gone, make } from '../support/editorWalk';
import { connectClient, createCollection, field } from '../support/realBackend';
import { adminToken, backends, startBackend, type TestBackend } from '../support/server';
import { press, stagedBar, tableOf, updatesOf } from '../support/tableWalk';
import { askServer, checkPicture, eventually, hasFocus, signedInPage, tabTo, walk } from '../support/walk';

const newest = backends().at(-1);
const address = '#/collections?collectionId=orders';

if (newest) {
  let backend: TestBackend;
  let olga = '';
  const ids: string[] = [];
  const { row, cell } = tableOf(ids, ['pick', 'id', 'summary', 'kind', 'customer']);
  const stored = async (at: number) =>
    (await askServer(backend, `collections/orders/records/${ids[at]}`)).json;

  test.beforeAll(async () => {
    backend = await startBackend(newest.binary, { bundle: true });
    connectClient(backend.url, await adminToken(backend));
    const customers = await createCollection({
      name: 'customers',
      schema: [field('text', 'name', {}, true)],
    });
    olga = (await make(backend, 'customers', { name: 'Olga Lind' })).id;
    const summary = field('text', 'summary', {}, true);
    const kind = (values: string[]) => field('select', 'kind', { maxSelect: 1, values });
    const orders = await createCollection({
      name: 'orders',
      schema: [
        summary,
        kind(['open', 'old']),
        field('relation', 'customer', { collectionId: customers.id, maxSelect: 1 }),
      ],
    });
    for (let at = 0; at < 30; at += 1) {
      const body = { summary: `Order ${at}`, kind: at === 29 ? 'old' : 'open' };
      ids.push((await make(backend, 'orders', body)).id);
    }
    // A record keeps a choice that no longer exists. The server checks it with each later change.
    const schema = orders.schema.map((one) =>
      one.name === 'kind' ? { ...one, options: { maxSelect: 1, values: ['open'] } } : one,
    );
    const { status } = await askServer(backend, 'collections/orders', { method: 'PATCH', body: { schema } });
    assert.is(status, 200);
  });
  test.afterAll(async () => {
    await backend?.stop();
  });

  test('the bar covers no row and moves none', () =>
    walk(signedInPage(backend, address), async ({ page }) => {
      for (const size of [
        { width: 1440, height: 600 },
        { width: 1024, height: 500 },
      ]) {
        await page.setViewportSize(size);
        await row(page, 20).waitFor();
        await tabTo(page, cell(page, 20, 'summary'));
        const tops = () =>
          page
            .locator('tr[data-index]')
            .evaluateAll((rows) => rows.map((one) => Math.round(one.getBoundingClientRect().top)));
        const before = await tops();
        await press(page, 'Delete');
        await stagedBar(page).getByText('1 change in 1 record').waitFor();
        assert.equal(await tops(), before);
        await press(page, 'Control+End');
        const last = page.locator('tr[data-index="29"]');
        await eventually(() => hasFocus(last.locator('td[tabindex="0"]')), true);
        const [end, bar] = await Promise.all([last.boundingBox(), stagedBar(page).boundingBox()]);
        assert.ok(end && bar && end.y + end.height <= bar.y + 1, `${JSON.stringify([end, bar])}`);
        await stagedBar(page).getByRole('button', { name: 'Discard' }).click();
        await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
        await eventually(
          () =>
            stagedBar(page)
              .getByText(/changes? in/)
              .count(),
          0,
        );
        await press(page, 'Control+Home');
      }
    }));

  test('a refusal for a field that was not changed stands in the review, beside the record', () =>
    walk(signedInPage(backend, address), async (opened) => {
      const { page } = opened;
      await row(page, 29).waitFor();
      await tabTo(page, cell(page, 29, 'summary'));
      await page.keyboard.type('New');
      // The code of the inputs comes with the first edit. A key before it, such as End, belongs to the table.
      await eventually(() => page.locator('main section').getByRole('textbox').inputValue(), 'New');
      await press(page, 'Enter');
      await tabTo(page, cell(page, 28, 'summary'));
      await press(page, 'F2', 'End');
      await page.keyboard.type(' too');
      await press(page, 'Enter', 'Control+s');
      await page.getByText('Saved 1 of 2 records.').waitFor();
      const review = page.getByRole('dialog', { name: '1 change in 1 record' });
      await review.getByText(/^kind: .*Not changed here\.$/).waitFor();
      await checkPicture(opened, 'table-review-other-field');
      assert.is((await stored(29)).summary, 'Order 29');
      assert.is((await stored(28)).summary, 'Order 28 too');
      await press(page, 'Escape');
      await gone(review);
      await stagedBar(page).getByText('1 change in 1 record').waitFor();
    }));

  test('after the save a related record still has its name, and the answer replaces the row', () =>
    walk(signedInPage(backend, address), async ({ page }) => {
      const sent = updatesOf(page, ids);
      await row(page, 26).waitFor();
      await tabTo(page, cell(page, 26, 'customer'));
      await press(page, 'Enter');
      const popover = page.getByRole('dialog', { name: 'customer', exact: true });
      await popover.getByRole('option', { name: 'Olga Lind' }).click();
      await stagedBar(page).getByText('1 change in 1 record').waitFor();
      const answered = page.waitForResponse((response) => response.request().method() === 'PATCH');
      await press(page, 'Control+s');
      const answer = await answered;
      assert.is(new URL(answer.url()).searchParams.get('expand'), 'customer');
      await page.getByText('Saved 1 record.').waitFor();
      assert.is(await cell(page, 26, 'customer').innerText(), 'Olga Lind');
      assert.equal(sent, [{ id: ids[26], body: { customer: olga } }]);
      assert.is((await stored(26)).customer, olga);
    }));
}
