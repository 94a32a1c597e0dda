// The server replaces the whole `schema` (PATCH api/collections/:id): a field that the request omits is a dropped
// column. So a save never sends the schema that the form began with. It merges the changes into the schema of now,
// and sends it only if a field differs.

import * as api from '../../backend/collections';
import { parseDate } from '../../base/dates';
import { isEqual } from '../../base/equal';
import { type Collection, ruleNames } from '../../model/collection';
import { optionOf, type SchemaField } from '../../model/field';
import { uniqueName } from '../../model/names';
import { indexNameOf, normalizeIndex } from '../../model/sql/indexStatement';
import { typeOf } from '../../model/types/fieldTypes';
import * as collections from '../../page/collections';
import {
  type CollectionForm,
  type FieldForm,
  fieldFormOf,
  formOf,
  isSameField,
  isSameOption,
  isSameOptions,
  liveFields,
  type RuleKey,
} from './collectionForm';
import { beforeRename, type Rename, renamedCollection, renamedRule, renameOf, withRename } from './renames';

/** The person's answer about changes that can lose or break something. */
export interface Confirmation {
  /** True if rules, queries and indexes that mention a renamed thing are adapted. */
  renamesMentions: boolean;
  /** Indexes that name a removed field and stay without it. The others are deleted. */
  keptIndexes?: readonly string[];
}

/**
 * Stores the form by `write`. If the response is lost, looks for the collection by `idOrName` to see whether it was
 * stored.
 */
export function storedBy(
  write: () => Promise<Collection>,
  form: CollectionForm,
  idOrName: string,
): Promise<Collection> {
  return api.verifyAfterError(write, async () => {
    const found = await api.get(idOrName);
    return isStoredAs(form, found) ? found : null;
  });
}

interface Renamed {
  /** The collection after the renames. */
  collection: Collection;
  /** Returns the form with its rules in the new names. */
  inNewNames(form: CollectionForm): CollectionForm;
}

/**
 * Stores the renames of a form, and adapts all rules, queries and indexes that mention the old names. It is one
 * import of freshly read collections, which stores all or nothing. Removed fields are dropped by the next save.
 */
export async function cascadeRenames(
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
  await api.verifyAfterError(
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

/** Renames a removed field whose name another field takes. The next save drops it. */
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

/** True if the server has stored the whole form. It adds ids to new fields, and rewrites statements. */
export function isStoredAs(form: CollectionForm, collection: Collection): boolean {
  const there = formOf(collection);
  const live = liveFields(form);
  return (
    form.name === there.name &&
    form.type === there.type &&
    isEqual(rulesOfType(form), rulesOfType(there)) &&
    isSameOptions(form.options, there.options) &&
    isEqual(form.indexes.map(indexNameOf), there.indexes.map(indexNameOf)) &&
    (form.type === 'view' ||
      (live.length === there.fields.length &&
        live.every((field, at) => {
          const other = there.fields[at];
          if (!other) return false;
          // A newer server adds options to a new field.
          const sent = Object.entries(other.options).filter(([name]) => name in field.options);
          return isSameField(
            withParsedDates({ ...field, id: other.id }),
            withParsedDates({ ...other, options: Object.fromEntries(sent) }),
          );
        })))
  );
}

/** The server prints dates in another format, so they are compared as times. */
function withParsedDates(field: FieldForm): FieldForm {
  const moment = (text: unknown) => parseDate(String(text ?? ''))?.getTime() ?? null;
  const times = Object.entries(typeOf(field).options).flatMap(([name, { kind }]) =>
    kind === 'date' ? [[name, moment(field.options[name])]] : [],
  );
  return { ...field, options: { ...field.options, ...Object.fromEntries(times) } };
}

/** The form also keeps the rules of its other types, which are not sent. */
function rulesOfType({ type, rules }: CollectionForm): CollectionForm['rules'] {
  return type === 'auth' ? rules : { ...rules, manageRule: null };
}

/**
 * Returns the changed keys, or all for a new collection. `schema` is sent whole or not at all, because the server
 * replaces it.
 */
export function bodyOf(form: CollectionForm, stored: Collection | null): Record<string, unknown> {
  const before = stored && formOf(stored);
  const isView = form.type === 'view';
  const body: Record<string, unknown> = {};
  if (form.name !== before?.name) body['name'] = form.name;
  if (!before) {
    body['type'] = form.type;
    if (form.builtIn) body['builtIn'] = form.builtIn;
  }
  if (!isView && (!before || hasFieldChanges(form, before))) body['schema'] = schemaOf(form, stored);
  const indexes = form.indexes.map(normalizeIndex);
  if (!isView && !isEqual(indexes, before?.indexes.map(normalizeIndex) ?? [])) body['indexes'] = indexes;
  for (const name of ruleNames) {
    if (form.rules[name] !== (before?.rules[name] ?? null)) body[name] = form.rules[name];
  }
  const options = changedOptions(form, before);
  if (Object.keys(options).length > 0) body['options'] = options;
  return body;
}

/** Keeps keys of the server that this page does not know. */
function schemaOf(form: CollectionForm, stored: Collection | null): SchemaField[] {
  const known = new Map(stored?.schema.map((field) => [field.id, field]));
  return liveFields(form).map((field) => sentField(field, known.get(field.id)));
}

function sentField(field: FieldForm, stored: SchemaField | undefined): SchemaField {
  const { id, name, type, isSystem, required, presentable } = field;
  const options = sentOptions(field, stored);
  const sent = { ...stored, name, type, system: isSystem, required, presentable, options };
  return (id === '' ? sent : { ...sent, id }) as SchemaField;
}

/** An option that was not changed leaves as it is stored. */
function sentOptions({ options }: FieldForm, stored: SchemaField | undefined): Record<string, unknown> {
  const shown = stored && fieldFormOf(stored).options;
  const sent = Object.entries(options).map(([name, value]) => {
    const isUnchanged = shown && name in shown && isEqual(value, shown[name]);
    return [name, isUnchanged ? optionOf(stored, name) : value] as const;
  });
  return Object.fromEntries(sent);
}

function hasFieldChanges(form: CollectionForm, before: CollectionForm): boolean {
  const live = liveFields(form);
  return (
    live.length !== before.fields.length ||
    live.some((field, at) => {
      const old = before.fields[at];
      return !old || field.id !== old.id || !isSameField(field, old);
    })
  );
}

function changedOptions(form: CollectionForm, before: CollectionForm | null): Record<string, unknown> {
  const changed: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(form.options)) {
    if (!before || !isSameOption(value, before.options[name])) {
      changed[name] = value;
    }
  }
  const { manageRule } = form.rules;
  if (form.type === 'auth' && manageRule !== (before?.rules.manageRule ?? null)) {
    changed['manageRule'] = manageRule;
  }
  return changed;
}
