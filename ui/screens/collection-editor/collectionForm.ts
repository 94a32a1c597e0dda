import {
  type Collection,
  type CollectionType,
  collectionTypeOf,
  indexesOf,
  type RuleName,
  ruleOf,
} from '../../model/collection';
import type { SchemaField } from '../../model/field';
import { cleaned } from '../../model/indexStatement';
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

/** Does the person see the same? Where the server says null, an input gives an empty text or list. */
export function isSameField(a: FieldForm, b: FieldForm): boolean {
  return isEqual(meaningOf(a), meaningOf(b));
}

export function isSameOptions(a: Readonly<Record<string, unknown>>, b: typeof a): boolean {
  return isEqual(withoutEmpty(a), withoutEmpty(b));
}

export function isSameForm(a: CollectionForm, b: CollectionForm): boolean {
  return (
    a.name === b.name &&
    a.type === b.type &&
    isEqual(a.rules, b.rules) &&
    isEqual(a.indexes.map(cleaned), b.indexes.map(cleaned)) &&
    isSameOptions(a.options, b.options) &&
    a.fields.length === b.fields.length &&
    a.fields.every((field, at) => {
      const other = b.fields[at];
      return other !== undefined && field.key === other.key && isSameField(field, other);
    })
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
