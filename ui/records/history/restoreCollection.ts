import { ApiError } from '../../backend/ApiError';
import * as api from '../../backend/collections';
import { type Collection, indexesOf, ruleNames } from '../../model/collection';
import { targetOf } from '../../model/field';
import { uniqueName } from '../../model/names';
import { indexNameOf, withName, withoutColumns, withTable } from '../../model/sql/indexStatement';
import * as collections from '../../page/collections';

/**
 * Creates a deleted collection again, with its former id. Returns sentences about what is other than before. Does
 * nothing if the collection exists.
 */
export async function restoreCollection(former: Collection): Promise<string[]> {
  // An old list could make an existing collection look deleted, and an import would replace it.
  const today = await api.listAll();
  if (today.some(({ id }) => id === former.id)) return [];
  const { definition, told } = fitted(former, today);
  try {
    await api.importAll({ collections: [definition], deleteMissing: false });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 400)) throw error;
    told.push(...(await importWithoutRefused(definition)));
  }
  await collections.load();
  return told;
}

/** Leaves out what needs a missing collection, and renames what is taken. */
function fitted(
  former: Collection,
  today: readonly Collection[],
): { definition: Collection; told: string[] } {
  const told: string[] = [];
  const isThere = (id: string | null) =>
    id === null || id === former.id || today.some((one) => one.id === id);
  const schema = former.schema.filter((field) => isThere(targetOf(field)));
  for (const field of former.schema.filter((one) => !schema.includes(one))) {
    told.push(`The relation ${field.name} is left out: its collection is gone.`);
  }
  const taken = today.map(({ name }) => name);
  const isTaken = taken.some((name) => name.toLowerCase() === former.name.toLowerCase());
  const name = isTaken ? uniqueName(former.name, taken) : former.name;
  if (isTaken) told.push(`The name ${former.name} is taken: the collection is called ${name} now.`);
  const takenIndexes = today.flatMap(indexesOf).map(indexNameOf);
  const gone = former.schema.filter((one) => !schema.includes(one)).map((one) => one.name);
  const left = indexesOf(former).flatMap((statement) => withoutColumns(statement, gone) ?? []);
  if (left.length < indexesOf(former).length) told.push('An index of a relation that is gone is left out.');
  const indexes = left.map((statement) => {
    const free = uniqueName(indexNameOf(statement), takenIndexes);
    if (free !== indexNameOf(statement)) told.push(`An index is called ${free} now.`);
    return withTable(withName(statement, free), name);
  });
  return { definition: { ...former, name, schema, indexes }, told };
}

/** The server refuses a rule that names something missing. Such a rule becomes one for admins only. */
async function importWithoutRefused(definition: Collection): Promise<string[]> {
  const closed = Object.fromEntries(ruleNames.map((name) => [name, null]));
  await api.importAll({ collections: [{ ...definition, ...closed }], deleteMissing: false });
  const told: string[] = [];
  for (const name of ruleNames) {
    const rule = definition[name] ?? null;
    if (rule === null) continue;
    try {
      await api.update(definition.id, { [name]: rule });
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 400)) throw error;
      told.push(`The server refuses the ${name}: now only admins may do this.`);
    }
  }
  return told;
}
