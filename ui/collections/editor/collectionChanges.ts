import type { Collection, RuleName } from '../../model/collection';
import { textOfRule } from '../../model/mentions';
import { namesColumn, withoutColumns } from '../../model/sql/indexStatement';
import { canBeMultiple, isMultiple } from '../../model/types/fieldTypes';
import { isForAccounts } from '../../rules/reading/classifyRule';
import {
  type CollectionForm,
  type FieldForm,
  fieldFormOf,
  liveFields,
  publicRules,
  type RuleKey,
  rulesOf,
} from './collectionForm';

export interface Renaming {
  from: string;
  to: string;
}

/** Changes of a save that can break or lose something. */
export interface CollectionChanges {
  renamed: Renaming | null;
  renamedFields: readonly (Renaming & { id: string })[];
  /** As they are stored. */
  removedFields: readonly FieldForm[];
  /** Fields that become single, as they are stored. The server keeps the last of several values. */
  singledFields: readonly FieldForm[];
  /** Indexes that name a removed field; the server refuses them. */
  lostIndexes: readonly LostIndex[];
  /** Rules that now let everyone pass. */
  madePublic: readonly RuleName[];
  /** Rules that now let every account pass, but no guest. */
  madeForAccounts: readonly RuleKey[];
}

export interface LostIndex {
  statement: string;
  /** The statement without the removed columns; null if no column remains. */
  rest: string | null;
}

export function changesOf(form: CollectionForm, stored: Collection): CollectionChanges {
  const renamed = form.name === stored.name ? null : { from: stored.name, to: form.name };
  const rules = changedRules(form, stored);
  if (form.type === 'view')
    return { renamed, renamedFields: [], removedFields: [], singledFields: [], lostIndexes: [], ...rules };
  const now = new Map(liveFields(form).map((field) => [field.id, field]));
  const before = stored.schema.map(fieldFormOf);
  const kept = before.flatMap((old) => {
    const field = now.get(old.id);
    return field ? [{ old, field }] : [];
  });
  return {
    renamed,
    renamedFields: kept
      .filter(({ old, field }) => old.name !== field.name)
      .map(({ old, field }) => ({ id: old.id, from: old.name, to: field.name })),
    removedFields: before.filter(({ id }) => !now.has(id)),
    singledFields: kept
      .filter(({ old, field }) => isMultiple(old) && !holdsMany(field))
      .map(({ old }) => old),
    lostIndexes: lostIndexes(form),
    ...rules,
  };
}

function changedRules({ type, rules }: CollectionForm, stored: Collection) {
  const before = (key: RuleKey) => textOfRule(stored, key);
  const wasPublic = (key: RuleKey) => before(key)?.trim() === '';
  const keys: RuleKey[] = [...rulesOf(type), ...(type === 'auth' ? (['manageRule'] as const) : [])];
  return {
    madePublic: publicRules(type, rules).filter((key) => !wasPublic(key)),
    madeForAccounts: keys.filter(
      (key) => isForAccounts(rules[key] ?? '') && !isForAccounts(before(key) ?? ''),
    ),
  };
}

function lostIndexes(form: CollectionForm): LostIndex[] {
  const live = new Set(liveFields(form).map(({ name }) => name.toLowerCase()));
  const gone = form.fields
    .filter(({ isRemoved, name }) => isRemoved && !live.has(name.toLowerCase()))
    .map(({ name }) => name);
  return form.indexes
    .filter((statement) => gone.some((name) => namesColumn(statement, name)))
    .map((statement) => ({ statement, rest: withoutColumns(statement, gone) }));
}

/** Returns each index to send with its place in the form. Of the lost ones, only those in `kept` are sent. */
export function sentIndexes(
  indexes: readonly string[],
  lost: readonly LostIndex[],
  kept: readonly string[] = [],
): { statement: string; at: number }[] {
  return indexes.flatMap((statement, at) => {
    const found = lost.find((one) => one.statement === statement);
    const left = found ? kept.includes(statement) && found.rest : statement;
    return left ? [{ statement: left, at }] : [];
  });
}

export function isHarmless(changes: CollectionChanges): boolean {
  return !isStructural(changes) && changes.madePublic.length === 0;
}

/** False if only rules change. */
export function isStructural(changes: CollectionChanges): boolean {
  const { renamed, renamedFields, removedFields, singledFields } = changes;
  return renamed !== null || renamedFields.length + removedFields.length + singledFields.length > 0;
}

/**
 * True if the form shows the field as one of several values, with an input for their maximum. An invalid maximum
 * counts too, because it is still being typed.
 */
export function holdsMany(field: FieldForm): boolean {
  if (!canBeMultiple(field)) return false;
  const { maxSelect } = field.options;
  return isMultiple(field) || typeof maxSelect !== 'number' || maxSelect < 1;
}
