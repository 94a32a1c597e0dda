import { ref } from 'valtio/vanilla';
import { type Draft, dropOffer, openDraft, type StoredDraft } from '../../../state/drafts';
import * as toasts from '../../../state/toasts';
import type { ConflictChoice } from './conflictChoice';
import type { EditorCore } from './editorCore';
import { draftOf, restoredFrom } from './recordDraft';

/** The draft of what is typed into one editor, and those that earlier ones left. */
export function createDraftKeeping({ state, form }: EditorCore, choice: ConflictChoice) {
  let draft: Draft | null = null;

  function keep(): void {
    if (!state.collection) return;
    const content = draftOf(state.collection, state.values, form.before().values);
    if (content) draft?.write({ ...content });
    else draft?.drop();
  }

  return {
    /** For the record that the editor shows from now on. A new form may offer what was left of earlier ones. */
    start({ isOffering }: { isOffering: boolean }): void {
      draft?.close();
      const mine = openDraft(`record_draft_${state.collection?.id}_${state.recordId ?? ''}`);
      draft = mine;
      state.offers = ref([]);
      if (!isOffering) return;
      void mine.offers.then((offers) => {
        if (draft === mine && !state.isChanged) state.offers = ref([...offers]);
      });
    },

    keep,
    drop: () => draft?.drop(),
    close: () => draft?.close(),

    async restore(offer: StoredDraft): Promise<void> {
      const { collection } = state;
      if (!collection || state.isSaving || state.conflicts) return;
      let restored = restoredFrom(collection, offer.values, form.now().values);
      if (restored.conflicts.length > 0) {
        const choices = await choice.ask(restored.conflicts);
        if (!choices) return;
        restored = restoredFrom(collection, offer.values, form.now().values, choices);
      }
      const { values, lost } = restored;
      form.begin({ values, files: form.now().files }, form.before());
      state.errors = {};
      state.offers = ref([]);
      // What found no field again stays where it is kept.
      if (lost.length === 0) dropOffer(offer);
      else toasts.warning(`The draft also holds fields that have changed since: ${lost.join(', ')}.`);
      keep();
    },

    discard(offer: StoredDraft): void {
      dropOffer(offer);
      state.offers = ref(state.offers.filter(({ key }) => key !== offer.key));
    },
  };
}
