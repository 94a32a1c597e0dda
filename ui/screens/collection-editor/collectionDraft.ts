import type { Collection } from '../../model/collection';
import type { Choices } from '../../model/threeWayMerge';
import { isObject } from '../../platform/plainData';
import type { StoredDraft } from '../../state/forms/drafts';
import type { Edited } from '../../state/forms/editing';
import type { CollectionForm } from './collectionForm';
import { mergeCollection } from './collectionMerge';

/** The draft of a collection holds the form, and the collection that the form began with. */
interface CollectionDraft {
  form: CollectionForm;
  /** Null for a new collection. */
  base: Collection | null;
}

export const collectionDraft = {
  content: ({ form, stored }: Edited<CollectionForm, Collection>) => ({ form, base: stored }),

  /** Another version of this page may have written something else. */
  isReadable({ values: { form, base } }: StoredDraft): boolean {
    return isForm(form) && (base === null || (isObject(base) && Array.isArray(base['schema'])));
  },

  restore(
    values: StoredDraft['values'],
    { stored }: Edited<CollectionForm, Collection>,
    choices: Choices,
  ): ReturnType<typeof mergeCollection> {
    const { form, base } = values as unknown as CollectionDraft;
    if (!stored || !base) return { form, conflicts: [] };
    return mergeCollection({ base, theirs: stored, mine: form }, choices);
  },
};

function isForm(form: unknown): boolean {
  if (!isObject(form)) return false;
  const { name, type, fields, indexes, rules, options } = form;
  return (
    [name, type].every(isText) &&
    [rules, options].every(isObject) &&
    Array.isArray(indexes) &&
    indexes.every(isText) &&
    Array.isArray(fields) &&
    fields.every(isField)
  );
}

function isField(field: unknown): boolean {
  if (!isObject(field)) return false;
  const { key, id, name, type, options } = field;
  return [key, id, name, type].every(isText) && isObject(options);
}

const isText = (value: unknown) => typeof value === 'string';
