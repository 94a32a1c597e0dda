import { type Collection, collectionTypeOf, systemFieldNames } from './collection';

/** What a view query may name: each table with its columns. */
export type SqlTables = Readonly<Record<string, readonly string[]>>;

/** The tables that the collections are to the server. */
export function sqlTablesOf(collections: readonly Collection[]): SqlTables {
  return Object.fromEntries(
    collections.map((collection) => [collection.name, sqlColumnsOf(collection)] as const),
  );
}

/** The columns of the collection's table: its id, its fields, then what else the system adds. */
export function sqlColumnsOf(collection: Collection): readonly string[] {
  const [id = 'id', ...others] = systemFieldNames(collection);
  return [
    ...new Set([id, ...collection.schema.map(({ name }) => name), ...others, ...viewDates(collection)]),
  ];
}

/** A view has dates when its query selects them; its schema does not tell, its text may. */
function viewDates({ options, ...collection }: Collection): string[] {
  if (collectionTypeOf(collection) !== 'view') return [];
  const query = options && 'query' in options ? String(options.query) : '';
  return ['created', 'updated'].filter((name) => new RegExp(`\\b${name}\\b`, 'i').test(query));
}
