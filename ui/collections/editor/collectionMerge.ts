import { isEqual } from '../../base/equal';
import {
  type Choices,
  type Conflict,
  createThreeWayMerge,
  mergeLists,
  type ThreeWayMerge,
  type Versions,
} from '../../base/threeWayMerge';
import type { Collection } from '../../model/collection';
import { withTable } from '../../model/sql/indexStatement';
import {
  type CollectionForm,
  type FieldForm,
  formOf,
  isSameField,
  isSameForm,
  isSameOption,
  liveFields,
  type RuleKey,
  ruleLabels,
} from './collectionForm';
import { indexKey } from './indexes/indexPlace';

interface Merged {
  form: CollectionForm;
  conflicts: readonly Conflict[];
}

/**
 * Merges my form with what others have saved since it was opened. Fields that they have added stay, or the save
 * would drop their columns. If both changed a value, it is a conflict, and mine stays until the person chooses.
 */
export function mergeCollection(
  { base, theirs, mine }: { base: Collection; theirs: Collection; mine: CollectionForm },
  choices: Choices = {},
): Merged {
  return mergeForms({ base: formOf(base), theirs: formOf(theirs), mine }, choices);
}

export function mergeForms({ base, mine, theirs }: Versions<CollectionForm>, choices: Choices = {}): Merged {
  const merge = createThreeWayMerge(choices);
  const versionsOf = <T>(read: (form: CollectionForm) => T): Versions<T> => ({
    base: read(base),
    mine: read(mine),
    theirs: read(theirs),
  });

  const name = merge.value({
    name: 'name',
    label: 'Name',
    ...versionsOf((form) => form.name),
    print: String,
  });

  const rules = merge.tree(
    versionsOf((form) => form.rules),
    (key) => ({ label: ruleLabels[key as RuleKey], print: (rule) => printRule(rule as string | null) }),
  );
  const options = merge.tree(
    versionsOf((form) => form.options),
    (path) => ({ label: path.replace('options.', ''), isSame: isSameOption, print: printOption }),
    'options.',
  );

  // The server makes the fields of a view.
  const fields =
    mine.type === 'view'
      ? theirs.fields
      : mergeLists(
          versionsOf((form) => form.fields),
          ({ key }) => key,
          (key, versions) => mergeField(merge, key, versions),
        );

  const indexes = mergeLists(
    versionsOf((form) => form.indexes),
    indexKey,
    (key, versions) =>
      merge.value({ name: `index ${key}`, label: key, ...versions, isSame: isSameIndex, print: printIndex }),
  );

  return {
    form: {
      name,
      type: mine.type,
      fields,
      indexes: name === theirs.name ? indexes : indexes.map((statement) => withTable(statement, name)),
      rules,
      options,
    },
    conflicts: merge.conflicts,
  };
}

/** Makes a form of the stored collection, and adds the edits that were made during the save. */
export function keepLaterEdits(
  sent: CollectionForm,
  now: CollectionForm,
  collection: Collection,
): CollectionForm {
  const stored = formOf(collection);
  if (isSameForm(now, sent)) return stored;
  // The server gives new fields their ids in the order in which they were sent.
  const ids = new Map(liveFields(sent).map(({ key, id }, at) => [key, id || (stored.fields[at]?.id ?? '')]));
  const withIds = (form: CollectionForm): CollectionForm => ({
    ...form,
    fields: form.fields.map((field) => {
      const id = ids.get(field.key) ?? '';
      return id === '' ? field : { ...field, key: id, id };
    }),
  });
  return mergeForms({ base: withIds(sent), theirs: stored, mine: withIds(now) }).form;
}

function mergeField(
  merge: ThreeWayMerge,
  key: string,
  { base, mine, theirs }: Versions<FieldForm | null>,
): FieldForm | null {
  // One side added the field.
  if (!base) return mine ?? theirs;
  const own = mine && !mine.isRemoved ? mine : null;
  const field = merge.value({
    name: `field ${key}`,
    label: base.name,
    base,
    mine: own,
    theirs,
    print: (version) => printField(version, [base, own, theirs]),
    isSame: (a, b) => (a === null || b === null ? a === b : isSameField(a, b)),
  });
  // I removed the field. It stays, marked as removed, while the server has it.
  if (!field) return theirs && { ...theirs, isRemoved: true };
  // Its column was deleted meanwhile, so the next save makes a new field.
  return theirs ? field : { ...field, id: '' };
}

/** Ignores the name of the table, which follows the name of the collection. */
function isSameIndex(a: string | null, b: string | null): boolean {
  return a === b || (a !== null && b !== null && withTable(a, 't') === withTable(b, 't'));
}

const removed = '(removed)';

const printRule = (rule: string | null) => (rule === null ? 'Admins only' : rule || '(everyone)');
const printOption = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value ?? null));
const printIndex = (statement: string | null) => statement ?? removed;

function printField(field: FieldForm | null, versions: readonly (FieldForm | null)[]): string {
  if (!field) return removed;
  const others = versions.flatMap((version) => (version ? [propertiesOf(version)] : []));
  const mine = propertiesOf(field);
  const names = new Set(others.flatMap((properties) => Object.keys(properties)));
  const differing = [...names].filter((name) => new Set(others.map((other) => other[name])).size > 1);
  return differing.map((name) => mine[name] ?? `no ${name}`).join(', ') || field.name;
}

const unset = [undefined, null, false, '', []];

function propertiesOf({ name, type, required, presentable, options }: FieldForm): Record<string, string> {
  const set = Object.entries(options).filter(([, value]) => !unset.some((one) => isEqual(one, value)));
  return {
    name: `name ${name}`,
    type: `type ${type}`,
    required: required ? 'required' : 'not required',
    presentable: presentable ? 'presentable' : 'not presentable',
    ...Object.fromEntries(set.map(([key, value]) => [key, `${key} ${printOption(value)}`])),
  };
}
