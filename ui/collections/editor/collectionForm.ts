import { isEqual } from '../../base/equal';
import { plainCopy } from '../../base/plainData';
import {
  type Collection,
  type CollectionType,
  collectionTypeOf,
  indexesOf,
  type RuleName,
  ruleNames,
  ruleOf,
  systemFieldNames,
} from '../../model/collection';
import type { SchemaField } from '../../model/field';
import { newerWordsOf } from '../../model/filter/ruleWords';
import { optionsOfCollectionType, optionsOfFieldType } from '../../model/optionTable';
import { normalizeIndex, withColumnRenamed, withTable } from '../../model/sql/indexStatement';
import { columnsOfSelect } from '../../model/sql/viewColumns';
import { defaultOf, newOptions } from '../../model/types/fieldOption';

export type RuleKey = RuleName | 'manageRule';

export interface FieldForm {
  /** Identifies the field in this form; it stays when the name or the position changes. */
  key: string;
  /** '' for a new field. If a field is sent without its id, the server drops its column and makes a new one. */
  id: string;
  name: string;
  type: string;
  isSystem: boolean;
  required: boolean;
  presentable: boolean;
  /**
   * The options as the server has them. A number that is incomplete or invalid is the typed text, which the check
   * refuses.
   */
  options: Record<string, unknown>;
  /** The next save drops the field with its column. New fields are not marked; they leave the form. */
  isRemoved: boolean;
}

/** Plain data, because drafts store it as JSON. */
export interface CollectionForm {
  name: string;
  type: CollectionType;
  fields: FieldForm[];
  /** CREATE INDEX statements, in the order of the server. */
  indexes: string[];
  /** Null: admins only. '': everyone. */
  rules: Record<RuleKey, string | null>;
  /** The options of the type. The manage rule is among the rules. */
  options: Record<string, unknown>;
  /** The system fields of the original, for a copy on a newer server. This page does not edit them. */
  builtIn?: Collection['builtIn'];
}

export const ruleLabels: Readonly<Record<RuleKey, string>> = {
  listRule: 'List/Search rule',
  viewRule: 'View rule',
  createRule: 'Create rule',
  updateRule: 'Update rule',
  deleteRule: 'Delete rule',
  manageRule: 'Manage rule',
};

/** Without the manage rule. */
export const rulesOf = (type: CollectionType): readonly RuleName[] =>
  type === 'view' ? ruleNames.slice(0, 2) : ruleNames;

/** Lists the rules that allow everyone. An empty manage rule allows nobody. */
export function publicRules(type: CollectionType, rules: Readonly<CollectionForm['rules']>): RuleName[] {
  return rulesOf(type).filter((name) => rules[name] === '');
}

export const actOf = (rule: RuleKey) => rule.replace('Rule', '');

/** True if an empty rule lets everyone change data. */
export const isWriting = (rule: RuleKey) => !['listRule', 'viewRule'].includes(rule);

/** The path of the field with this key, or of a part of it. */
export type FieldPath = `schema.${string}`;

export type FormPath =
  | 'name'
  | 'type'
  | RuleName
  | 'options'
  | `options.${string}`
  | 'schema'
  | FieldPath
  | 'indexes'
  | `indexes.${number}`;

/** The path of a new field. An edit there also removes the error of the whole list. */
export const newFieldPath = 'schema.new';

export function optionsOfType(type: CollectionType): Record<string, unknown> {
  const { manageRule, ...options } = newOptions(optionsOfCollectionType(type));
  return options;
}

export function newForm(): CollectionForm {
  const rules = { listRule: null, viewRule: null, createRule: null, updateRule: null, deleteRule: null };
  return {
    name: '',
    type: 'base',
    fields: [],
    indexes: [],
    rules: { ...rules, manageRule: null },
    options: {},
  };
}

export function formOf(collection: Collection): CollectionForm {
  const { manageRule, ...options } = (collection.options ?? {}) as Record<string, unknown>;
  const rules = ruleNames.map((name) => [name, ruleOf(collection, name)] as const);
  return {
    name: collection.name,
    type: collectionTypeOf(collection),
    fields: collection.schema.map(fieldFormOf),
    indexes: [...indexesOf(collection)],
    rules: {
      ...(Object.fromEntries(rules) as Record<RuleName, string | null>),
      manageRule: typeof manageRule === 'string' ? manageRule : null,
    },
    options: structuredClone(options),
  };
}

export function fieldFormOf(field: SchemaField): FieldForm {
  const { id, name, type, system, required, presentable } = field;
  return {
    key: id,
    id,
    name,
    type,
    isSystem: system ?? false,
    required: required ?? false,
    presentable: presentable ?? false,
    options: structuredClone(shownOptions(field)),
    isRemoved: false,
  };
}

/** A newer server, whose fields all can be hidden, has 0 in place of no limit and of its default. */
function shownOptions({ type, options }: SchemaField): Record<string, unknown> {
  const shown = { ...options } as Record<string, unknown>;
  if (!('hidden' in shown)) return shown;
  for (const [name, { kind, initial }] of Object.entries(optionsOfFieldType(type) ?? {})) {
    if (shown[name] === 0 && kind !== 'number') shown[name] = initial ?? defaultOf(kind);
  }
  return shown;
}

/** Names the options that are not empty and that this page does not edit. A save keeps them. */
export function keptOptions(options: Readonly<Record<string, unknown>>, known: readonly string[]): string[] {
  const isUnset = (value: unknown) => value === 0 || value === false;
  const names = Object.keys(withoutEmpty(options)).filter((name) => !isUnset(options[name]));
  return names.filter((name) => !known.includes(name));
}

export function liveFields(form: CollectionForm): FieldForm[] {
  return form.fields.filter(({ isRemoved }) => !isRemoved);
}

/** The server refuses every change of a stored system field but its position. */
export const isFixed = ({ isSystem, id }: FieldForm) => isSystem && id !== '';

/** Treats null, an empty text and an empty list as equal. */
export function isSameField(a: FieldForm, b: FieldForm): boolean {
  return isEqual(meaningOf(a), meaningOf(b));
}

export function isSameOptions(a: Readonly<Record<string, unknown>>, b: typeof a): boolean {
  return isEqual(withoutEmpty(a), withoutEmpty(b));
}

export const isSameOption = (a: unknown, b: unknown) =>
  isSameOptions({ value: a ?? null }, { value: b ?? null });

export const isSameForm = (a: CollectionForm, b: CollectionForm) => changedPaths(a, b).length === 0;

/**
 * Lists a path for each difference. Names in indexes follow renames, so these are not counted twice. `schema` alone
 * means the order of the fields; `indexes.gone0` means a removed index.
 */
export function changedPaths(now: CollectionForm, before: CollectionForm): string[] {
  const rules = (Object.keys(now.rules) as RuleKey[]).filter((key) => now.rules[key] !== before.rules[key]);
  const options = new Set([...Object.keys(now.options), ...Object.keys(before.options)]);
  return [
    ...(['name', 'type'] as const).filter((key) => now[key] !== before[key]),
    ...rules.map(pathOfRule),
    ...[...options]
      .filter((name) => !isSameOption(now.options[name], before.options[name]))
      .map((name) => `options.${name}`),
    ...changedFields(now.fields, before.fields),
    ...changedIndexes(now, before),
  ];
}

export const pathOfRule = (key: RuleKey) => (key === 'manageRule' ? 'options.manageRule' : key);

function changedFields(now: readonly FieldForm[], before: readonly FieldForm[]): string[] {
  const old = new Map(before.map((field) => [field.key, field]));
  const kept = new Set(now.filter(({ key }) => old.has(key)).map(({ key }) => key));
  const keptBefore = before.filter(({ key }) => kept.has(key)).map(({ key }) => key);
  const changed = now.filter((field) => {
    const other = old.get(field.key);
    return !other || !isSameField(field, other);
  });
  const gone = before.filter(({ key }) => !kept.has(key));
  return [
    ...[...changed, ...gone].map(({ key }) => `schema.${key}`),
    ...(isEqual([...kept], keptBefore) ? [] : ['schema']),
  ];
}

function changedIndexes(now: CollectionForm, before: CollectionForm): string[] {
  const statements = now.indexes.map(normalizeIndex);
  const old = inNamesOf(now, before).map(normalizeIndex);
  if (isEqual(statements, old)) return [];
  const added = statements.flatMap((statement, at) => (old.includes(statement) ? [] : [`indexes.${at}`]));
  const goneCount = old.filter((statement) => !statements.includes(statement)).length;
  const gone = Array.from({ length: Math.max(goneCount - added.length, 0) }, (_, at) => `indexes.gone${at}`);
  const changed = [...added, ...gone];
  return changed.length > 0 ? changed : ['indexes'];
}

/** Returns the indexes of `before` with the names of `now`. */
function inNamesOf(now: CollectionForm, before: CollectionForm): string[] {
  const names = new Map(now.fields.map(({ key, name }) => [key, name]));
  const renamed = before.fields.flatMap(({ key, name }) => {
    const to = names.get(key) ?? name;
    return to === name ? [] : [{ from: name, to }];
  });
  const isRenamed = now.name !== before.name && now.name !== '';
  return before.indexes.map((statement) =>
    renamed.reduce(
      (text, { from, to }) => withColumnRenamed(text, from, to),
      isRenamed ? withTable(statement, now.name) : statement,
    ),
  );
}

function meaningOf({ key, options, ...rest }: FieldForm) {
  return { ...rest, options: withoutEmpty(options) };
}

function withoutEmpty(options: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const isEmpty = (value: unknown) =>
    value === null || value === '' || (Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(options).filter(([, value]) => !isEmpty(value)));
}

/** Makes a collection of the form, without the removed fields. */
export function editedCollection(
  form: CollectionForm,
  id: string,
  builtIn?: Collection['builtIn'],
): Collection {
  const { name, type, options } = form;
  const own = { id, name, type, schema: schemaOf(form), options: plainCopy(options) };
  return builtIn ? { ...own, builtIn } : own;
}

/** Lists what a rule may begin with: names, and words of a newer server. Null for a view: only the server knows its columns. */
export function rulableNames(collection: Collection): readonly string[] | null {
  if ((collection.type as CollectionType) === 'view') return null;
  const fields = collection.schema.map(({ name }) => name);
  return [...systemFieldNames(collection), ...fields, ...newerWordsOf(collection)];
}

function schemaOf(form: CollectionForm): SchemaField[] {
  const fields = liveFields(form)
    .filter(({ name }) => name !== '')
    .map(schemaFieldOf);
  if (form.type !== 'view') return fields;
  // The query may have changed since the save, so its present columns count as the fields.
  return columnsOfSelect(String(form.options['query'] ?? '')).map(
    (name) => fields.find((field) => field.name === name) ?? { id: name, name, type: 'json' },
  );
}

function schemaFieldOf({ key, id, name, type, options }: FieldForm): SchemaField {
  return { id: id || key, name, type, options: plainCopy(options) };
}
