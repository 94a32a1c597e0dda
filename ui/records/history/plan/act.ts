import type { Collection } from '../../../model/collection';
import { type RecordAnswer, stampOf } from '../../../model/record';
import type { RecordForm } from '../../values/recordValues';
import type { FormerReference } from './returnPlan';

export type ActKind = 'delete' | 'collection' | 'save' | 'bulk' | 'import' | 'restore' | 'undo';

export interface Act {
  readonly id: string;
  /** The address of the API and the id of the admin. */
  readonly server: string;
  readonly admin: string;
  /** An ISO date. */
  readonly at: string;
  readonly kind: ActKind;
  /** `open`: the act is under way, or its page died. `undone`: nothing of it is kept. */
  readonly state: 'open' | 'closed' | 'undone';
  /** Names the record, the collection or the file, or counts the records. */
  readonly title: string;
  readonly collectionId: string;
  readonly collectionName: string;
  /** The definitions of all collections of its parts, as they were. */
  readonly collections: readonly Collection[];
  /** Sentences about what could not be kept. */
  readonly gaps: readonly string[];
  /** The names of the changed fields. */
  readonly changed: readonly string[];
  /** The ids of some of its records, for the search. */
  readonly ids: readonly string[];
  readonly recordCount: number;
  readonly fileCount: number;
  readonly bytes: number;
  readonly import?: ImportMark;
  /** The name that the tab of its last Undo holds; '' if that has ended. */
  readonly claim?: string;
}

/** An import goes on when the same file is chosen again with the same options. */
export interface ImportMark {
  /** The ids of new records are made from it and the number of the row. */
  readonly salt: string;
  readonly fileHash: string;
  /** The choices of the person, as JSON. */
  readonly options: string;
  readonly total: number;
  /** False until all rows have ended. */
  readonly isEnded: boolean;
}

/** The effect of an act on one record. */
export interface Part {
  readonly collectionId: string;
  readonly id: string;
  readonly name: string;
  /** The record before: whole if the act deleted it, else its changed fields. Null if the act made it. */
  readonly before: RecordAnswer | null;
  /** The changed fields after it, with `updated`. Null: not known, because no response came or the page died. */
  readonly after: RecordAnswer | 'gone' | null;
  /** The changed fields as they were sent, until the response comes. It has the names of new files alone. */
  readonly sent?: RecordForm | undefined;
  /** The relations of this record that named a deleted one, before the delete. `before` is null if nothing else is known. */
  readonly references?: readonly FormerReference[];
}

export interface KeptFile {
  readonly recordId: string;
  /** The stored name. */
  readonly name: string;
  readonly content: Blob;
}

export interface ActContent {
  readonly act: Act;
  readonly parts: readonly Part[];
  readonly files: readonly KeptFile[];
}

export const partKey = ({ collectionId, id }: Pick<Part, 'collectionId' | 'id'>) => `${collectionId}/${id}`;

/** Returns the date of the record after the act; '' if it is not known. */
export const stampAfter = ({ after }: Part): string | null =>
  after && after !== 'gone' ? stampOf(after.record) : null;
