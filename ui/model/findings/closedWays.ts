import { type Collection, ruleOf } from '../collection';
import { targetOf } from '../field';
import type { Lookup } from '../rulePaths';

/** The relation fields that lead to a collection, by its id. */
export type Backs = ReadonlyMap<string, readonly { collection: Collection; name: string }[]>;

export function backRelations(collections: readonly Collection[]): Backs {
  const backs = new Map<string, { collection: Collection; name: string }[]>();
  for (const collection of collections) {
    for (const field of collection.schema) {
      const target = targetOf(field);
      if (target === null) continue;
      backs.set(target, [...(backs.get(target) ?? []), { collection, name: field.name }]);
    }
  }
  return backs;
}

/** Returns the lists from which a path of at most two steps leads to the collection. */
export function waysTo(
  closed: Collection,
  lookup: Lookup,
  backs: Backs,
): { from: Collection; path: string }[] {
  const ways = new Map<Collection, string>();
  let ends = [{ at: closed, path: '' }];
  for (let step = 0; step < 2; step += 1) {
    ends = ends.flatMap(({ at, path }) => {
      const join = (name: string) => (path === '' ? name : `${name}.${path}`);
      const forward = (backs.get(at.id) ?? []).map(({ collection, name }) => ({
        at: collection,
        path: join(name),
      }));
      const back = at.schema.flatMap((field) => {
        const target = lookup.byId.get(targetOf(field) ?? '');
        return target ? [{ at: target, path: join(`${at.name}_via_${field.name}`) }] : [];
      });
      return [...forward, ...back];
    });
    for (const { at, path } of ends) {
      if (at !== closed && ruleOf(at, 'listRule') !== null && !ways.has(at)) ways.set(at, path);
    }
  }
  return [...ways].map(([from, path]) => ({ from, path }));
}
