import { isMissing } from '../../backend/ApiError';
import * as api from '../../backend/collections';
import type { Collection } from '../../model/collection';
import type { NewSchema } from '../history/plan/act';

/**
 * Creates the collection, under the id that the page gave it, and returns it as the server stores it. `mayExist`: an
 * earlier try may have created it. A lost response is looked for.
 */
export async function createCollection(planned: Collection, mayExist: boolean): Promise<Collection> {
  const find = () =>
    api.get(planned.id).catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
  const existing = mayExist ? await find() : null;
  return existing ?? api.verifyAfterError(() => api.create({ ...planned }), find);
}

/**
 * Appends the new fields to the collection as it is now. The server drops each column whose id is missing in `schema`,
 * so all others are sent with theirs.
 */
export async function appendFields(today: Collection, { fields }: NewSchema): Promise<Collection> {
  const missingIn = ({ schema }: Collection) =>
    fields.filter((one) => schema.every(({ id }) => id !== one.id));
  if (missingIn(today).length === 0) return today;
  const schema = [...today.schema, ...missingIn(today)];
  return api.verifyAfterError(
    () => api.update(today.id, { schema }),
    async () => {
      const now = await api.get(today.id);
      return missingIn(now).length === 0 ? now : null;
    },
  );
}
