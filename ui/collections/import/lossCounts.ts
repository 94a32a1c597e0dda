import { countOf } from '../../base/text';
import { valueFilter } from '../../model/filter/valueCondition';
import { countValues, type ValueCount, type ValueCounts } from '../../records/related/valueCounts';
import { type ImportPlan, lostFields } from './plan/importPlan';

/** Identifies the count of a collection's records, or of a field's values. */
export const keyOf = (collectionId: string, fieldId = '') => `${collectionId} ${fieldId}`;

export function countLosses(plan: ImportPlan): ValueCounts {
  return countValues([
    // A view stores no records.
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

/** Returns a text such as `1,204 records`, or the state of the count. */
export function countText(count: ValueCount | undefined, one: string): string {
  if (count === 'counting') return 'counting...';
  if (count === 'slow') return 'still counting...';
  if (typeof count !== 'number') return `${one}s not counted`;
  return countOf(count, one);
}
