import { proxy, ref } from 'valtio/vanilla';
import type { ApiError } from '../../api/ApiError';
import type { Collection } from '../../model/collection';
import type { FieldErrors } from '../../model/fieldErrors';
import { isEqual } from '../../platform/equal';
import type { StoredDraft } from '../../state/drafts';
import type { CollectionOutcome } from '../../state/panels';
import type { CollectionChanges } from './collectionChanges';
import { type CollectionForm, changedPaths, formOf, newForm } from './collectionForm';
import type { Conflict } from './collectionMerge';

export interface CollectionEditorState {
  status: 'loading' | 'ready' | 'failed';
  loadError: ApiError | null;
  /** Null while the collection is new. */
  collectionId: string | null;
  /** As the server gave it last; null while it is new. (ref) */
  stored: Collection | null;
  /** Changed where it stands, so that caret and scroll stay. */
  form: CollectionForm;
  /** Those of fields stand under their keys: `schema.KEY.options.min`. */
  errors: FieldErrors;
  isChanged: boolean;
  /** What differs from what is stored, named as errors are; of a new one nothing. The same set until that changes. (ref) */
  changed: ReadonlySet<string>;
  isSaving: boolean;
  /** What earlier forms left, the newest first; none once something was typed. (ref) */
  offers: readonly StoredDraft[];
  /** What the person has to choose before a save, or the restoring of a draft, goes on. (ref) */
  conflicts: readonly Conflict[] | null;
  /** What the person has to confirm before it is saved. (ref) */
  changes: CollectionChanges | null;
  outcome: CollectionOutcome | null;
}

/** What the parts of one editor share. */
export interface EditorCore {
  readonly state: CollectionEditorState;
  /** What the form is compared with. */
  before(): CollectionForm;
  /** A copy, which later edits leave as it is. */
  now(): CollectionForm;
  /** Shows a form, on top of what is stored. */
  begin(form: CollectionForm, stored: Collection | null): void;
  /** After each edit. */
  measure(): void;
}

export function createEditorCore(collectionId: string | null): EditorCore {
  const state = proxy<CollectionEditorState>({
    status: 'loading',
    loadError: null,
    collectionId,
    stored: null,
    form: newForm(),
    errors: {},
    isChanged: false,
    changed: ref(new Set<string>()),
    isSaving: false,
    offers: ref([]),
    conflicts: null,
    changes: null,
    outcome: null,
  }) as CollectionEditorState;
  let before = newForm();

  const measure = () => {
    const paths = changedPaths(state.form, before);
    state.isChanged = paths.length > 0;
    const told = state.collectionId === null ? [] : paths;
    if (!isEqual(told, [...state.changed])) state.changed = ref(new Set(told));
  };

  return {
    state,
    before: () => before,
    now: () => JSON.parse(JSON.stringify(state.form)) as CollectionForm,
    begin(form, stored) {
      state.stored = stored && ref(stored);
      before = stored ? formOf(stored) : newForm();
      showIn(state.form, JSON.parse(JSON.stringify(form)) as CollectionForm);
      measure();
    },
    measure,
  };
}

/** Fields that stay keep their objects: their rows follow them, and someone may be typing into one. */
function showIn(shown: CollectionForm, { fields, ...rest }: CollectionForm): void {
  const known = new Map(shown.fields.map((field) => [field.key, field]));
  Object.assign(shown, rest);
  const next = fields.map((field) => Object.assign(known.get(field.key) ?? {}, field));
  shown.fields.splice(0, shown.fields.length, ...next);
}
