import { type Collection, hasField } from '../../model/collection';

/** Returns the placeholder of a search for records. On a newer server a collection may have no `created`. */
export function searchHint(collection: Collection): string {
  const example = hasField(collection, 'created') ? 'created > "2022-01-01"' : 'id != ""';
  return `Search term or filter like ${example}...`;
}
