import { accountNamesOf, accountTexts, type Collection, indexesOf } from '../../../model/collection';
import { parseIndex } from '../../../model/sql/indexStatement';
import { isSameName } from '../../../model/sql/tokens';
import { targetOf } from '../../../model/types/fieldTypes';
import type { ReadField } from '../../../model/types/textReading';
import { type ImportField, importFields, optionsOf } from './importFields';

/** Lists the fields whose value identifies a record. */
export function keyFields(collection: Collection): string[] {
  const fields = new Map(importFields(collection).map((field) => [field.name, field]));
  const account = accountKeys(collection);
  const own = schemaIndexes(collection)
    .filter((names) => names.length === 1)
    .flat()
    .filter((name) => canFind(fields.get(name)));
  return [...new Set(['id', ...own, ...account])];
}

/** True if a filter can find a record by this field. A filter reads a name that begins with a digit as a number. */
export function canFind(field: ImportField | undefined): boolean {
  if (!field?.type.isKey || /^\d/.test(field.name)) return false;
  return !field.type.isMultiple?.(optionsOf(field));
}

export function readFieldOf(field: ImportField, collections: readonly Collection[]): ReadField {
  const target = collections.find(({ id }) => field.field && id === targetOf(field.field));
  return { field: optionsOf(field), keys: target ? keyFields(target) : ['id'], target: target?.name ?? '' };
}

/**
 * Lists the fields of each unique index over plain columns. Several records may have an empty email, but not
 * another empty unique value.
 */
export function uniqueIndexes(collection: Collection): string[][] {
  const system = ['id', ...accountKeys(collection)].map((name) => [name]);
  const own = schemaIndexes(collection);
  const byNames = new Map([...system, ...own].map((names) => [[...names].sort().join(), names]));
  return [...byNames.values()];
}

/** True if an index or the server treats two texts as equal that differ only in the case of ASCII letters. */
export function ignoresCase(collection: Collection, name: string): boolean {
  if (accountKeys(collection).includes(name)) return name === 'username';
  return indexesOf(collection).some((statement) => {
    const index = parseIndex(statement);
    const column = index?.columns.find((one) => isSameName(one.name, name));
    return index?.isUnique === true && column?.collate.toUpperCase() === 'NOCASE';
  });
}

function accountKeys(collection: Collection): readonly string[] {
  return accountTexts.filter((name) => accountNamesOf(collection).includes(name));
}

/** Skips an index with a condition, an expression, or a column that only the server sets: a file cannot break it. */
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
