// A table of orders in the browser whose cells are changed: every field type, and customers to relate to.
//
//   const orders = ordersTable(newest.binary);
//   const { backend, row, cell } = orders;
//   test('...', () => walk(signedInPage(backend, ordersAddress), async ({ page }) => ...));
import type { Page } from '@playwright/test';
import { make } from './editorWalk';
import { createCollection, field } from './realBackend';
import { stagedBar, tableOf } from './tableWalk';
import { askServer } from './walk';
import { walkedBackend } from './walkedBackend';

export const ordersAddress = '#/collections?collectionId=orders';

const columns = 'pick id summary status total paid due customer meta note labels scans helpers'.split(' ');

/** Starts a backend with the orders before the tests of a file, and stops it after them. */
export function ordersTable(binary: string) {
  const ids: string[] = [];
  /** The ids of customers. */
  const people = { ines: '', olga: '', grace: '' };

  const backend = walkedBackend(binary, async () => {
    const customers = await createCollection({
      name: 'customers',
      schema: [field('text', 'name', {}, true)],
    });
    const add = async (collection: string, body: object) => (await make(backend, collection, body)).id;
    people.ines = await add('customers', { name: 'Ines Moreau' });
    people.olga = await add('customers', { name: 'Olga Lind' });
    people.grace = await add('customers', { name: 'Grace Okafor' });
    await add('customers', { name: 'Granary Hotel' });
    await createCollection({
      name: 'orders',
      schema: [
        field('text', 'summary', {}, true),
        field('select', 'status', { maxSelect: 1, values: ['draft', 'packed', 'shipped'] }),
        field('number', 'total', { min: 0 }),
        field('bool', 'paid'),
        field('date', 'due'),
        field('relation', 'customer', { collectionId: customers.id, maxSelect: 1 }),
        field('json', 'meta', { maxSize: 10_000 }),
        field('editor', 'note'),
        field('select', 'labels', { maxSelect: 3, values: ['gift', 'rush', 'fragile'] }),
        field('file', 'scans', { maxSelect: 3, maxSize: 2_000 }),
        field('relation', 'helpers', { collectionId: customers.id, maxSelect: 2 }),
      ],
    });
    await createCollection({ name: 'notes', schema: [field('text', 'text')] });
    for (let at = 0; at < 12; at += 1) {
      ids.push(
        await add('orders', {
          summary: `Order ${String(at).padStart(2, '0')}`,
          status: 'draft',
          total: at + 0.5,
          meta: { at },
          note: `<p>Ring <strong>twice</strong> at door ${at}. ${'A long text. '.repeat(30)}End.</p>`,
        }),
      );
    }
  });

  const { row, cell } = tableOf(ids, columns);
  /** Returns the path of an order for `askServer`. */
  const path = (at: number) => `collections/orders/records/${ids[at] ?? ''}`;
  return {
    backend,
    ids,
    people,
    row,
    cell,
    path,
    stored: async (at: number) => (await askServer(backend, path(at))).json,
    cellInput: (page: Page) => page.locator('main section').getByRole('textbox'),
    button: (page: Page, name: string) => stagedBar(page).getByRole('button', { name, exact: true }),
  };
}
