import { currentLocation, replaceQuery } from '../../base/hash';
import { movedItem } from '../../base/lists';
import type { Collection } from '../../model/collection';
import { type ColumnLayout, isHidden, noLayout } from '../../model/columnLayout';
import { possibleDates } from '../../model/recordsQuery';
import * as preferences from '../../page/preferences';
import { columnKeyOf, columnsOf } from '../display/recordColumns';
import { columnsShown, type KnownColumn, layoutOf, parseColumns, printColumns } from './addressColumns';

export function knownColumns(collection: Collection): KnownColumn[] {
  const anyRecord = { id: '', ...Object.fromEntries(possibleDates(collection).map((name) => [name, ''])) };
  return columnsOf(collection, anyRecord).map((column) => ({ key: columnKeyOf(column), name: column.name }));
}

/** Returns the layout of the address if it has one, else that of this browser. */
export function currentLayout(collection: Collection): ColumnLayout {
  const { columns } = currentLocation().query;
  if (columns) return layoutOf(parseColumns(columns), knownColumns(collection)).layout;
  const { collectionId, layout } = preferences.state.columns;
  return collectionId === collection.id ? layout : noLayout;
}

/** In a view, changes the address, else the layout that this browser stores. */
export function changeLayout(collection: Collection, changes: Partial<ColumnLayout>): void {
  if (!currentLocation().query['columns']) {
    preferences.setColumns(changes);
    return;
  }
  const layout = { ...currentLayout(collection), ...changes };
  replaceQuery({ columns: printColumns(columnsShown(layout, knownColumns(collection))) });
}

export function showColumns(collection: Collection, keys: readonly string[], isShown: boolean): void {
  const { hidden, shown } = currentLayout(collection);
  const isOptional = (key: string) => isHidden(noLayout, key);
  const optional = keys.filter(isOptional);
  const usual = keys.filter((key) => !isOptional(key));
  changeLayout(collection, {
    ...(usual.length > 0 && { hidden: withKeys(hidden, usual, !isShown) }),
    ...(optional.length > 0 && { shown: withKeys(shown, optional, isShown) }),
  });
}

function withKeys(all: readonly string[], keys: readonly string[], areIn: boolean): string[] {
  const others = all.filter((key) => !keys.includes(key));
  return areIn ? [...others, ...keys] : others;
}

export function setWidths(collection: Collection, widths: Readonly<Record<string, number>>): void {
  changeLayout(collection, { widths: { ...currentLayout(collection).widths, ...widths } });
}

/** Moves a pinned column after the other pinned ones, and an unpinned one before the rest. */
export function setPinned(collection: Collection, key: string, isPinned: boolean): void {
  const layout = currentLayout(collection);
  const others = layout.pinned.filter((one) => one !== key);
  const pinned = isPinned ? [...others, key] : others;
  const keys = shownKeys(collection, layout).filter((one) => one !== key);
  const after = keys.findLastIndex((one) => others.includes(one));
  // Without pinned columns, it goes after the id, which is first.
  keys.splice(Math.max(after, 0) + 1, 0, key);
  changeLayout(collection, { pinned, order: wholeOrder(collection, layout, keys) });
}

/** Moves a column within the pinned or within the other ones. */
export function moveColumn(collection: Collection, key: string, step: -1 | 1): void {
  const layout = currentLayout(collection);
  const keys = shownKeys(collection, layout);
  const at = keys.indexOf(key);
  const neighbour = keys[at + step];
  if (neighbour === undefined || !canMove(layout.pinned, keys, key, step)) return;
  keys[at + step] = key;
  keys[at] = neighbour;
  changeLayout(collection, { order: wholeOrder(collection, layout, keys) });
}

/** Moves a column to the position of `target`. */
export function placeColumn(collection: Collection, key: string, target: string): void {
  const order = columnOrder(collection);
  changeLayout(collection, { order: movedItem(order, order.indexOf(key), order.indexOf(target)) });
}

/** Returns the keys of all columns in order, including hidden ones. */
export function columnOrder(collection: Collection): string[] {
  const layout = currentLayout(collection);
  return wholeOrder(collection, layout, shownKeys(collection, layout));
}

/** The id keeps its position, and pinned columns stay together. */
export function canMove(
  pinned: readonly string[],
  keys: readonly string[],
  key: string,
  step: -1 | 1,
): boolean {
  const at = keys.indexOf(key) + step;
  const neighbour = keys[at];
  return at > 0 && neighbour !== undefined && pinned.includes(neighbour) === pinned.includes(key);
}

function shownKeys(collection: Collection, layout: ColumnLayout): string[] {
  const known = knownColumns(collection);
  const id = known[0]?.key ?? '';
  const shown = columnsShown(layout, known).map(({ key }) => key);
  return [id, ...shown.filter((key) => key !== id)];
}

/** A hidden column stays after its neighbour, and appears there when it is shown again. */
function wholeOrder(collection: Collection, layout: ColumnLayout, shown: readonly string[]): string[] {
  const keys = knownColumns(collection).map(({ key }) => key);
  const all = shownKeys(collection, { ...layout, hidden: [], shown: keys, pinned: [] });
  const order = [...shown];
  for (const [at, key] of all.entries()) {
    if (order.includes(key)) continue;
    const before = all[at - 1];
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, key);
  }
  return order;
}
