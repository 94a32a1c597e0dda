import { copyText } from '../../base/clipboard';
import { currentLocation, navigate, printHash, type Query, replaceQuery } from '../../base/hash';
import type { Collection } from '../../model/collection';
import type { ColumnLayout } from '../../model/columnLayout';
import * as collections from '../../page/collections';
import * as toasts from '../../page/toasts';
import { columnsShown, layoutOf, missingColumnsNote, parseColumns } from './addressColumns';
import { addressOf, isSameView, type NamedView, type ViewAddress, viewNameFault } from './namedView';
import { currentLayout, knownColumns } from './tableLayout';
import * as views from './views';

/** The view in the address. */
export interface AddressedView {
  /** The collection for which it was read. If columns are renamed, it is read again. */
  collection: Collection;
  /** Null if the address has no columns. */
  layout: ColumnLayout | null;
  /** A sentence about columns that do not exist; null for none. */
  note: string | null;
}

const none = { view: undefined, filter: undefined, sort: undefined, columns: undefined };

/** Returns the present page as a view of this name. */
function presentView(collection: Collection, name: string): NamedView {
  const { filter = '', sort = '' } = currentLocation().query;
  const columns = columnsShown(currentLayout(collection), knownColumns(collection));
  return { name, filter, sort, columns };
}

/** Always true if a column of the view is missing. */
export function isChanged(collection: Collection, view: NamedView): boolean {
  const known = knownColumns(collection);
  const isWhole = view.columns.every(({ key }) => known.some((column) => column.key === key));
  const shown = addressOf(presentView(collection, view.name), known);
  return !isWhole || !isSameView(shown, addressOf(view, known), collection);
}

/** Returns the stored views, with the queries of their addresses. */
export function keptViews(collection: Collection): { name: string; query: Query }[] {
  views.open(collection.id);
  return views.viewsOf(collection.id).map((view) => ({
    name: view.name,
    query: { collectionId: collection.id, ...addressOf(view, knownColumns(collection)) },
  }));
}

/** Adds a history entry. */
export function showView(collection: Collection, view: NamedView): void {
  go(addressOf(view, knownColumns(collection)));
}

/** True if the address has a view, or columns of its own. */
export function hasView(): boolean {
  const { view, columns } = currentLocation().query;
  return Boolean(view || columns);
}

/** Shows all records, with the layout of this browser. */
export const showAll = (): void => go(none);

function go(address: ViewAddress | typeof none): void {
  const { path, query } = currentLocation();
  navigate(path, { ...query, ...address });
}

export function saveView(collection: Collection, name: string): void {
  const view = presentView(collection, name);
  views.put(collection.id, view);
  replaceQuery({ ...addressOf(view, knownColumns(collection)) });
  toasts.success(`Saved the view "${name}".`);
}

export function renameView(collection: Collection, from: string, to: string): void {
  const view = views.find(collection.id, from);
  if (!view || from === to) return;
  views.put(collection.id, { ...view, name: to }, from);
  if (isShown(collection, from)) replaceQuery({ view: to });
}

/** The page stays as it is. Only the name leaves the address. */
export function deleteView(collection: Collection, name: string): void {
  const putBack = views.remove(collection.id, name);
  if (isShown(collection, name)) replaceQuery({ view: undefined });
  toasts.undoable(`Deleted the view "${name}".`, () => {
    putBack();
    const { query } = currentLocation();
    if (isShown(collection, undefined) && query['columns']) replaceQuery({ view: name });
  });
}

function isShown(collection: Collection, name: string | undefined): boolean {
  const { query } = currentLocation();
  // The address may have the name of the collection instead of its id.
  return collections.find(query['collectionId'] ?? '')?.id === collection.id && query['view'] === name;
}

export function copyLink(collection: Collection): Promise<boolean> {
  const { path, query } = currentLocation();
  const address = addressOf(presentView(collection, query['view'] ?? ''), knownColumns(collection));
  const link = new URL(printHash(path, { collectionId: collection.id, ...address }), location.href).href;
  return copyText(link, 'The address of the page is the link.');
}

/** Returns why a view cannot have the name; null if it can. `own` is its present name. */
export function nameFault(collection: Collection, name: string, own: string): string | null {
  const taken = views.viewsOf(collection.id).map((view) => view.name);
  return viewNameFault(
    name,
    taken.filter((one) => one !== own),
  );
}

export function readAddress(collection: Collection): AddressedView {
  const { columns = '' } = currentLocation().query;
  const { layout, missing } = layoutOf(parseColumns(columns), knownColumns(collection));
  return {
    collection,
    layout: columns ? layout : null,
    note: missingColumnsNote(missing),
  };
}
