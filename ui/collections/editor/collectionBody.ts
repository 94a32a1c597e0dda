import { isEqual } from '../../base/equal';
import { type Collection, ruleNames } from '../../model/collection';
import type { SchemaField } from '../../model/field';
import { normalizeIndex } from '../../model/sql/indexStatement';
import {
  type CollectionForm,
  type FieldForm,
  formOf,
  isSameField,
  isSameOption,
  liveFields,
} from './collectionForm';

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
