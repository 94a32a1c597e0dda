import type { Reading } from '../../../model/types/textReading';

/** The meaning of an empty cell. `null` exists only for json fields. */
export type EmptyCell = 'leave' | 'empty' | 'fault' | 'null';

export interface ColumnPlan {
  /** Null if the column is left out. */
  readonly field: string | null;
  readonly reading: Reading;
  readonly empty: EmptyCell;
}

export type ImportMode = 'add' | 'addAndChange' | 'change';

export interface ImportPlan {
  readonly columns: readonly ColumnPlan[];
  readonly mode: ImportMode;
  /** The field that identifies a record; null for the mode `add`. */
  readonly key: string | null;
  /** Removes the `'` that an export puts before a formula. */
  readonly takesGuardAway: boolean;
  /** Gives each new user a random password. */
  readonly makesPasswords: boolean;
}
