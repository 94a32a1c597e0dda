// The server replaces `schema` whole: a field that the request leaves out is a dropped column. So a form never sends
// the schema that it was opened with. It merges its changes into the schema of that moment, and sends `schema` only
// when a field differs. Errors are keyed by field, not by position, so they stay with a field that moves.

import { isResponseLost } from '../../backend/ApiError';
import * as api from '../../backend/collections';
import { parseDate } from '../../base/dates';
import { isEqual } from '../../base/equal';
import { type Collection, ruleNames } from '../../model/collection';
import type { SchemaField } from '../../model/field';
import { uniqueName } from '../../model/names';
import { indexNameOf, normalizeIndex } from '../../model/sql/indexStatement';
import { typeOf } from '../../model/types/fieldTypes';
import * as collections from '../../page/collections';
import {
  type CollectionForm,
  type FieldForm,
  formOf,
  isSameField,
  isSameOption,
  isSameOptions,
  liveFields,
  type RuleKey,
} from './collectionForm';
import { beforeRename, type Rename, renamedCollection, renamedRule, renameOf, withRename } from './renames';

/** The decision of the person about changes that can lose or break something. */
export interface Confirmation {
  /** Rules, queries and indexes that mention a renamed thing are rewritten with it. */
  renamesMentions: boolean;
  /** Indexes that name a removed field and stay without it; the others go with the field. */
  keptIndexes?: readonly string[];
}

/**
 * Stores the form by `write`, and returns the collection. If the answer is lost, looks under `idOrName` whether the
 * server has stored it nevertheless.
 */
export function storedBy(
  write: () => Promise<Collection>,
  form: CollectionForm,
  idOrName: string,
): Promise<Collection> {
  return verifyAfterError(write, async () => {
    const found = await api.get(idOrName);
    return isStoredAs(form, found) ? found : null;
  });
}

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
  await verifyAfterError(
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

/**
 * Runs `send`; if the answer is lost, or its error names no field, asks `find` whether the server stored it
 * nevertheless. A server that writes its own migrations answers so to a second save within a second, although it has
 * stored it.
 */
async function verifyAfterError<Stored>(
  send: () => Promise<Stored>,
  find: () => Promise<Stored | null>,
): Promise<Stored> {
  try {
    return await send();
  } catch (error) {
    const isDoubtful = isResponseLost(error);
    const found = isDoubtful ? await find().catch(() => null) : null;
    if (found === null) throw error;
    return found;
  }
}

/** True if the server holds all of the form. It gives ids to new fields and rewrites statements. */
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
          return (
            other !== undefined &&
            isSameField(withParsedDates({ ...field, id: other.id }), withParsedDates(other))
          );
        })))
  );
}

/** Turns the dates among the options into times, because the server rewrites dates. */
function withParsedDates(field: FieldForm): FieldForm {
  const moment = (text: unknown) => parseDate(String(text ?? ''))?.getTime() ?? null;
  const times = Object.entries(typeOf(field).options).flatMap(([name, { kind }]) =>
    kind === 'date' ? [[name, moment(field.options[name])]] : [],
  );
  return { ...field, options: { ...field.options, ...Object.fromEntries(times) } };
}

/** A form keeps the rules of its other types, but does not send them. */
function rulesOfType({ type, rules }: CollectionForm): CollectionForm['rules'] {
  return type === 'auth' ? rules : { ...rules, manageRule: null };
}

/**
 * Makes the body of a save: the changed keys of an existing collection. The server replaces the whole `schema`, so
 * the body has all remaining fields if one of them changed, and else none.
 */
export function bodyOf(form: CollectionForm, stored: Collection | null): Record<string, unknown> {
  const before = stored && formOf(stored);
  const isView = form.type === 'view';
  const body: Record<string, unknown> = {};
  if (form.name !== before?.name) body['name'] = form.name;
  if (!before) body['type'] = form.type;
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

/** Lists the remaining fields, each with all keys that the server sent. */
function schemaOf(form: CollectionForm, stored: Collection | null): SchemaField[] {
  const known = new Map(stored?.schema.map((field) => [field.id, field]));
  return liveFields(form).map((field) => sentField(field, known.get(field.id)));
}

function sentField(field: FieldForm, stored: SchemaField | undefined): SchemaField {
  const { id, name, type, isSystem, required, presentable, options } = field;
  const sent = { ...stored, name, type, system: isSystem, required, presentable, options: { ...options } };
  return (id === '' ? sent : { ...sent, id }) as SchemaField;
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
