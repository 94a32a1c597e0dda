// Saves the staged changes of a table against a real backend, with the stores of the page.
//
//   const orders = await makeOrders(server, 3);
//   const [row] = [...(await listed(orders)).values()];
//   stage(orders, row, 'title', 'Mine');
//   await stagedSaveOf(orders.id).save(() => {});
import './bareWindow';
import * as assert from 'uvu/assert';
import type { Collection } from '../../ui/model/collection';
import type { AnyRecord } from '../../ui/model/record';
import { cellFieldOf } from '../../ui/model/records/cellField';
import type { FormValue } from '../../ui/model/records/recordValues';
import * as collections from '../../ui/state/collections';
import * as staged from '../../ui/state/staged/staged';
import { createCollection, createRecord, field, type sharedBackend } from './realBackend';
import { openPage, rowsIn } from './recordImport';

/** Signs in to the server, and makes a collection with so many records. */
export async function makeOrders(
  server: ReturnType<typeof sharedBackend>,
  count: number,
): Promise<Collection> {
  await openPage(await server.backend());
  const collection = await createCollection({
    name: `orders_${Date.now()}`,
    schema: [
      field('text', 'title'),
      field('number', 'total'),
      field('bool', 'paid'),
      field('select', 'tags', { maxSelect: 3, values: ['a', 'b', 'c'] }),
      field('date', 'due'),
      field('json', 'meta', { maxSize: 10_000 }),
      field('file', 'scans', { maxSelect: 4, maxSize: 10_000 }),
    ],
  });
  await openPage(await server.backend());
  await collections.load();
  for (let at = 0; at < count; at += 1) {
    await createRecord(collection, { title: `T${at}`, total: at, meta: { big: 1, at } });
  }
  return collection;
}

/** Returns the records as a list shows them, by their ids. */
export async function listed(
  collection: Collection,
): Promise<Map<string, Record<string, unknown> & AnyRecord>> {
  const rows = await rowsIn(collection);
  return new Map(
    rows.map(({ id, values }) => [
      id,
      { id, ...Object.fromEntries([...values].map(([key, text]) => [key, JSON.parse(text)])) },
    ]),
  );
}

/** Changes a cell as the table does. */
export function stage(collection: Collection, row: AnyRecord, fieldName: string, mine: FormValue): void {
  const cell = cellFieldOf(collection, fieldName);
  assert.ok(cell);
  staged.stage(collection, [{ row, cell, mine }]);
}
