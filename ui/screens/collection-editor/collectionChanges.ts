import type { Collection } from '../../model/collection';
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
}

export function changesOf(form: CollectionForm, stored: Collection): CollectionChanges {
  const renamed = form.name === stored.name ? null : { from: stored.name, to: form.name };
  if (form.type === 'view') return { renamed, renamedFields: [], removedFields: [], singledFields: [] };
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
  };
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
