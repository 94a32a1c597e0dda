import { valueFilter } from '../../../model/valueFilter';
import { countValues, type ValueCount, type ValueCounts } from '../../../state/valueCounts';
import type { ImportPlan } from './importPlan';
import { lostFields } from './lostData';

/** What the count of a collection's records, or of a field's values, is called. */
export const keyOf = (collectionId: string, fieldId = '') => `${collectionId} ${fieldId}`;

/** Counts what goes with an import: the records of collections, and the values of fields. */
export function countLosses(plan: ImportPlan): ValueCounts {
  return countValues([
    // A view has no records of its own.
    ...plan.deleted
      .filter(({ type }) => type !== 'view')
      .map(({ id }) => ({ key: keyOf(id), collectionId: id, filter: '' })),
    ...lostFields(plan).map(({ collection, field, loss }) => ({
      key: keyOf(collection.id, field.id),
      collectionId: collection.id,
      filter: valueFilter(field, loss === 'single'),
    })),
  ]);
}

/** `1,204 records`; what is not known is not said. */
export function countText(count: ValueCount | undefined, one: string): string {
  if (count === 'counting') return 'counting...';
  if (count === 'slow') return 'still counting...';
  if (typeof count !== 'number') return `${one}s not counted`;
  return `${count.toLocaleString('en-US')} ${one}${count === 1 ? '' : 's'}`;
}
