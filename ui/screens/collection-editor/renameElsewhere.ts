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
import { type CollectionForm, formOf, liveFields, type RuleKey } from './collectionForm';
import { believed, isStoredAs } from './falseRefusal';

interface Renamed {
  /** As it is stored now. */
  collection: Collection;
  /** A form whose rules were typed with the old names. */
  inNewNames(form: CollectionForm): CollectionForm;
}

/**
 * Stores the renames of a form together with all rules, queries and indexes that mention what is renamed: one import
 * of just these collections, freshly read, so that all of it happens or none. Removed fields stay for the save that
 * follows.
 */
export async function renameElsewhere(
  form: CollectionForm,
  stored: Collection,
  onStored: () => void,
): Promise<Renamed> {
  let all = await api.listAll();
  const first = beforeRename(all, renameBy(form, stored));
  if (first.length > 0) {
    await importAll(first);
    all = await api.listAll();
  }
  const before = all.find(({ id }) => id === stored.id) ?? stored;
  const after = withNamesOf(form, before);
  const rename = renameOf(before, after);
  const own = { ...renamedCollection(before, rename, all), name: after.name, schema: after.schema };
  await importAll([own, ...withRename(all, rename)]);
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

async function importAll(sent: readonly Collection[]): Promise<void> {
  await believed(
    async () => {
      await api.importAll({ collections: sent, deleteMissing: false });
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

/** A field that goes makes room for one that takes its name: it goes only with the save that follows. */
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
