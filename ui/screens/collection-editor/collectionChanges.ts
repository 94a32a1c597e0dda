import type { Collection } from '../../model/collection';
import { namesColumn, withoutColumns } from '../../model/indexStatement';
import { type CollectionForm, type FieldForm, fieldFormOf } from './collectionForm';

export interface Renaming {
  from: string;
  to: string;
}

/** What of a save can break or lose something, told before it is done. */
export interface CollectionChanges {
  /** Of the collection itself. */
  renamed: Renaming | null;
  renamedFields: readonly (Renaming & { id: string })[];
  /** As they are stored. */
  removedFields: readonly FieldForm[];
  /** As they are stored: of several values the last one is kept. */
  singledFields: readonly FieldForm[];
  /** They name a removed field: the server would refuse them. */
  lostIndexes: readonly LostIndex[];
}

export interface LostIndex {
  statement: string;
  /** Without the columns that go; null where it cannot be. */
  rest: string | null;
}

export function changesOf(form: CollectionForm, stored: Collection): CollectionChanges {
  const renamed = form.name === stored.name ? null : { from: stored.name, to: form.name };
  if (form.type === 'view')
    return { renamed, renamedFields: [], removedFields: [], singledFields: [], lostIndexes: [] };
  const now = new Map(form.fields.filter(({ isRemoved }) => !isRemoved).map((field) => [field.id, field]));
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
    singledFields: kept.filter(({ old, field }) => holdsMany(old) && !holdsMany(field)).map(({ old }) => old),
    lostIndexes: lostIndexes(form),
  };
}

function lostIndexes({ fields, indexes }: CollectionForm): LostIndex[] {
  const live = new Set(fields.filter(({ isRemoved }) => !isRemoved).map(({ name }) => name.toLowerCase()));
  const gone = fields
    .filter(({ isRemoved, name }) => isRemoved && !live.has(name.toLowerCase()))
    .map(({ name }) => name);
  return indexes
    .filter((statement) => gone.some((name) => namesColumn(statement, name)))
    .map((statement) => ({ statement, rest: withoutColumns(statement, gone) }));
}

/** The indexes that a save sends, each with its place in the form; those that are lost only where they are `kept`. */
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
  const { renamed, renamedFields, removedFields, singledFields } = changes;
  return !renamed && renamedFields.length + removedFields.length + singledFields.length === 0;
}

/** A relation without a maximum holds many. */
export function holdsMany({ type, options }: FieldForm): boolean {
  if (type !== 'select' && type !== 'file' && type !== 'relation') return false;
  const { maxSelect } = options;
  return type === 'relation' ? maxSelect !== 1 : typeof maxSelect !== 'number' || maxSelect > 1;
}
