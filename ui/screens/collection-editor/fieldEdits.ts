import type { FieldType } from '../../model/field';
import { withColumnRenamed } from '../../model/indexStatement';
import { uniqueName } from '../../model/names';
import { isEqual } from '../../platform/equal';
import { randomText } from '../../platform/random';
import { type CollectionForm, type FieldForm, liveFields } from './collectionForm';

/** What a new field of the type begins with; where the server has no limit it says null. */
const defaults: Readonly<Record<FieldType, () => Record<string, unknown>>> = {
  text: () => ({ min: null, max: null, pattern: '' }),
  editor: () => ({ convertUrls: false }),
  number: () => ({ min: null, max: null, noDecimal: false }),
  bool: () => ({}),
  email: () => ({ exceptDomains: null, onlyDomains: null }),
  url: () => ({ exceptDomains: null, onlyDomains: null }),
  date: () => ({ min: '', max: '' }),
  select: () => ({ maxSelect: 1, values: [] }),
  json: () => ({ maxSize: 2_000_000 }),
  file: () => ({ maxSelect: 1, maxSize: 5_242_880, mimeTypes: [], thumbs: [], protected: false }),
  relation: () => ({
    collectionId: '',
    cascadeDelete: false,
    minSelect: null,
    maxSelect: 1,
    displayFields: null,
  }),
};

/** The fallback of a select and a file that may hold many. */
const fewChoices = 2;
const manyFiles = 99;

/** Changes the fields of a form where it stands; all of them are found by their key. */
export function createFieldEdits(form: CollectionForm) {
  // While one name is typed the indexes are made from what they were before: on its way it may be empty, or for a
  // moment that of another field.
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
    /** Its key. */
    add(type: FieldType): string {
      const name = uniqueName('field', namesBeside());
      const field = { name, type, required: false, presentable: false, options: defaults[type]() };
      return insert(field, form.fields.length);
    },

    /** Right behind the original; the key of the copy. */
    duplicate(key: string): string | null {
      const at = form.fields.findIndex((field) => field.key === key);
      const field = form.fields[at];
      if (!field || field.isRemoved) return null;
      const { name, type, required, presentable, options } = field;
      const copy = uniqueName(`${name}_copy`, namesBeside());
      return insert({ name: copy, type, required, presentable, options: plain(options) }, at + 1);
    },

    /** A stored one stays in sight, and can be restored; it goes with the save. */
    remove(key: string): void {
      const at = form.fields.findIndex((field) => field.key === key);
      const field = form.fields[at];
      if (field?.id) field.isRemoved = true;
      else if (field) form.fields.splice(at, 1);
    },

    /** Under the name that it has on the server. */
    restore(key: string, originalName: string): void {
      const field = find(key);
      if (!field) return;
      field.isRemoved = false;
      rename(key, originalName);
    },

    /** The columns of the indexes follow, unless another field has the old name. */
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

    /** Single or Multiple. */
    setMany(key: string, isMany: boolean): void {
      const field = find(key);
      if (field) Object.assign(field.options, manyOptions(field, isMany));
    },
  };
}

export type FieldEdits = ReturnType<typeof createFieldEdits>;

function manyOptions({ type, options }: FieldForm, isMany: boolean): Record<string, unknown> {
  if (type === 'relation') return isMany ? { maxSelect: null } : { minSelect: null, maxSelect: 1 };
  if (!isMany) return { maxSelect: 1 };
  if (type === 'file') return { maxSelect: manyFiles };
  const { values } = options;
  return { maxSelect: Math.max(Array.isArray(values) ? values.length : 0, fewChoices) };
}

/** SQL does not mind case. */
const isSameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** A copy that no proxy watches. */
const plain = (options: Record<string, unknown>) =>
  JSON.parse(JSON.stringify(options)) as Record<string, unknown>;
