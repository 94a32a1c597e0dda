import { isEqual } from '../../../base/equal';
import { type Collection, collectionTypes } from '../../../model/collection';
import { collectionNameError, fieldNameError } from '../../../model/names';
import { optionsOfCollectionType, optionsOfFieldType } from '../../../model/optionTable';
import { inViewOrder } from '../../../model/sql/viewOrder';
import { holdsRecords, isMultiple, targetOf } from '../../../model/types/fieldTypes';
import type { ImportedCollection } from './importedCollection';
import {
  isSameStored,
  type StoredCollection,
  type StoredField,
  storedForm,
  wantedInstead,
} from './storedForm';

interface ImportChange {
  readonly old: StoredCollection;
  readonly new: StoredCollection;
}

/**
 * The effect of an import. All lists of collections except `sent` are sorted by name and in the server's
 * form.
 */
export interface ImportPlan {
  readonly deleted: readonly StoredCollection[];
  readonly changed: readonly ImportChange[];
  readonly added: readonly StoredCollection[];
  /** All collections on the server after the import; fields are in the server's order. */
  readonly after: readonly StoredCollection[];
  /** Sentences about what the server is sure to refuse. */
  readonly refusals: readonly string[];
  readonly sent: { readonly collections: readonly ImportedCollection[]; readonly deleteMissing: boolean };
}

interface Wanted {
  existing: readonly Collection[];
  imported: readonly ImportedCollection[];
  /** Keeps collections that the import does not contain. */
  merges: boolean;
  /** Deletes fields and collections that are not sent, with their data. */
  deletesMissing: boolean;
}

export function planImport({ existing, imported, merges, deletesMissing }: Wanted): ImportPlan {
  const before = new Map(existing.map((one) => [one.id, storedForm(one)]));
  const collections = (merges ? merged(existing, imported) : imported).map(withoutDates);
  // Unchanged collections are not sent, so that changes by other users in the meantime survive.
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

/** Replaces collections in their place and adds new ones at the end. */
function merged(
  existing: readonly Collection[],
  imported: readonly ImportedCollection[],
): readonly (Collection | ImportedCollection)[] {
  const byId = new Map<string, Collection | ImportedCollection>(existing.map((one) => [one.id, one]));
  for (const collection of imported) byId.set(collection.id, collection);
  return [...byId.values()];
}

/** Removes the dates, because the server keeps its own. */
function withoutDates(collection: Collection | ImportedCollection): ImportedCollection {
  const { created: _created, updated: _updated, ...rest } = collection;
  return rest;
}

/** The import replaces the whole collection; without deletion, fields are merged by id. */
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

/** A field of a kept collection that loses values by the import. */
interface LostField {
  /** The current versions, so that values can be counted. */
  readonly collection: StoredCollection;
  readonly field: StoredField;
  /**
   * `gone`: no field has the name after the import. `remade`: a field has it, but its column is new and
   * empty. `single`: only the last of several values stays.
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

/** True if the import deletes data that only a backup can restore. */
export function losesData(plan: ImportPlan): boolean {
  return plan.deleted.length > 0 || lostFields(plan).length > 0;
}

interface Import {
  /** The current collections, by id. */
  before: ReadonlyMap<string, StoredCollection>;
  /** The collections after the import. */
  after: readonly StoredCollection[];
  deleted: readonly StoredCollection[];
  sent: readonly ImportedCollection[];
}

/**
 * Returns what the server is sure to refuse, so that the user knows it before the request. Rules, queries and
 * indexes are left to the server.
 */
function importRefusals({ before, after, deleted, sent }: Import): string[] {
  if (sent.length === 0) return ['The server refuses an import without collections.'];
  const byId = new Map(after.map((one) => [one.id, one]));
  return [
    ...deleted.filter(({ system }) => system).map(systemIsMissing),
    ...sharedNames(after),
    ...namesTakenTooSoon(before, deleted, sent),
    ...sent.flatMap((collection) => {
      const next = byId.get(collection.id);
      if (!next) return [];
      const old = before.get(collection.id) ?? null;
      const found = [...ofCollection(next, old, collection), ...ofFields(next, old, byId)];
      return found.map((text) => `The collection "${next.name}" ${text}`);
    }),
  ];
}

function systemIsMissing({ name }: StoredCollection): string {
  return `The import lacks the system collection "${name}", which the server never deletes. Add it, or keep missing collections.`;
}

function sharedNames(after: readonly StoredCollection[]): string[] {
  const ids = new Set(after.map(({ id }) => id));
  const names = new Map<string, StoredCollection>();
  const found: string[] = [];
  for (const one of after) {
    const other = names.get(one.name.toLowerCase());
    if (other)
      found.push(
        `Two collections would have the name "${one.name}": those with the ids ${other.id} and ${one.id}. ${adviceFor(other, one)}`,
      );
    else if (ids.has(one.name))
      found.push(`The name of the collection "${one.name}" is the id of another collection.`);
    names.set(one.name.toLowerCase(), one);
  }
  return found;
}

/** The original ids are offered only for the same type, because the server cannot change a type. */
function adviceFor(one: { type: string }, other: { type: string }): string {
  return one.type === other.type
    ? 'Use the original ids, or rename one.'
    : `Rename one: the type cannot change from ${one.type} to ${other.type}.`;
}

/** The server saves the collections one after the other; two must never have the same name in between. */
function namesTakenTooSoon(
  before: ReadonlyMap<string, StoredCollection>,
  deleted: readonly StoredCollection[],
  sent: readonly ImportedCollection[],
): string[] {
  const gone = new Set(deleted.map(({ id }) => id));
  const left = [...before.values()].filter(({ id }) => !gone.has(id));
  const owners = new Map(left.map(({ id, name }) => [name.toLowerCase(), id]));
  const next = new Map(sent.map(({ id, name }) => [id, name.toLowerCase()]));
  return sent.flatMap(({ id, name }) => {
    const taken = name.toLowerCase();
    const old = before.get(id)?.name.toLowerCase();
    const owner = owners.get(taken);
    if (old !== undefined && owners.get(old) === id) owners.delete(old);
    owners.set(taken, id);
    const isTooSoon = owner !== undefined && owner !== id && (next.get(owner) ?? taken) !== taken;
    return isTooSoon
      ? [
          `The collection "${name}" takes a name that another collection gives up later in the import. Move that one before it, or import in two steps.`,
        ]
      : [];
  });
}

function ofCollection(
  next: StoredCollection,
  old: StoredCollection | null,
  { schema, fields }: ImportedCollection,
): string[] {
  const found: string[] = [];
  const wrongName = next.name === old?.name ? null : collectionNameError(next.name, []);
  if (wrongName) found.push(`cannot have this name: ${wrongName}`);
  if (!collectionTypes.some((type) => type === next.type))
    found.push(`has the type ${next.type}, which this server does not know.`);
  else if (old && next.type !== old.type)
    found.push(`has the type ${old.type}, which cannot change to ${next.type}.`);
  if (old?.system && next.name !== old.name)
    found.push(`is the system collection "${old.name}" and cannot be renamed.`);
  if (old && next.system !== old.system)
    found.push(`is ${old.system ? '' : 'not '}a system collection; this cannot change.`);
  // The server would accept it and turn off every sign-in method of an auth collection.
  if (!schema && fields) found.push('is in the format of a newer server and must be converted first.');
  else if (!schema && next.type !== 'view' && old && old.schema.length > next.schema.length)
    found.push('has no schema in the import: all its fields and their data would be deleted.');
  else if (next.type === 'base' && next.schema.length === 0) found.push('needs at least one field.');
  for (const [name, { kind }] of Object.entries(optionsOfCollectionType(next.type))) {
    const wanted = wantedInstead(next.options[name], kind);
    if (wanted) found.push(`needs ${wanted} as its option ${name}.`);
  }
  return found;
}

function ofFields(
  next: StoredCollection,
  old: StoredCollection | null,
  byId: ReadonlyMap<string, StoredCollection>,
): string[] {
  if (next.type === 'view') return [];
  const before = new Map(old?.schema.map((field) => [field.id, field]));
  const found: string[] = [];
  const byName = new Map<string, StoredField>();
  for (const field of next.schema) {
    const other = byName.get(field.name.toLowerCase());
    const whole = other ? `would have two fields named "${field.name}". ${adviceFor(other, field)}` : null;
    byName.set(field.name.toLowerCase(), field);
    const fault = faultOf(field, before.get(field.id), next, byId);
    if (whole) found.push(whole);
    else if (fault) found.push(`has the field "${field.name}" ${fault}`);
    before.delete(field.id);
  }
  for (const { name, system } of before.values()) {
    if (system) found.push(`needs the field "${name}", which is a system field.`);
  }
  return found;
}

/** Returns the end of a sentence that starts with the field. */
function faultOf(
  field: StoredField,
  old: StoredField | undefined,
  { type }: StoredCollection,
  byId: ReadonlyMap<string, StoredCollection>,
): string | null {
  const { name, options } = field;
  const known = optionsOfFieldType(field.type);
  if (!known) return `of the type ${field.type}, which this server does not know.`;
  if (old && isEqual(old, field)) return targetFault(field, type, byId);
  if (old?.system) return 'which is a system field and cannot change.';
  if (old && old.type !== field.type)
    return `of the type ${field.type}, but here its type is ${old.type} and cannot change.`;
  if (old && targetOf(old) !== targetOf(field)) return 'with another related collection; this cannot change.';
  for (const [option, { kind }] of Object.entries(known)) {
    const wanted = wantedInstead(options[option], kind);
    if (wanted) return `whose option ${option} must be ${wanted}.`;
  }
  const wrongName = name === old?.name ? null : fieldNameError(name, { others: [], isAuth: type === 'auth' });
  return wrongName ? `with a name that is not allowed: ${wrongName}` : targetFault(field, type, byId);
}

function targetFault(
  field: StoredField,
  type: string,
  byId: ReadonlyMap<string, StoredCollection>,
): string | null {
  if (!holdsRecords(field)) return null;
  const target = byId.get(targetOf(field) ?? '');
  if (!target) return `whose related collection (${targetOf(field) ?? 'none'}) would not exist.`;
  return target.type === 'view' && type !== 'view'
    ? 'related to a view; only views can have such a field.'
    : null;
}
