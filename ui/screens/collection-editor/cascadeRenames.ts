import * as api from '../../api/collections';
import type { Collection } from '../../model/collection';
import { uniqueName } from '../../model/names';
import {
  beforeRename,
  type Rename,
  renamedCollection,
  renamedRule,
  renameOf,
  withRename,
} from '../../model/renames';
import * as collections from '../../state/collections';
import type { WriteLease } from '../../state/environment/writeLock';
import { type CollectionForm, formOf, liveFields, type RuleKey } from './collectionForm';
import { isStoredAs, verifyAfterError } from './verifyWrite';

interface Renamed {
  /** The collection after the renames. */
  collection: Collection;
  /** Rewrites the rules of a form to the new names. */
  inNewNames(form: CollectionForm): CollectionForm;
}

/**
 * Stores the renames of a form, and rewrites all rules, queries and indexes that mention the old names. One import
 * of these collections, freshly read, stores all of it or nothing. The next save drops the removed fields.
 */
export async function cascadeRenames(
  form: CollectionForm,
  stored: Collection,
  { lease, onStored }: { lease: WriteLease; onStored: () => void },
): Promise<Renamed> {
  let all = await api.listAll();
  const first = beforeRename(all, renameBy(form, stored));
  if (first.length > 0) {
    await importAll(first, lease);
    all = await api.listAll();
  }
  const before = all.find(({ id }) => id === stored.id) ?? stored;
  const after = withNamesOf(form, before);
  const rename = renameOf(before, after);
  const own = { ...renamedCollection(before, rename, all), name: after.name, schema: after.schema };
  await importAll([own, ...withRename(all, rename)], lease);
  onStored();
  await collections.load();
  const inNewNames = ({ rules, ...form }: CollectionForm): CollectionForm => {
    const renamed = (Object.keys(rules) as RuleKey[]).map((key) => {
      const rule = rules[key];
      return [key, rule && renamedRule(rule, before, rename, all)] as const;
    });
    return { ...form, rules: Object.fromEntries(renamed) as CollectionForm['rules'] };
  };
  return { collection: await api.get(stored.id), inNewNames };
}

async function importAll(sent: readonly Collection[], lease: WriteLease): Promise<void> {
  await verifyAfterError(
    async () => {
      await api.importAll({ collections: sent, deleteMissing: false }, { lease });
      return true;
    },
    async () => {
      const found = new Map((await api.listAll()).map((one) => [one.id, one]));
      const isThere = (one: Collection) => {
        const there = found.get(one.id);
        return there !== undefined && isStoredAs(formOf(one), there);
      };
      return sent.every(isThere) || null;
    },
  );
}

function renameBy(form: CollectionForm, stored: Collection): Rename {
  return renameOf(stored, withNamesOf(form, stored));
}

/** Renames a removed field if another one takes its name. The next save drops the removed field. */
function withNamesOf(form: CollectionForm, collection: Collection): Collection {
  const live = liveFields(form);
  const names = new Map(live.map(({ id, name }) => [id, name]));
  const taken = [...names.values(), ...collection.schema.map(({ name }) => name)];
  const removed = new Set(form.fields.filter(({ isRemoved }) => isRemoved).map(({ id }) => id));
  for (const { id, name } of collection.schema) {
    const isTaken = live.some((field) => field.name.toLowerCase() === name.toLowerCase());
    if (removed.has(id) && isTaken) names.set(id, uniqueName(`${name}_removed`, taken));
  }
  return {
    ...collection,
    name: form.name,
    schema: collection.schema.map((field) => ({ ...field, name: names.get(field.id) ?? field.name })),
  };
}
