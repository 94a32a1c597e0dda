import type { Collection } from '../../../model/collection';
import { inViewOrder } from '../../../model/sql/viewOrder';
import { isMultiple } from '../../../model/types/fieldTypes';
import type { ImportedCollection } from './importedCollection';
import { isSameStored, type StoredCollection, type StoredField, storedForm } from './storedForm';

interface ImportChange {
  readonly old: StoredCollection;
  readonly new: StoredCollection;
}

/**
 * The effect of an import. Except for `sent`, all collections are sorted by name, and in the form in which the
 * server stores them.
 */
export interface ImportPlan {
  readonly deleted: readonly StoredCollection[];
  readonly changed: readonly ImportChange[];
  readonly added: readonly StoredCollection[];
  /** All collections after the import, with fields in the order of the server. */
  readonly after: readonly StoredCollection[];
  /**
   * Sentences about parts that the server would accept although they destroy data. With any, the plan must not be
   * sent.
   */
  readonly refusals: readonly string[];
  readonly sent: { readonly collections: readonly ImportedCollection[]; readonly deleteMissing: boolean };
}

export interface ImportWishes {
  existing: readonly Collection[];
  imported: readonly ImportedCollection[];
  /** Deletes fields and collections that are not sent, with their data. */
  deletesMissing: boolean;
}

/** `merges` keeps collections that the text does not have. */
export function planImport({
  existing,
  imported,
  merges,
  deletesMissing,
}: ImportWishes & { merges: boolean }): ImportPlan {
  const before = new Map(existing.map((one) => [one.id, storedForm(one)]));
  const collections = (merges ? merged(existing, imported) : imported).map(withoutDates);
  // Unchanged collections are not sent, so that later changes of others survive.
  const sent = inViewOrder(deletesMissing ? collections : imported.map(withoutDates));
  const refusals: string[] = [];
  const next: StoredCollection[] = [];
  for (const collection of collections) {
    const old = before.get(collection.id);
    const result = old ? afterImport(old, collection, deletesMissing) : storedForm(collection);
    next.push(result);
    // The server accepts this. It refuses other faults without a loss, because the import is one transaction.
    if (!collection.schema && result.type !== 'view' && old && old.schema.length > result.schema.length)
      refusals.push(
        `The collection "${result.name}" has no schema in the import: all its fields and their data would be deleted.`,
      );
  }
  return planOf({ before: [...before.values()], after: next, deletesMissing, refusals, sent });
}

interface PlanParts extends Pick<ImportPlan, 'refusals'> {
  before: readonly StoredCollection[];
  /** The collections of the import, as the server will hold them. */
  after: readonly StoredCollection[];
  deletesMissing: boolean;
  sent: readonly ImportedCollection[];
}

export function planOf({ before, after, deletesMissing, refusals, sent }: PlanParts): ImportPlan {
  const known = new Map(before.map((one) => [one.id, one]));
  const ids = new Set(after.map(({ id }) => id));
  const missing = before.filter(({ id }) => !ids.has(id));
  const changed = after.flatMap((next): ImportChange[] => {
    const old = known.get(next.id);
    return old && !isSameStored(old, next) ? [{ old, new: next }] : [];
  });
  return {
    deleted: deletesMissing ? missing.sort(byName) : [],
    changed: changed.sort((a, b) => byName(a.new, b.new)),
    added: after.filter(({ id }) => !known.has(id)).sort(byName),
    after: [...(deletesMissing ? [] : missing), ...after].sort(byName),
    refusals,
    sent: { collections: sent, deleteMissing: deletesMissing },
  };
}

export function hasChanges({
  deleted,
  changed,
  added,
}: Readonly<Record<'deleted' | 'changed' | 'added', readonly unknown[]>>): boolean {
  return deleted.length + changed.length + added.length > 0;
}

/** Replaces collections in place, and adds new ones at the end. */
function merged(
  existing: readonly Collection[],
  imported: readonly ImportedCollection[],
): readonly (Collection | ImportedCollection)[] {
  const byId = new Map<string, Collection | ImportedCollection>(existing.map((one) => [one.id, one]));
  for (const collection of imported) byId.set(collection.id, collection);
  return [...byId.values()];
}

/** The server keeps its own dates. */
function withoutDates(collection: Collection | ImportedCollection): ImportedCollection {
  const { created: _created, updated: _updated, ...rest } = collection;
  return rest;
}

/** The server replaces the whole collection. If it deletes nothing, it merges fields by id. */
function afterImport(
  old: StoredCollection,
  collection: ImportedCollection,
  deletesMissing: boolean,
): StoredCollection {
  const result = storedForm(collection);
  if (old.type === 'view') return { ...result, schema: old.schema };
  return deletesMissing ? result : { ...result, schema: mergedSchema(old.schema, result.schema) };
}

function mergedSchema(old: readonly StoredField[], imported: readonly StoredField[]): StoredField[] {
  const known = new Set(old.map(({ id }) => id));
  const byId = new Map(imported.map((field) => [field.id, field]));
  return [...old.map((field) => byId.get(field.id) ?? field), ...imported.filter(({ id }) => !known.has(id))];
}

function byName(a: StoredCollection, b: StoredCollection): number {
  const [one, other] = [a.name.toLowerCase(), b.name.toLowerCase()];
  return one < other ? -1 : one > other ? 1 : 0;
}

/** A field that loses its values, in a collection that stays. */
interface LostField {
  /** The collection before the import, in which the values are counted. */
  readonly collection: StoredCollection;
  readonly field: StoredField;
  /**
   * `gone`: no field has the name after the import. `remade`: a field has it, with a new empty column. `single`:
   * only the last of several values stays.
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

/** True if data is deleted that only a backup can restore. */
export function losesData(plan: ImportPlan): boolean {
  return plan.deleted.length > 0 || lostFields(plan).length > 0;
}
