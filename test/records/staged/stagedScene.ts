// A table of orders with staged changes, and what its rows and drafts show.
import type { FormValue } from '../../../ui/model/field';
import '../../support/dom';
import type { Test } from 'uvu';
import { ref } from 'valtio/vanilla';
import type { Collection } from '../../../ui/model/collection';
import type { AnyRecord } from '../../../ui/model/record';
import * as collections from '../../../ui/page/collections';
import * as unsaved from '../../../ui/page/forms/unsaved';
import * as session from '../../../ui/page/session/session';
import * as editedRows from '../../../ui/records/editedRows';
import * as edits from '../../../ui/records/edits';
import { type CellField, cellFieldOf } from '../../../ui/records/values/cellField';
import type { Changes } from '../../../ui/records/values/change';
import { resetDom } from '../../support/dom';
import { field } from '../../support/fields';
import { tick } from '../../support/render';
import { admin, adminToken } from '../../support/samples';

export const collectionWith = (schema: object[]) =>
  ({ id: 'orders', name: 'orders', type: 'base', schema }) as Collection;
export const title = field('text', 'title', { max: 10 });
export const orders = collectionWith([
  title,
  field('number', 'total', { min: 0 }),
  field('bool', 'paid'),
  field('select', 'tags', { maxSelect: 3, values: ['a', 'b', 'c'] }),
  field('editor', 'note'),
  field('json', 'meta'),
]);
export const rowOf = (id: string, values: object = {}): AnyRecord => ({
  id,
  ...{ title: 'One', total: 1, paid: false, tags: ['a'], note: '', meta: null, ...values },
});
export const cellOf = (name: string, collection = orders): CellField => {
  const cell = cellFieldOf(collection, name);
  if (!cell) throw new Error(`${name} has no cell.`);
  return cell;
};
export const change = (row: AnyRecord, name: string, mine: FormValue) =>
  edits.set(orders, [{ row, cell: cellOf(name), mine }]);
/** Notes the cells of a record as sent. */
export function sentNow(id: string): Changes {
  const sent = new Map(edits.of('orders').get(id)?.changes);
  edits.beginSending('orders', id, sent);
  return sent;
}
export const rows = () => editedRows.state.byCollection['orders'] as editedRows.EditedRows | undefined;
export const marks = (id: string) =>
  [...(rows()?.get(id)?.marks ?? [])].map(
    ([name, { kind, description }]) => `${name} ${kind}: ${description}`,
  );
export const draftKeys = () =>
  Object.keys({ ...localStorage }).filter((key) => key.startsWith('record_draft_'));

/** The collections as they are read again. Resolves when the changes have followed. */
export async function readCollections(...all: Collection[]): Promise<void> {
  Object.assign(collections.state, { all: ref(all), isLoaded: true });
  await tick();
}

export const at = (second: number) => `2026-11-21 10:00:0${second}.000Z`;
export const later = (values: object) => rowOf('r1', { updated: at(2), ...values });
export const needsAttention = () => edits.countOf(edits.of('orders')).wrong;

/** Returns the offer of all stored drafts. */
export function readOffer(): edits.Offer {
  const drafts = draftKeys().map((key) => ({ key, ...JSON.parse(localStorage.getItem(key) ?? '{}') }));
  return { savedAt: 0, records: [], leftOut: 0, drafts };
}

/** Signs in before each test, and takes its changes back after it. */
export function eachBegins(test: Test): void {
  test.before.each(() => session.begin({ token: adminToken(), admin }));
  test.after.each(() => {
    edits.discard('orders');
    unsaved.forget();
    collections.forget();
    session.end();
    resetDom();
  });
}
