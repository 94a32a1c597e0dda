import { isEqual } from '../../../base/equal';
import { type Collection, isDated } from '../../../model/collection';
import type { SchemaField } from '../../../model/field';
import { isSameStamp, type RecordAnswer, stampOf } from '../../../model/record';
import { changedNames, formOf, type RecordForm } from '../../values/recordValues';
import type { FormerReference } from './returnPlan';

export type ActKind = 'delete' | 'collection' | 'save' | 'bulk' | 'import' | 'restore' | 'undo';

export interface Act {
  readonly id: string;
  /** The address of the API, and the id of the admin. */
  readonly server: string;
  readonly admin: string;
  /** An ISO date. */
  readonly at: string;
  readonly kind: ActKind;
  /** `open`: under way, or its page was closed meanwhile. `undone`: nothing is left to undo. */
  readonly state: 'open' | 'closed' | 'undone';
  /** Names the record, the collection or the file, or counts the records. */
  readonly title: string;
  readonly collectionId: string;
  readonly collectionName: string;
  /** The definitions of all collections of its parts, as they were. */
  readonly collections: readonly Collection[];
  /** Sentences that say what could not be kept. */
  readonly gaps: readonly string[];
  readonly changed: readonly string[];
  /** The ids of some of its records, which the search finds. */
  readonly ids: readonly string[];
  readonly recordCount: number;
  readonly fileCount: number;
  readonly bytes: number;
  readonly import?: ImportMark;
  /** Made by an import before its first row. It leaves the entry when it is undone. */
  readonly makes?: NewSchema;
  /** The ids of collections that an Undo has deleted, with their definitions in `collections`. */
  readonly removed?: readonly string[];
  /** The claim of the tab that undoes it; '' after that has ended. */
  readonly claim?: string;
}

/** A new collection, with its definition in the act, or new fields. All ids are made here, so each can be found again. */
export interface NewSchema {
  readonly isCollection: boolean;
  /** All fields of a new collection. */
  readonly fields: readonly SchemaField[];
}

/** Identifies an import, so that the same file with the same options continues it. */
export interface ImportMark {
  /** The ids of new records are made from this text and the number of the row. */
  readonly salt: string;
  readonly fileHash: string;
  /** The choices of the person, as JSON. */
  readonly options: string;
  readonly total: number;
  /** False until every row has ended. */
  readonly isEnded: boolean;
}

export interface Part {
  readonly collectionId: string;
  readonly id: string;
  readonly name: string;
  /** The record before the act: whole if the act deleted it, else the changed fields. Null if the act created it. */
  readonly before: RecordAnswer | null;
  /** The changed fields after the act, with `updated`. Null if no response came, or the page was closed before. */
  readonly after: RecordAnswer | 'gone' | null;
  /** The changed fields as they were sent, until the response comes; of new files, only the names. */
  readonly sent?: RecordForm | undefined;
  /** Relations of this record to records that the act deleted. If that is all that is known, `before` is null. */
  readonly references?: readonly FormerReference[];
}

export interface KeptFile {
  readonly recordId: string;
  readonly name: string;
  readonly content: Blob;
}

export interface ActContent {
  readonly act: Act;
  readonly parts: readonly Part[];
  readonly files: readonly KeptFile[];
}

export const partKey = ({ collectionId, id }: Pick<Part, 'collectionId' | 'id'>) => `${collectionId}/${id}`;

/**
 * Returns the `updated` date of the record after the act; '' if its response had none, null if no response came or
 * the record was deleted.
 */
export const stampAfter = ({ after }: Part): string | null =>
  after && after !== 'gone' ? stampOf(after.record) : null;

/**
 * True if nobody has changed the record since the act created it. Records without a date are compared; those of a part
 * that does not hold the whole record count as changed.
 */
export function isAsCreated(part: Part, collection: Collection, now: RecordAnswer): boolean {
  const { after } = part;
  if (after === null || after === 'gone') return false;
  const stamp = stampAfter(part);
  if (stamp !== null && isDated(collection)) return isSameStamp(stamp, stampOf(now.record));
  const [made, found] = [formOf(collection, after), formOf(collection, now)];
  const namesIn = ({ files }: RecordForm) => Object.entries(files).map(([name, { names }]) => [name, names]);
  return (
    changedNames(collection, found.values, made.values).length === 0 && isEqual(namesIn(found), namesIn(made))
  );
}
