import { isMultiple } from '../../../model/field';
import type { ImportChange, ImportPlan } from './importPlan';
import type { StoredCollection, StoredField } from './storedForm';

/** A field of a collection that stays, of whose values an import takes some away. */
export interface LostField {
  /** As both are now, so that values can be counted. */
  readonly collection: StoredCollection;
  readonly field: StoredField;
  /**
   * `gone`: no field has the name then. `remade`: one has, but its column is new and empty. `single`: of several
   * values the last stays.
   */
  readonly loss: 'gone' | 'remade' | 'single';
}

export function lostFields({ changed }: ImportPlan): LostField[] {
  return changed.flatMap(lostOf);
}

function lostOf({ old, new: next }: ImportChange): LostField[] {
  if (old.type === 'view') return [];
  const byId = new Map(next.schema.map((field) => [field.id, field]));
  const names = new Set(next.schema.map(({ name }) => name.toLowerCase()));
  return old.schema.flatMap((field): LostField[] => {
    const kept = byId.get(field.id);
    if (!kept)
      return [{ collection: old, field, loss: names.has(field.name.toLowerCase()) ? 'remade' : 'gone' }];
    return isMultiple(field) && !isMultiple(kept) ? [{ collection: old, field, loss: 'single' }] : [];
  });
}

/** Does an import take anything away that only a backup brings back? */
export function losesData(plan: ImportPlan): boolean {
  return plan.deleted.length > 0 || lostFields(plan).length > 0;
}
