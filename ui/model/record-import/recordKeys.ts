import { type Collection, collectionTypeOf, indexesOf } from '../collection';
import { parseIndex } from '../sql/indexStatement';
import { isSameName } from '../sql/tokens';
import { importFields } from './importFields';

/** Lists the fields whose value finds at most one record. */
export function keyFields(collection: Collection): string[] {
  const cannotFind = importFields(collection)
    .filter(({ type, isMultiple }) => isMultiple || type === 'json')
    .map(({ name }) => name);
  const account = accountKeys(collection);
  const own = schemaIndexes(collection)
    .filter((names) => names.length === 1)
    .flat()
    .filter((name) => !cannotFind.includes(name));
  return [...new Set(['id', ...own, ...account])];
}

/**
 * Lists the fields of every unique index over plain columns. The server takes any number of records with an
 * empty email. Of any other field, it also compares the empty values.
 */
export function uniqueIndexes(collection: Collection): string[][] {
  const system = ['id', ...accountKeys(collection)].map((name) => [name]);
  const own = schemaIndexes(collection);
  const byNames = new Map([...system, ...own].map((names) => [[...names].sort().join(), names]));
  return [...byNames.values()];
}

function accountKeys(collection: Collection): string[] {
  return collectionTypeOf(collection) === 'auth' ? ['username', 'email'] : [];
}

/** An index with a condition, an expression, or a column that only the server sets says nothing about a file. */
function schemaIndexes(collection: Collection): string[][] {
  const fields = importFields(collection);
  return indexesOf(collection).flatMap((statement) => {
    const index = parseIndex(statement);
    if (!index?.isUnique || index.where !== '' || index.columns.length === 0) return [];
    const names = index.columns.flatMap(
      (column) => fields.find(({ name }) => isSameName(name, column.name))?.name ?? [],
    );
    return names.length === index.columns.length ? [names] : [];
  });
}
