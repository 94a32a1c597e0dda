// The address contains the whole view; the browser only stores a name for it. So a link shows the same in any
// browser, and a link without `columns` shows those of this browser. A stored view also has the ids of its columns,
// so that they follow a rename.

import { cut } from '../../base/text';
import { arrange, type ColumnLayout, columnWidthRange } from '../../model/columnLayout';

/**
 * A column of a view. The address has them as `summary:240,status,total!`: a number is the width, `!` is a pinned
 * column, and a missing column is hidden. The id is always visible, so it is listed only with a width, or if no
 * other column is shown.
 */
export interface ViewColumn {
  readonly name: string;
  /** Null if no width was chosen. */
  readonly width: number | null;
  readonly isPinned: boolean;
}

/** A present column of the collection. The first one is the id. */
export interface KnownColumn {
  /** A rename does not change it. */
  readonly key: string;
  readonly name: string;
}

/** No collection has more columns, so a longer address is cut. */
const mostColumns = 1000;

/** Accepts any text. Of duplicates, the first counts. */
export function parseColumns(text: string): ViewColumn[] {
  const found = new Map<string, ViewColumn>();
  for (const part of text.split(',', mostColumns)) {
    const name = part.split(/[:!]/, 1)[0]?.trim() ?? '';
    if (name === '' || found.has(name)) continue;
    const [, digits] = /:(\d+)/.exec(part) ?? [];
    const { min, max } = columnWidthRange;
    const width = digits === undefined ? null : Math.min(Math.max(Number(digits), min), max);
    found.set(name, { name, width, isPinned: part.trimEnd().endsWith('!') });
  }
  return [...found.values()];
}

export function printColumns(columns: readonly ViewColumn[]): string {
  return columns
    .map(({ name, width, isPinned }) => `${name}${width === null ? '' : `:${width}`}${isPinned ? '!' : ''}`)
    .join(',');
}

/** Returns the layout of an address, and the names of columns that do not exist. */
export function layoutOf(
  columns: readonly ViewColumn[],
  known: readonly KnownColumn[],
): { layout: ColumnLayout; missing: string[] } {
  const keys = new Map(known.map(({ key, name }) => [name, key]));
  const found = columns.flatMap((column) => {
    const key = keys.get(column.name);
    return key === undefined ? [] : [{ ...column, key }];
  });
  const order = found.map(({ key }) => key);
  return {
    layout: {
      order,
      shown: order,
      hidden: known.map(({ key }) => key).filter((key) => !order.includes(key)),
      pinned: found.filter(({ isPinned }) => isPinned).map(({ key }) => key),
      widths: Object.fromEntries(found.flatMap(({ key, width }) => (width === null ? [] : [[key, width]]))),
    },
    missing: columns.map(({ name }) => name).filter((name) => !keys.has(name)),
  };
}

/** A column with its key, which a rename does not change. */
export interface KeyedColumn extends ViewColumn {
  readonly key: string;
}

/** Returns the visible columns of a layout, for the address. */
export function columnsShown(layout: ColumnLayout, known: readonly KnownColumn[]): KeyedColumn[] {
  const all = arrange(known, ({ key }) => key, layout).map(({ key, name }, at) => ({
    key,
    name,
    width: layout.widths[key] ?? null,
    isPinned: at > 0 && layout.pinned.includes(key),
  }));
  const [id, ...others] = all;
  return id && id.width === null && others.length > 0 ? others : all;
}

const mostNamed = 3;

/** A sentence about columns that do not exist; null if there are none. */
export function missingColumnsNote(missing: readonly string[]): string | null {
  if (missing.length === 0) return null;
  const named = missing.slice(0, mostNamed).map((name) => cut(name, 30));
  const rest = missing.length - named.length;
  const names = `${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
  return missing.length === 1
    ? `1 column of this view no longer exists: ${names}. It is left out.`
    : `${missing.length} columns of this view no longer exist: ${names}. They are left out.`;
}
