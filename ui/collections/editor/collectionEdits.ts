import type { Collection, CollectionType } from '../../model/collection';
import { randomIndexName } from '../../model/names';
import { withName, withTable } from '../../model/sql/indexStatement';
import { type CollectionForm, formOf, optionsOfType, type RuleKey } from './collectionForm';

/** Changes a form in place, except for its fields. */
export function createCollectionEdits(form: CollectionForm) {
  // Remembered, so that the old type brings its options back, and Unlock brings a rule back.
  const optionsBefore = new Map<CollectionType, Record<string, unknown>>();
  let beforeView: { rules: Partial<CollectionForm['rules']>; indexes: string[] } | null = null;
  const rulesBefore = new Map<RuleKey, string>();

  return {
    /** Renames the collection, and the table in the indexes. */
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
      // A view has the other rules, too: the person may change them.
      const { createRule, updateRule, deleteRule } = form.rules;
      beforeView = { rules: { createRule, updateRule, deleteRule }, indexes: [...form.indexes] };
      Object.assign(form.rules, { createRule: null, updateRule: null, deleteRule: null });
      setIndexes(form, []);
    },

    /** Forgets the remembered values: the form shows another collection. */
    forget(): void {
      optionsBefore.clear();
      rulesBefore.clear();
      beforeView = null;
    },

    setRule(key: RuleKey, rule: string): void {
      form.rules[key] = rule;
    },

    /** Sets the rule to Admins only, and remembers it. */
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

    /** Replaces the statement at a place; null appends it. */
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

/** Makes a new collection like it, without any id of the server. */
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
