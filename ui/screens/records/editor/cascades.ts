import { type Collection, collectionTypeOf } from '../../../model/collection';
import { optionOf, targetOf } from '../../../model/field';

/**
 * The collections whose records are deleted with one of this collection, because they point to it: directly, or
 * to one that does. The collection itself is among them when its records point to each other.
 */
export function cascadesOf(collection: Collection, all: readonly Collection[]): Collection[] {
  const direct = all.filter((one) => cascadesFrom(collection, one));
  return all.filter((one) => direct.includes(one) || direct.some((middle) => cascadesFrom(middle, one)));
}

function cascadesFrom({ id }: Collection, one: Collection): boolean {
  // A view has the fields of its query, and nothing of its own to delete.
  if (collectionTypeOf(one) === 'view') return false;
  return one.schema.some((field) => targetOf(field) === id && optionOf(field, 'cascadeDelete') === true);
}
