import { isMissing, isResponseLost } from '../../backend/ApiError';
import * as api from '../../backend/collections';
import { type Collection, indexesOf } from '../../model/collection';
import type { NewSchema } from '../history/plan/act';

/**
 * Creates the collection, under the id that the page gave it, and returns it as the server stores it. `mayExist`: an
 * earlier try may have created it. A lost response is looked for.
 */
export async function createCollection(planned: Collection, mayExist: boolean): Promise<Collection> {
  const { id, name, type, schema, indexes, options } = planned;
  const { listRule, viewRule, createRule, updateRule, deleteRule } = planned;
  const rules = { listRule, viewRule, createRule, updateRule, deleteRule };
  const find = () =>
    api.get(id).catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
  const body = { id, name, type, schema, indexes, options, ...rules };
  return ((mayExist || null) && (await find())) ?? verified(() => api.create(body), find);
}

/**
 * Appends the new fields, and their indexes, to the collection as it is now. The server drops each column whose id is
 * missing in `schema`, so all others are sent with theirs.
 */
export async function appendFields(
  today: Collection,
  planned: Collection,
  { fields }: NewSchema,
): Promise<Collection> {
  const missing = (now: Collection) =>
    fields.filter(({ id }) => now.schema.every((field) => field.id !== id));
  const added = missing(today);
  if (added.length === 0) return today;
  const indexes = indexesOf(planned).filter((one) => fields.some(({ id }) => one.includes(`idx_${id}`)));
  const find = async () => {
    const now = await api.get(today.id);
    return missing(now).length === 0 ? now : null;
  };
  const body = { schema: [...today.schema, ...added], indexes: [...indexesOf(today), ...indexes] };
  return verified(() => api.update(today.id, body), find);
}

async function verified(
  send: () => Promise<Collection>,
  find: () => Promise<Collection | null>,
): Promise<Collection> {
  try {
    return await send();
  } catch (error) {
    const found = isResponseLost(error) ? await find().catch(() => null) : null;
    if (!found) throw error;
    return found;
  }
}
