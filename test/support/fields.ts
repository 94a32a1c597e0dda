// Fields and collections as a server of 0.22 sends them. A server with another shape changes this file.
import type { Collection } from '../../ui/model/collection';
import type { SchemaField } from '../../ui/model/field';

/** A field without an id, as a client sends a new one. */
export const newField = <Options extends SchemaField['options']>(
  type: string,
  name: string,
  options: Options,
) => ({ name, type, options });

/** Its id is `f_` and the name, if `rest` has no other. */
export const field = (
  type: string,
  name: string,
  options: SchemaField['options'] = {},
  rest: Partial<SchemaField> = {},
): SchemaField => ({ id: `f_${name}`, ...newField(type, name, options), ...rest });

/** For tests that are about ids. */
export const fieldWithId = (
  id: string,
  name: string,
  type = 'text',
  options: Record<string, unknown> = {},
) => ({
  id,
  ...newField(type, name, options),
});

export const relation = (
  name: string,
  collectionId: string,
  maxSelect: number | null = 1,
  rest: Partial<SchemaField> = {},
) => field('relation', name, { collectionId, maxSelect }, rest);

/** As the door makes it of a collection of a newer server. */
export function asNewer(collection: Collection): Collection {
  const account = { email: 'email', emailVisibility: 'bool', verified: 'bool', password: 'password' };
  const types = {
    id: 'text',
    ...(collection.type === 'auth' && { ...account, tokenKey: 'text' }),
    ...(collection.type !== 'view' && { created: 'autodate', updated: 'autodate' }),
  };
  const builtIn = Object.entries(types).map(([name, type], at) => ({ ...field(type, name), at }));
  return { ...collection, builtIn };
}

/** Its id is `id_` and the name, if `rest` has no other. */
export const collectionOf = (
  name: string,
  schema: SchemaField[] = [],
  rest: Partial<Collection> = {},
): Collection => ({ id: `id_${name}`, name, type: 'base', schema, ...rest });
