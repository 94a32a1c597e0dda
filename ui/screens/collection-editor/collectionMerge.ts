import type { Collection } from '../../model/collection';
import { indexNameOf, withTable } from '../../model/indexStatement';
import { isEqual } from '../../platform/equal';
import {
  type CollectionForm,
  type FieldForm,
  formOf,
  isSameField,
  isSameOptions,
  type RuleKey,
  ruleLabels,
} from './collectionForm';

/** Something that two people changed, each to something else. Null: it is removed. */
export interface Conflict {
  /** Names it among the choices. */
  name: string;
  /** What it is called in the question. */
  label: string;
  base: string | null;
  mine: string | null;
  theirs: string | null;
}

/** By the name of a conflict, whose value is taken. */
export type Choices = Readonly<Record<string, 'mine' | 'theirs'>>;

interface Versions<T = Collection> {
  /** What my form began with. */
  base: T;
  /** What the server holds now. */
  theirs: T;
  mine: CollectionForm;
}

interface Merged {
  form: CollectionForm;
  conflicts: Conflict[];
}

/** What one value becomes, and whether both changed it. */
interface Piece<T> {
  name: string;
  label: string;
  base: T;
  mine: T;
  theirs: T;
  isSame: (a: T, b: T) => boolean;
  print: (value: T) => string | null;
}

/**
 * My form on top of what others have saved since it was opened. A field that they added is in it, so that no save
 * drops its column; what only they changed is theirs. What both changed is a conflict, in which mine stands until
 * another choice is made.
 */
export function mergeCollection({ base, theirs, mine }: Versions, choices: Choices = {}): Merged {
  return mergeForms({ base: formOf(base), theirs: formOf(theirs), mine }, choices);
}

export function mergeForms(
  { base: before, theirs: now, mine }: Versions<CollectionForm>,
  choices: Choices = {},
): Merged {
  const conflicts: Conflict[] = [];

  function merged<T>({ name, label, base, mine, theirs, isSame, print }: Piece<T>): T {
    // First, because what is the same may be written in another way: then it is as it is stored.
    if (isSame(base, mine)) return theirs;
    if (isSame(base, theirs) || isSame(mine, theirs)) return mine;
    const choice = Object.hasOwn(choices, name) ? choices[name] : undefined;
    if (!choice) {
      conflicts.push({ name, label, base: print(base), mine: print(mine), theirs: print(theirs) });
    }
    return choice === 'theirs' ? theirs : mine;
  }

  const name = merged({
    ...{ name: 'name', label: 'Name', isSame: Object.is, print: (text: string) => text },
    ...{ base: before.name, mine: mine.name, theirs: now.name },
  });

  const rules = Object.fromEntries(
    (Object.keys(mine.rules) as RuleKey[]).map((key) => {
      const sides = { base: before.rules[key], mine: mine.rules[key], theirs: now.rules[key] };
      const print = (rule: string | null) => (rule === null ? 'Admins only' : rule || '(everyone)');
      return [key, merged({ name: key, label: ruleLabels[key], ...sides, isSame: Object.is, print })];
    }),
  ) as CollectionForm['rules'];

  const optionNames = new Set([...Object.keys(now.options), ...Object.keys(mine.options)]);
  const options = Object.fromEntries(
    [...optionNames].map((key) => {
      const of = (form: CollectionForm) => form.options[key] ?? null;
      const isSame = (a: unknown, b: unknown) => isSameOptions({ [key]: a }, { [key]: b });
      const print = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
      const sides = { base: of(before), mine: of(mine), theirs: of(now) };
      return [key, merged({ name: `options.${key}`, label: key, ...sides, isSame, print })];
    }),
  );

  function mergedFields(): FieldForm[] {
    const [old, their] = [byId(before.fields), byId(now.fields)];
    const own = byId(mine.fields);
    const keys = orderOf([...old.keys()], [...own.keys()], [...their.keys()]);
    return keys.flatMap((key): FieldForm[] => {
      const mineNow = own.get(key) ?? null;
      const wasThere = old.get(key) ?? null;
      const isThere = their.get(key) ?? null;
      // New here, or new there.
      if (!wasThere) return mineNow ? [mineNow] : isThere ? [isThere] : [];
      const gone = null as FieldForm | null;
      const field = merged({
        ...{ name: `field ${key}`, label: wasThere.name, print: printField },
        base: wasThere as FieldForm | null,
        mine: mineNow && !mineNow.isRemoved ? mineNow : gone,
        theirs: isThere,
        isSame: (a, b) => (a === null || b === null ? a === b : isSameField(a, b)),
      });
      // One that I removed is shown as removed as long as it is there.
      if (!field) return isThere ? [{ ...isThere, isRemoved: true }] : [];
      // Its column is gone: what is kept of it is a new one.
      return [isThere ? field : { ...field, id: '' }];
    });
  }

  const indexes = mergedIndexes(before.indexes, mine.indexes, now.indexes, merged);
  return {
    form: {
      name,
      type: mine.type,
      fields: mine.type === 'view' ? now.fields : mergedFields(),
      indexes: name === now.name ? indexes : indexes.map((statement) => withTable(statement, name)),
      rules,
      options,
    },
    conflicts,
  };
}

function byId(fields: readonly FieldForm[]): Map<string, FieldForm> {
  return new Map(fields.map((field) => [field.key, field]));
}

/** Theirs if only they reordered, else mine; what one side alone has stands behind its neighbour there. */
function orderOf(old: readonly string[], own: readonly string[], their: readonly string[]): string[] {
  const isReordered = !isEqual(
    own.filter((key) => old.includes(key)),
    old.filter((key) => own.includes(key)),
  );
  const [first, second] = isReordered ? [own, their] : [their, own];
  const order = [...first];
  second.forEach((key, at) => {
    if (order.includes(key)) return;
    const neighbour = second.slice(0, at).findLast((other) => order.includes(other));
    order.splice(neighbour === undefined ? 0 : order.indexOf(neighbour) + 1, 0, key);
  });
  return order;
}

/** One whose name is there already is kept apart, or it would be lost before anybody is told. */
function byName(statements: readonly string[]): Map<string, string> {
  const named = new Map<string, string>();
  for (const statement of statements) {
    let name = (indexNameOf(statement) || statement).toLowerCase();
    while (named.has(name)) name += ' (again)';
    named.set(name, statement);
  }
  return named;
}

function mergedIndexes(
  before: readonly string[],
  mine: readonly string[],
  now: readonly string[],
  merged: (piece: Piece<string | null>) => string | null,
): string[] {
  const [old, own, their] = [byName(before), byName(mine), byName(now)];
  const names = orderOf([...old.keys()], [...own.keys()], [...their.keys()]);
  return names.flatMap((name) => {
    const statement = merged({
      ...{ name: `index ${name}`, label: name, isSame: isSameIndex, print: (text: string | null) => text },
      base: old.get(name) ?? null,
      mine: own.get(name) ?? null,
      theirs: their.get(name) ?? null,
    });
    return statement ?? [];
  });
}

/** The name of the table follows that of the collection. */
function isSameIndex(a: string | null, b: string | null): boolean {
  return a === b || (a !== null && b !== null && withTable(a, 't') === withTable(b, 't'));
}

function printField(field: FieldForm | null): string | null {
  if (!field) return null;
  const { name, type, required, presentable, options } = field;
  const flags = [required && 'required', presentable && 'presentable'].filter(Boolean);
  return [`${name} (${type})`, ...flags, JSON.stringify(options)].join(', ');
}
