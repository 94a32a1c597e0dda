import type { Cell, TableFormat } from '../../model/tables/table';

/** Writes that belong together. */
interface JobBase {
  readonly id: string;
  readonly server: string;
  readonly admin: string;
  /** An ISO date; it sorts the jobs. */
  readonly startedAt: string;
  readonly total: number;
  readonly isTakenBack: boolean;
  /** The ids of the fields when the job began, by `fieldKey`. Older jobs have none. */
  readonly fieldIds?: ReadonlyMap<string, string>;
}

export const fieldKey = (collectionId: string, name: string): string => `${collectionId}/${name}`;

/** An import of records into one collection. Jobs of the first version have no kind. */
export interface ImportJob extends JobBase {
  readonly kind?: 'import';
  readonly collectionId: string;
  readonly collectionName: string;
  readonly fileName: string;
  readonly columns: readonly string[];
  readonly format: TableFormat;
}

/** Records that are put back out of the bin or a backup. */
export interface PutBackJob extends JobBase {
  readonly kind: 'putBack';
  /** The entries of the bin, or the name of the backup. */
  readonly source: { readonly bin: readonly string[] } | { readonly backup: string };
  readonly title: string;
  readonly hasUsers: boolean;
}

export type WriteJob = ImportJob | PutBackJob;

export interface WriteEntry {
  /** The place in the order of sending, unique in its job. A row may need two writes. */
  readonly place: number;
  /** The row of the file; the number of a record that is put back. */
  readonly number: number;
  /** Waits until all entries of lower waves have ended. The places of a wave are before those of the next. */
  readonly wave: number;
  /** The row has an earlier entry; this one is sent only if that one is done. */
  readonly isSecond: boolean;
  /** The password of a new user: made at random, or of the file. Neither is stored here. */
  readonly password: 'random' | 'own' | null;
  readonly kind: 'create' | 'update';
  /** The collection of a record that is put back; that of an import is in its job. */
  readonly collectionId?: string;
  readonly id: string;
  /** The values to send, as JSON. */
  readonly body: string;
  /** The files of a record that is put back, by field name, with their former stored names. */
  readonly files?: readonly (readonly [field: string, name: string])[];
  /** The values before an update, as JSON. */
  readonly former: string | null;
  /** `updated` of the record at the check; '' for a create. */
  readonly stamp: string;
  readonly state: WriteState;
  /** `updated` of the answer. */
  readonly updated: string;
  /** The message of each refused field, as JSON; that of the whole row is under ''. */
  readonly fault: string | null;
  readonly cells: readonly Cell[];
}

export const writeStates = ['waiting', 'reserved', 'done', 'refused', 'kept', 'undoing', 'undone'] as const;

/** `kept`: the take-back leaves the record as it is. `undoing` is the `reserved` of a take-back. */
export type WriteState = (typeof writeStates)[number];
