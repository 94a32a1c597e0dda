import { type Collection, dateNames, systemFieldNames, systemNamesOf, viewQuery } from '../collection';
import { parseSelect, resultName } from './parse';
import { nameKey } from './tokens';

const systemNames = systemNamesOf('base');

/**
 * Returns the column names of a SELECT in order, without `id`, `created` and `updated`: the server makes
 * these fields of a view. A column without a name is named by its text.
 */
export function columnsOfSelect(query: string): string[] {
  return resultNames(query).filter((name) => !systemNames.includes(name));
}

/** Returns `created` and `updated` if the view has them. Its query decides; its schema does not list them. */
export function viewDates(collection: Collection): string[] {
  const names = new Set(resultNames(viewQuery(collection) ?? '').map(nameKey));
  return dateNames.filter((name) => names.has(name));
}

function resultNames(query: string): string[] {
  const results = parseSelect(query).statement.cores[0]?.columns ?? [];
  return results.map((result) => {
    const name = resultName(result);
    return name === '' || name === '*' ? query.slice(result.start, result.end).replace(/\s+/g, ' ') : name;
  });
}

export type SqlTables = Readonly<Record<string, readonly string[]>>;

export function sqlTablesOf(collections: readonly Collection[]): SqlTables {
  return Object.fromEntries(
    collections.map((collection) => [collection.name, sqlColumnsOf(collection)] as const),
  );
}

/** Returns the columns of the collection's table: its id, its fields, then the other system columns. */
export function sqlColumnsOf(collection: Collection): readonly string[] {
  const [id = 'id', ...others] = systemFieldNames(collection);
  return [
    ...new Set([id, ...collection.schema.map(({ name }) => name), ...others, ...viewDates(collection)]),
  ];
}
