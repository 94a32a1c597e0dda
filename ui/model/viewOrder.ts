import { readQuery } from './querySources';
import { nameOf } from './sqlTokens';

interface Ordered {
  readonly name: string;
  readonly type?: string | null | undefined;
  readonly options?: unknown;
}

/**
 * The collections in their order, except that a view comes after every view that its query reads. The server
 * creates the views of an import one after the other (`ImportCollections` in `daos/collection.go`), all of them
 * after the tables. Views that read each other in a circle keep their order.
 */
export function inViewOrder<T extends Ordered>(collections: readonly T[]): T[] {
  const views = new Map(
    collections.filter(({ type }) => type === 'view').map((view) => [view.name.toLowerCase(), view]),
  );
  const entered = new Set<T>();
  const ordered: T[] = [];
  function add(collection: T): void {
    if (entered.has(collection)) return;
    entered.add(collection);
    for (const table of tablesOf(collection)) {
      const view = views.get(table);
      if (view) add(view);
    }
    ordered.push(collection);
  }
  collections.forEach(add);
  return ordered;
}

/** The names that the query of a view reads from, in lower case; none for other collections. */
function tablesOf({ type, options }: Ordered): string[] {
  const query = (options as { query?: unknown } | null | undefined)?.query;
  if (type !== 'view' || typeof query !== 'string') return [];
  return readQuery(query).sources.flatMap(({ source }) =>
    source.table ? [nameOf(source.table).toLowerCase()] : [],
  );
}
