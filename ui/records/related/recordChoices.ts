import { ApiError } from '../../backend/ApiError';
import * as listedRecords from '../../backend/listedRecords';
import { cut } from '../../base/text';
import type { Collection } from '../../model/collection';
import { escapePattern } from '../../model/filter/filterTexts';
import type { ListedRecord } from '../../model/record';
import { displayText, identifyingFields } from '../../model/recordName';
import { typeOf } from '../../model/types/fieldTypes';

export const mostChoices = 10;
const textLength = 70;

/** Suggests the first few records whose id or displayed fields contain `typed`. Empty if they cannot be read. */
export async function findRecords(
  collection: Collection,
  typed: string,
  signal: AbortSignal,
): Promise<{ id: string; text: string }[]> {
  // A new collection has no records.
  if (collection.id === '') return [];
  try {
    const records = await readChoices(collection, typed, { signal });
    return records.map((record) => ({
      id: record.id,
      text: cut(displayText(record, collection), textLength),
    }));
  } catch (error) {
    if (error instanceof ApiError) return [];
    throw error;
  }
}

/** Rejects if they cannot be read. */
export async function readChoices(
  collection: Collection,
  typed: string,
  options: { signal: AbortSignal },
): Promise<ListedRecord[]> {
  const names = identifyingFields(collection);
  const isRich = (name: string) => collection.schema.some((one) => one.name === name && typeOf(one).isRich);
  const fields = names.map((name) => (isRich(name) ? `${name}:excerpt(${textLength})` : name));
  const pattern = escapePattern(typed);
  const filter = typed && ['id', ...names].map((name) => `${name}~"${pattern}"`).join('||');
  const query = {
    page: '1',
    perPage: String(mostChoices),
    fields: ['id', ...fields].join(','),
    filter: filter || undefined,
  };
  return (await listedRecords.list(collection.id, query, options)).items;
}
