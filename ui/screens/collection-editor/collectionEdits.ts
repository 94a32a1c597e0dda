import type { Collection, CollectionType } from '../../model/collection';
import { withName, withTable } from '../../model/indexStatement';
import { randomIndexName } from '../../model/names';
import { type CollectionForm, formOf, optionsOfType, type RuleKey } from './collectionForm';

/** Changes a form where it stands, but for its fields. */
export function createCollectionEdits(form: CollectionForm) {
  // What was set for one type comes back with it; what was a rule comes back with Unlock.
  const optionsBefore = new Map<CollectionType, Record<string, unknown>>();
  let beforeView: Pick<CollectionForm, 'rules' | 'indexes'> | null = null;
  const rulesBefore = new Map<RuleKey, string>();

  return {
    /** The indexes are on the table of that name. */
    rename(name: string): void {
      form.name = name;
      if (name !== '')
        setIndexes(
          form,
          form.indexes.map((statement) => withTable(statement, name)),
        );
    },

    setType(type: CollectionType): void {
      if (type === form.type) return;
      optionsBefore.set(form.type, form.options);
      form.type = type;
      form.options = optionsBefore.get(type) ?? optionsOfType(type);
      if (type !== 'view') {
        if (beforeView) {
          Object.assign(form.rules, beforeView.rules);
          setIndexes(form, beforeView.indexes);
        }
        beforeView = null;
        return;
      }
      beforeView = { rules: { ...form.rules }, indexes: [...form.indexes] };
      Object.assign(form.rules, { createRule: null, updateRule: null, deleteRule: null });
      setIndexes(form, []);
    },

    /** Another collection is shown. */
    forget(): void {
      optionsBefore.clear();
      rulesBefore.clear();
      beforeView = null;
    },

    setRule(key: RuleKey, rule: string): void {
      form.rules[key] = rule;
    },

    /** Admins only; the rule is remembered. */
    lock(key: RuleKey): void {
      const rule = form.rules[key];
      if (rule !== null) rulesBefore.set(key, rule);
      form.rules[key] = null;
    },

    unlock(key: RuleKey): void {
      form.rules[key] ??= rulesBefore.get(key) ?? '';
    },

    setOption(name: string, value: unknown): void {
      form.options[name] = value;
    },

    /** In the place of the old statement; at the end without one. */
    setIndex(at: number | null, statement: string): void {
      if (at === null) form.indexes.push(statement);
      else form.indexes[at] = statement;
    },

    removeIndex(at: number): void {
      form.indexes.splice(at, 1);
    },
  };
}

export type CollectionEdits = ReturnType<typeof createCollectionEdits>;

/** A new one like it: nothing in it is what the server holds. */
export function duplicateOf(collection: Collection): CollectionForm {
  const form = formOf(collection);
  const name = `${form.name}_duplicate`;
  return {
    ...form,
    name,
    fields: form.fields.map((field) => ({ ...field, key: `new ${field.key}`, id: '', isSystem: false })),
    indexes: form.indexes.map((statement) => withTable(withName(statement, randomIndexName()), name)),
  };
}

function setIndexes(form: CollectionForm, statements: readonly string[]): void {
  form.indexes.splice(0, form.indexes.length, ...statements);
}
