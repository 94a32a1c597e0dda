import type { Collection } from '../../model/collection';
import type { FullRecord, RecordAnswer } from '../../model/record';
import type { Editing } from '../../page/forms/editing';
import type { RecordForm } from '../values/recordValues';

declare module '../../page/panels' {
  interface Panels {
    recordEditor: {
      takes: {
        collectionId: string;
        /** Null for a new record. */
        recordId: string | null;
        /** The list that opens the panel. */
        list?: RecordPlaces;
        /** The values and files of a deleted record that could not be created again. */
        returning?: ReturningRecord;
      };
      answers: RecordOutcome | null;
    };
  }
}

export interface ReturningRecord {
  readonly id: string;
  readonly values: Readonly<Record<string, string | boolean | readonly string[]>>;
  readonly files: readonly (readonly [field: string, file: File])[];
}

/** The interface of a record list for the editor that it opens. */
export interface RecordPlaces {
  /** A proxy with the current rows of the list. */
  state: { items: readonly { id: string }[] };
  /**
   * Called when the editor shows another record: a created one, a neighbour, or an unsaved copy without an id. `outcome`
   * belongs to the previous record.
   */
  onShow(recordId: string | undefined, outcome: RecordOutcome | null): void;
}

/** The last change of a record in an editor. */
export type RecordOutcome =
  | { kind: 'created' | 'updated'; record: FullRecord }
  | { kind: 'deleted'; recordId: string };

/** The state of the editor besides its form. */
export interface OfRecord {
  /** The collection when it was last read; null if it does not exist. (ref) */
  collection: Collection | null;
  /** Null while the record is new. */
  recordId: string | null;
  /** Upload progress from 0 to 1; null without an upload. */
  progress: number | null;
  /** Always true while the record is new. */
  showsPassword: boolean;
  /** The token for protected files; '' while there is none. */
  fileToken: string;
  outcome: RecordOutcome | null;
}

export type RecordEditing = Editing<RecordForm, RecordAnswer, OfRecord>;
export type RecordEditorState = RecordEditing['state'];
