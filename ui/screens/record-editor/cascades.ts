import { type Collection, collectionTypeOf } from '../../model/collection';
import { optionOf, targetOf } from '../../model/field';

/**
 * Lists the collections that lose records when a record of this collection is deleted. They have a cascading
 * relation to it, directly or through others. The collection itself is included if it refers to itself.
 */
export function cascadesOf(collection: Collection, all: readonly Collection[]): Collection[] {
  const direct = all.filter((one) => cascadesFrom(collection, one));
  return all.filter((one) => direct.includes(one) || direct.some((middle) => cascadesFrom(middle, one)));
}

function cascadesFrom({ id }: Collection, one: Collection): boolean {
  // The relations of a view come from its query, and a view has no records to delete.
  if (collectionTypeOf(one) === 'view') return false;
  return one.schema.some((field) => targetOf(field) === id && optionOf(field, 'cascadeDelete') === true);
}
