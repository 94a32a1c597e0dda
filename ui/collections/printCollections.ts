import { toNewer } from '../backend/newer/collectionShape';
import { type Collection, withoutProviders } from '../model/collection';
import { inViewOrder } from '../model/sql/viewOrder';

/** First keys of a collection, in a fixed order, so that two exports can be compared line by line. */
const firstKeys = [
  'id',
  'name',
  'type',
  'system',
  'schema',
  'fields',
  'indexes',
  'listRule',
  'viewRule',
  'createRule',
  'updateRule',
  'deleteRule',
  'options',
  'viewQuery',
];

/**
 * Prints collections as JSON that any server of this version can import, without dates. They are sorted by name,
 * but a view follows the views that it reads.
 */
export function printCollections(collections: readonly Collection[], indent: number): string {
  const sorted = [...collections].sort((one, other) => (one.name < other.name ? -1 : 1));
  return JSON.stringify(inViewOrder(sorted).map(exported), null, indent);
}

function exported({ created: _created, updated: _updated, ...collection }: Collection): object {
  // Only newer servers have fields that are built in. Providers would be refused without their secrets.
  const values: Readonly<Record<string, unknown>> = collection.builtIn
    ? toNewer(withoutProviders(collection))
    : collection;
  const others = Object.keys(values)
    .filter((key) => !firstKeys.includes(key))
    .sort();
  const keys = [...firstKeys.filter((key) => key in values), ...others];
  return Object.fromEntries(keys.map((key) => [key, values[key]]));
}
