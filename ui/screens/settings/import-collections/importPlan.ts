import type { Collection } from '../../../model/collection';
import { inViewOrder } from '../../../model/viewOrder';
import type { ImportedCollection } from './importedCollection';
import { importRefusals } from './importRefusals';
import { isSameStored, type StoredCollection, type StoredField, storedForm } from './storedForm';

export interface ImportChange {
  readonly old: StoredCollection;
  readonly new: StoredCollection;
}

/** What an import would do. All lists of collections but the sent ones are by name and as the server holds them. */
export interface ImportPlan {
  readonly deleted: readonly StoredCollection[];
  readonly changed: readonly ImportChange[];
  readonly added: readonly StoredCollection[];
  /** All that the server would hold then, fields in its order. */
  readonly after: readonly StoredCollection[];
  /** Why the server is sure to refuse it, as sentences. */
  readonly refusals: readonly string[];
  readonly sent: { readonly collections: readonly ImportedCollection[]; readonly deleteMissing: boolean };
}

interface Wanted {
  existing: readonly Collection[];
  imported: readonly ImportedCollection[];
  /** Collections that the import does not hold go along as they are. */
  merges: boolean;
  /** Fields and collections that are not sent go, and their data with them. */
  deletesMissing: boolean;
}

export function planImport({ existing, imported, merges, deletesMissing }: Wanted): ImportPlan {
  const before = new Map(existing.map((one) => [one.id, storedForm(one)]));
  const collections = (merges ? merged(existing, imported) : imported).map(withoutDates);
  // What stays as it is need not go along, and what others change in it meanwhile stays, too.
  const sent = inViewOrder(deletesMissing ? collections : imported.map(withoutDates));
  const sentIds = new Set(collections.map(({ id }) => id));

  const changed: ImportChange[] = [];
  const added: StoredCollection[] = [];
  const next = new Map<string, StoredCollection>();
  for (const collection of collections) {
    const old = before.get(collection.id);
    const result = old ? afterImport(old, collection, deletesMissing) : storedForm(collection);
    next.set(collection.id, result);
    if (!old) added.push(result);
    else if (!isSameStored(old, result)) changed.push({ old, new: result });
  }
  const missing = [...before.values()].filter(({ id }) => !sentIds.has(id));
  const deleted = deletesMissing ? missing : [];
  const after = [...(deletesMissing ? [] : missing), ...next.values()].sort(byName);
  return {
    deleted: deleted.sort(byName),
    changed: changed.sort((a, b) => byName(a.new, b.new)),
    added: added.sort(byName),
    after,
    refusals: importRefusals({ before, after, deleted, sent }),
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

/** Each in its place; new ones behind. */
function merged(
  existing: readonly Collection[],
  imported: readonly ImportedCollection[],
): readonly (Collection | ImportedCollection)[] {
  const byId = new Map<string, Collection | ImportedCollection>(existing.map((one) => [one.id, one]));
  for (const collection of imported) byId.set(collection.id, collection);
  return [...byId.values()];
}

/** The server keeps its own. */
function withoutDates(collection: Collection | ImportedCollection): ImportedCollection {
  const { created: _created, updated: _updated, ...rest } = collection;
  return rest;
}

/** The import replaces the collection whole, but without deletion fields are merged by their ids. */
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
