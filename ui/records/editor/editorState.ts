import type { Collection } from '../../model/collection';
import type { RecordAnswer } from '../../model/record';
import type { Editing } from '../../page/forms/editing';
import type { RecordOutcome } from '../../page/panels';
import type { RecordForm } from '../values/recordValues';

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
