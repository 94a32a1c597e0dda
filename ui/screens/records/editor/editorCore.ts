import { proxy, ref } from 'valtio/vanilla';
import { ApiError } from '../../../api/ApiError';
import type { RecordAnswer } from '../../../api/records';
import type { Collection } from '../../../model/collection';
import type { FieldErrors } from '../../../model/fieldErrors';
import type { FullRecord } from '../../../model/record';
import * as collections from '../../../state/collections';
import type { StoredDraft } from '../../../state/drafts';
import type { RecordOutcome } from '../../../state/panels';
import { report } from '../../../state/report';
import * as session from '../../../state/session';
import type { EditedForm, EditedFormState } from './editedForm';
import type { Conflict } from './recordMerge';
import { byName } from './recordValues';

export interface RecordEditorState extends EditedFormState {
  status: 'loading' | 'ready' | 'failed';
  /** A 404 was told already: the record does not exist. */
  loadError: ApiError | null;
  /** As it was when the editor opened; null when there is no such collection. */
  collection: Collection | null;
  /** Null while the record is new. */
  recordId: string | null;
  /** As the server gave it last; null while it is new. */
  record: FullRecord | null;
  isSaving: boolean;
  /** From 0 to 1 while files are sent. */
  progress: number | null;
  /** What earlier forms left, the newest first; none once something was typed. */
  offers: readonly StoredDraft[];
  /** What the person has to choose before the save, or the restoring of a draft, goes on. */
  conflicts: readonly Conflict[] | null;
  /** Always true while the record is new. */
  showsPassword: boolean;
  /** Opens protected files; '' while there is none. */
  fileToken: string;
  outcome: RecordOutcome | null;
}

/** What the parts of one editor share. */
export interface EditorCore {
  readonly state: RecordEditorState;
  readonly form: EditedForm;
  /** The record that the form is about, as the server gave it last; null while it is new. */
  stored: RecordAnswer | null;
}

export function newEditorState(collectionId: string, recordId: string | null): RecordEditorState {
  const collection = collections.find(collectionId);
  return proxy<RecordEditorState>({
    status: 'loading',
    loadError: null,
    collection: collection ? ref(collection) : null,
    recordId,
    record: null,
    values: byName([]),
    files: byName([]),
    original: ref(byName([])),
    errors: {},
    isChanged: false,
    changed: byName([]),
    isSaving: false,
    progress: null,
    offers: ref([]),
    conflicts: null,
    showsPassword: recordId === null,
    fileToken: '',
    outcome: null,
  }) as RecordEditorState;
}

/**
 * Tells a failed call and gives the errors of its fields. To a dead token records are hidden or closed, so the
 * session is confirmed first; once it is over, the question for the password says enough.
 */
export async function tellFailure(error: unknown): Promise<FieldErrors> {
  const isDoubtful =
    error instanceof ApiError &&
    [400, 403, 404].includes(error.status) &&
    Object.keys(error.fields).length === 0;
  if (isDoubtful && !(await session.confirm({ isFresh: true }))) return {};
  return report(error);
}
