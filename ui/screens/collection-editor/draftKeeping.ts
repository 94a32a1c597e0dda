import { ref } from 'valtio/vanilla';
import type { Collection } from '../../model/collection';
import { type Draft, dropOffer, openDraft, type StoredDraft } from '../../state/drafts';
import type { PendingQuestion } from '../../state/pendingQuestion';
import type { CollectionForm } from './collectionForm';
import { type Choices, type Conflict, mergeCollection } from './collectionMerge';
import type { EditorCore } from './editorCore';

/** What a draft holds: the form, and what it began with, so that a collection saved since is noticed. */
interface CollectionDraft {
  form: CollectionForm;
  /** Null for a new one. */
  base: Collection | null;
}

/** The draft of what is edited in one editor, and those that earlier ones left. */
export function createDraftKeeping(
  { state, now, begin }: EditorCore,
  conflictQuestion: PendingQuestion<readonly Conflict[], Choices>,
) {
  let draft: Draft | null = null;

  function keep(): void {
    if (state.isChanged) draft?.write(() => ({ form: now(), base: state.stored }));
    else draft?.drop();
  }

  return {
    start({ isOffering }: { isOffering: boolean }): void {
      draft?.close();
      const mine = openDraft(`collection_draft_${state.collectionId ?? ''}`);
      draft = mine;
      state.offers = ref([]);
      if (!isOffering) return;
      void mine.offers.then((offers) => {
        if (draft === mine && !state.isChanged) state.offers = ref(offers.filter(isReadable));
      });
    },

    keep,
    drop: () => draft?.drop(),
    close: () => draft?.close(),

    /** On top of what is stored today. */
    async restore(offer: StoredDraft): Promise<void> {
      if (state.isSaving || state.conflicts) return;
      const { form, base } = offer.values as unknown as CollectionDraft;
      const { stored } = state;
      let restored = form;
      if (stored && base) {
        const versions = { base, theirs: stored, mine: form };
        let merged = mergeCollection(versions);
        if (merged.conflicts.length > 0) {
          const choices = await conflictQuestion.ask(merged.conflicts);
          if (!choices) return;
          merged = mergeCollection(versions, choices);
        }
        restored = merged.form;
      }
      begin(restored, stored);
      state.errors = {};
      state.offers = ref([]);
      dropOffer(offer);
      keep();
    },

    discard(offer: StoredDraft): void {
      dropOffer(offer);
      state.offers = ref(state.offers.filter(({ key }) => key !== offer.key));
    },
  };
}

/** One that another version of this page left may hold something else. */
function isReadable({ values }: StoredDraft): boolean {
  const { form, base } = values;
  return isForm(form) && (base === null || (isObject(base) && Array.isArray(base['schema'])));
}

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

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
