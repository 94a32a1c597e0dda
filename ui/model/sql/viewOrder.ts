import { parseSelect } from './parse';
import { writtenName } from './tokens';

interface Ordered {
  readonly name: string;
  readonly type?: string | null | undefined;
  readonly options?: unknown;
}

/**
 * Sorts views after the views that their queries read; the other order stays. The server creates the views of
 * an import one after the other (`ImportCollections` in `daos/collection.go`), after all tables. Views in a
 * circle keep their order.
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

/** Returns the table names in a view's query, in lower case; none for other collections. */
function tablesOf({ type, options }: Ordered): string[] {
  const query = (options as { query?: unknown } | null | undefined)?.query;
  if (type !== 'view' || typeof query !== 'string') return [];
  return parseSelect(query).tables.flatMap(
    ({ source }) => writtenName(source.table ?? undefined)?.toLowerCase() ?? [],
  );
}
