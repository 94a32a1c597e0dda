import type { Collection } from '../../../model/collection';
import { addCondition, replaceOrAdd, withoutField } from '../../../model/filters/addCondition';
import { filterLanguage } from '../../../model/filters/filterFields';
import type { FilterLanguage } from '../../../model/filters/filterTree';
import type { FieldCondition } from '../../../model/filters/valueCondition';
import { replaceQuery } from '../../../platform/hash';
import * as filterDialect from '../../../state/filterDialect';
import * as toasts from '../../../state/toasts';

/** Shows the records that also meet the condition. 'only': it takes the place of others of its field. */
export async function addToFilter(
  collection: Collection,
  search: string,
  condition: FieldCondition,
  kind: 'only' | 'without',
): Promise<void> {
  const add = kind === 'only' ? replaceOrAdd : addCondition;
  await change(collection, search, condition.values, (language) => add(search, condition, language));
}

/** Takes the conditions of a field out of the filter. */
export async function removeFromFilter(collection: Collection, search: string, field: string): Promise<void> {
  await change(collection, search, [], (language) => withoutField(search, field, language));
}

async function change(
  collection: Collection,
  search: string,
  values: readonly string[],
  write: (language: FilterLanguage) => string | null,
): Promise<void> {
  const rules = await filterDialect.rulesFor([search, ...values].join(' '));
  const filter = write(filterLanguage(collection, rules === 'plain' ? 'new' : rules));
  if (filter === null) {
    toasts.warning('The filter in the search bar cannot be read. Correct or clear it first.');
    return;
  }
  replaceQuery({ collectionId: collection.id, filter });
}
