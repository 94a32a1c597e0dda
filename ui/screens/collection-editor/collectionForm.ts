import {
  type Collection,
  type CollectionType,
  collectionTypeOf,
  indexesOf,
  type RuleName,
  ruleOf,
} from '../../model/collection';
import type { SchemaField } from '../../model/field';
import { cleaned, withColumnRenamed, withTable } from '../../model/indexStatement';
import { isEqual } from '../../platform/equal';

export type RuleKey = RuleName | 'manageRule';

/** One field as it is being edited. */
export interface FieldForm {
  /** Names it within this form, whatever happens to its name and place. */
  key: string;
  /** '' for a new one. A field that is sent without its id is a new column, and the old one is dropped. */
  id: string;
  name: string;
  type: string;
  isSystem: boolean;
  required: boolean;
  presentable: boolean;
  /**
   * As the server has them. A number that is not complete yet, or none at all, stands here as the text that was
   * typed, until the check refuses it.
   */
  options: Record<string, unknown>;
  /** It goes, with its column, when the collection is saved; a new one is not kept here. */
  isRemoved: boolean;
}

/** A collection as it is being edited. Plain data: it is what a draft holds. */
export interface CollectionForm {
  name: string;
  type: CollectionType;
  fields: FieldForm[];
  /** Statements, in the order of the server. */
  indexes: string[];
  /** Null: admins only. '': everyone. */
  rules: Record<RuleKey, string | null>;
  /** Of the type, but for the manage rule. */
  options: Record<string, unknown>;
}

export const ruleNames: readonly RuleName[] = [
  'listRule',
  'viewRule',
  'createRule',
  'updateRule',
  'deleteRule',
];

export const ruleLabels: Readonly<Record<RuleKey, string>> = {
  listRule: 'List/Search rule',
  viewRule: 'View rule',
  createRule: 'Create rule',
  updateRule: 'Update rule',
  deleteRule: 'Delete rule',
  manageRule: 'Manage rule',
};

/** The rules that a collection of the type has, but for the manage rule. */
export const rulesOf = (type: CollectionType) => (type === 'view' ? ruleNames.slice(0, 2) : ruleNames);

/** Those that let anyone in. An empty manage rule is a mistake, which nobody passes. */
export function publicRules(type: CollectionType, rules: Readonly<CollectionForm['rules']>): RuleName[] {
  return rulesOf(type).filter((name) => rules[name] === '');
}

/** Does an empty rule let anyone change data, and not only read it? */
export const isWriting = (rule: RuleKey) => !['listRule', 'viewRule'].includes(rule);

/** Of a field that is not there yet: adding one takes away what was said of all of them together. */
export const newFieldPath = 'schema.new';

/** The server's own defaults switch every sign-in off. */
const authDefaults = {
  allowUsernameAuth: true,
  allowEmailAuth: true,
  allowOAuth2Auth: true,
  exceptEmailDomains: null,
  onlyEmailDomains: null,
  minPasswordLength: 8,
  requireEmail: false,
  onlyVerified: false,
};

export function optionsOfType(type: CollectionType): Record<string, unknown> {
  switch (type) {
    case 'auth':
      return { ...authDefaults };
    case 'view':
      return { query: '' };
    default:
      return {};
  }
}

/** What a new collection begins with. */
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
  const { id, name, type, system, required, presentable, options } = field;
  return {
    key: id,
    id,
    name,
    type,
    isSystem: system ?? false,
    required: required ?? false,
    presentable: presentable ?? false,
    options: structuredClone({ ...options }),
    isRemoved: false,
  };
}

/** The fields that stay. */
export function liveFields(form: CollectionForm): FieldForm[] {
  return form.fields.filter(({ isRemoved }) => !isRemoved);
}

/** The server refuses every change of a system field that it holds, but for its place. */
export const isFixed = ({ isSystem, id }: FieldForm) => isSystem && id !== '';

/** Does the person see the same? Where the server says null, an input gives an empty text or list. */
export function isSameField(a: FieldForm, b: FieldForm): boolean {
  return isEqual(meaningOf(a), meaningOf(b));
}

export function isSameOptions(a: Readonly<Record<string, unknown>>, b: typeof a): boolean {
  return isEqual(withoutEmpty(a), withoutEmpty(b));
}

export const isSameForm = (a: CollectionForm, b: CollectionForm) => changedPaths(a, b).length === 0;

/**
 * Where a form differs from the one before: for each change one path, named as errors are. A name that changes takes
 * the indexes along, which are then no changes of their own. `schema` alone is the order of the fields, and an index
 * that is gone has a path that nothing stands at.
 */
export function changedPaths(now: CollectionForm, before: CollectionForm): string[] {
  const rules = (Object.keys(now.rules) as RuleKey[]).filter((key) => now.rules[key] !== before.rules[key]);
  const options = new Set([...Object.keys(now.options), ...Object.keys(before.options)]);
  const isSameOption = (name: string) =>
    isSameOptions({ [name]: now.options[name] ?? null }, { [name]: before.options[name] ?? null });
  return [
    ...(['name', 'type'] as const).filter((key) => now[key] !== before[key]),
    ...rules.map(pathOfRule),
    ...[...options].filter((name) => !isSameOption(name)).map((name) => `options.${name}`),
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
  const statements = now.indexes.map(cleaned);
  const old = inNamesOf(now, before).map(cleaned);
  if (isEqual(statements, old)) return [];
  const added = statements.flatMap((statement, at) => (old.includes(statement) ? [] : [`indexes.${at}`]));
  const goneCount = old.filter((statement) => !statements.includes(statement)).length;
  const gone = Array.from({ length: Math.max(goneCount - added.length, 0) }, (_, at) => `indexes.gone${at}`);
  const changed = [...added, ...gone];
  return changed.length > 0 ? changed : ['indexes'];
}

/** The indexes of `before` as the names of the form have made them. */
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
