import { replaceQuery } from '../../base/hash';
import type { Collection } from '../../model/collection';
import { addCondition, replaceOrAdd, withoutField } from '../../model/filter/addCondition';
import { filterLanguage } from '../../model/filter/filterFields';
import type { FilterLanguage } from '../../model/filter/filterTree';
import type { FieldCondition } from '../../model/filter/valueCondition';
import * as toasts from '../../page/toasts';

/** Adds a condition to the search. With 'only', it replaces the other conditions of its field. */
export function addToFilter(
  collection: Collection,
  search: string,
  condition: FieldCondition,
  kind: 'only' | 'without',
): void {
  const add = kind === 'only' ? replaceOrAdd : addCondition;
  change(collection, (language) => add(search, condition, language));
}

export function removeFromFilter(collection: Collection, search: string, field: string): void {
  change(collection, (language) => withoutField(search, field, language));
}

function change(collection: Collection, write: (language: FilterLanguage) => string | null): void {
  const filter = write(filterLanguage(collection));
  if (filter === null) {
    toasts.warning('The filter in the search bar cannot be read. Correct or clear it first.');
    return;
  }
  replaceQuery({ collectionId: collection.id, filter });
}
