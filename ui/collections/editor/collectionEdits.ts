import { isEqual } from '../../base/equal';
import { plainCopy } from '../../base/plainData';
import { randomText } from '../../base/random';
import { type Collection, type CollectionType, withoutProviders } from '../../model/collection';
import { randomIndexName, uniqueName } from '../../model/names';
import { optionsOfFieldType } from '../../model/optionTable';
import {
  namesColumn,
  withColumnRenamed,
  withName,
  withoutColumns,
  withTable,
} from '../../model/sql/indexStatement';
import { isSameName } from '../../model/sql/tokens';
import { newOptions } from '../../model/types/fieldOption';
import { type FieldTypeName, typeOf } from '../../model/types/fieldTypes';
import { can } from '../../page/capabilities';
import {
  type CollectionForm,
  type FieldForm,
  formOf,
  liveFields,
  optionsOfType,
  type RuleKey,
} from './collectionForm';

/** Edits of the form, except for its fields. */
export function createCollectionEdits(form: CollectionForm) {
  // Kept, so that the former type gets its options back, and Unlock restores a rule.
  const optionsBefore = new Map<CollectionType, Record<string, unknown>>();
  let beforeView: { rules: Partial<CollectionForm['rules']>; indexes: string[] } | null = null;
  const rulesBefore = new Map<RuleKey, string>();

  return {
    /** Also renames the table in the indexes. */
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
      // The server makes those of the new type.
      delete form.builtIn;
      form.options = optionsBefore.get(type) ?? newOptionsOf(type);
      if (type !== 'view') {
        if (beforeView) {
          Object.assign(form.rules, beforeView.rules);
          setIndexes(form, beforeView.indexes);
        }
        beforeView = null;
        return;
      }
      // Not the list and view rule: a view has these too, and the person may change them meanwhile.
      const { createRule, updateRule, deleteRule } = form.rules;
      beforeView = { rules: { createRule, updateRule, deleteRule }, indexes: [...form.indexes] };
      Object.assign(form.rules, { createRule: null, updateRule: null, deleteRule: null });
      setIndexes(form, []);
    },

    /** Forgets the kept values, because the form shows another collection. */
    forget(): void {
      optionsBefore.clear();
      rulesBefore.clear();
      beforeView = null;
    },

    setRule(key: RuleKey, rule: string): void {
      form.rules[key] = rule;
    },

    /** Sets the rule to admins only. Unlock restores it. */
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

    /** Replaces the statement at `at`; null appends it. */
    setIndex(at: number | null, statement: string): void {
      if (at === null) form.indexes.push(statement);
      else form.indexes[at] = statement;
    },

    removeIndex(at: number): void {
      form.indexes.splice(at, 1);
    },
  };
}

/** A new collection of a newer server has no user names: there they are a field. */
function newOptionsOf(type: CollectionType): Record<string, unknown> {
  const options = optionsOfType(type);
  return type !== 'auth' || can('accountNames') ? options : { ...options, allowUsernameAuth: false };
}

export type CollectionEdits = ReturnType<typeof createCollectionEdits>;

/** Returns a form of a new collection like it, without ids of the server. */
export function duplicateOf(collection: Collection): CollectionForm {
  const form = formOf(withoutProviders(collection));
  const name = `${form.name}_duplicate`;
  const { builtIn } = plainCopy(collection);
  return {
    ...form,
    name,
    ...(builtIn && { builtIn: builtIn.map((field) => ({ ...field, id: '' })) }),
    fields: form.fields.map((field) => ({ ...field, key: `new ${field.key}`, id: '', isSystem: false })),
    indexes: form.indexes.map((statement) => withTable(withName(statement, randomIndexName()), name)),
  };
}

function setIndexes(form: CollectionForm, statements: readonly string[]): void {
  form.indexes.splice(0, form.indexes.length, ...statements);
}

/** Edits of the fields of a form, each found by its key. */
export function createFieldEdits(form: CollectionForm) {
  // While a name is typed, each step renames in the statements from before. A half-typed name can be empty or that
  // of another field, and could not be found again.
  let renaming: { key: string; from: string; before: string[]; told: string[] } | null = null;

  const find = (key: string) => form.fields.find((field) => field.key === key);
  const namesBeside = (key?: string) =>
    liveFields(form)
      .filter((field) => field.key !== key)
      .map(({ name }) => name);

  function insert(field: Omit<FieldForm, 'key' | 'id' | 'isSystem' | 'isRemoved'>, at: number): string {
    const key = `new ${randomText(8)}`;
    renaming = null;
    form.fields.splice(at, 0, { ...field, key, id: '', isSystem: false, isRemoved: false });
    return key;
  }

  function rename(key: string, name: string): void {
    const field = find(key);
    if (!field) return;
    if (renaming?.key !== key || !isEqual([...form.indexes], renaming.told)) {
      const before = [...form.indexes];
      renaming = { key, from: field.name, before, told: before };
    }
    const { from, before } = renaming;
    field.name = name;
    const isStillUsed = from === '' || namesBeside(key).some((other) => isSameName(other, from));
    if (name === '' || isStillUsed) return;
    renaming.told =
      name === from ? before : before.map((statement) => withColumnRenamed(statement, from, name));
    form.indexes.splice(0, form.indexes.length, ...renaming.told);
  }

  return {
    /** Returns the key of the new field. */
    add(type: FieldTypeName): string {
      const name = uniqueName('field', namesBeside());
      const field = {
        name,
        type,
        required: false,
        presentable: false,
        options: newOptions(optionsOfFieldType(type) ?? {}),
      };
      return insert(field, form.fields.length);
    },

    /** Inserts the copy after the original. Returns its key; null if there is no such field. */
    duplicate(key: string): string | null {
      const at = form.fields.findIndex((field) => field.key === key);
      const field = form.fields[at];
      if (!field || field.isRemoved) return null;
      const { name, type, required, presentable, options } = field;
      const copy = uniqueName(`${name}_copy`, namesBeside());
      return insert({ name: copy, type, required, presentable, options: plainCopy(options) }, at + 1);
    },

    /** Marks a stored field for removal, until then it can be restored. Drops a new field, also from the indexes. */
    remove(key: string): void {
      const at = form.fields.findIndex((field) => field.key === key);
      const field = form.fields[at];
      if (field?.id) field.isRemoved = true;
      else if (field) {
        form.fields.splice(at, 1);
        if (form.fields.some(({ name }) => isSameName(name, field.name))) return;
        const indexes = form.indexes.flatMap((statement) =>
          namesColumn(statement, field.name) ? (withoutColumns(statement, [field.name]) ?? []) : statement,
        );
        form.indexes.splice(0, form.indexes.length, ...indexes);
      }
    },

    /** Restores a removed field under its stored name. */
    restore(key: string, originalName: string): void {
      const field = find(key);
      if (!field) return;
      field.isRemoved = false;
      rename(key, originalName);
    },

    /** Renames the columns of the indexes too, unless another field has the old name. */
    rename,

    move(from: number, to: number): void {
      form.fields.splice(to, 0, ...form.fields.splice(from, 1));
    },

    setRequired(key: string, isRequired: boolean): void {
      const field = find(key);
      if (field) field.required = isRequired;
    },

    setPresentable(key: string, isPresentable: boolean): void {
      const field = find(key);
      if (field) field.presentable = isPresentable;
    },

    setOption(key: string, name: string, value: unknown): void {
      const field = find(key);
      if (field) field.options[name] = value;
    },

    setMany(key: string, isMany: boolean): void {
      const field = find(key);
      if (field) Object.assign(field.options, typeOf(field).manyOptions?.(field, isMany));
    },
  };
}

export type FieldEdits = ReturnType<typeof createFieldEdits>;
