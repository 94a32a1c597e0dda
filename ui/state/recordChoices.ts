import { ApiError } from '../api/ApiError';
import * as recordLists from '../api/recordLists';
import { type Collection, fieldOf } from '../model/collection';
import { escapePattern } from '../model/filter';
import { displayText, type ListedRecord, tellingFields } from '../model/record';
import { cut } from '../platform/text';
import * as filterRules from './filterRules';

const mostChoices = 10;
const textLength = 70;

/**
 * The first few records that hold `typed` in their id or in what stands for them, to be offered while somebody
 * types. Nothing is offered where they cannot be read.
 */
export async function findRecords(
  collection: Collection,
  typed: string,
  signal: AbortSignal,
): Promise<{ id: string; text: string }[]> {
  // One that is being made has none.
  if (collection.id === '') return [];
  const names = tellingFields(collection);
  const isEditor = (name: string) => fieldOf(collection, name)?.type === 'editor';
  const fields = names.map((name) => (isEditor(name) ? `${name}:excerpt(${textLength})` : name));
  try {
    const rules = await filterRules.rulesFor(typed);
    const pattern = escapePattern(typed, rules);
    const filter = typed && ['id', ...names].map((name) => `${name}~"${pattern}"`).join('||');
    const query = {
      page: '1',
      perPage: String(mostChoices),
      fields: ['id', ...fields].join(','),
      filter: filter || undefined,
    };
    const { items } = await recordLists.list(collection.id, query, { signal });
    return items.map((record: ListedRecord) => ({
      id: record.id,
      text: cut(displayText(record, collection), textLength),
    }));
  } catch (error) {
    if (error instanceof ApiError) return [];
    throw error;
  }
}
