import type { Reading } from '../../../model/types/textReading';

/** The meaning of an empty cell. `null` exists only for json fields. */
export type EmptyCell = 'leave' | 'empty' | 'fault' | 'null';

export interface ColumnPlan {
  /** Null: the column is left out. */
  readonly field: string | null;
  readonly reading: Reading;
  readonly empty: EmptyCell;
}

export type ImportMode = 'add' | 'addAndChange' | 'change';

export interface ImportPlan {
  readonly columns: readonly ColumnPlan[];
  readonly mode: ImportMode;
  /** The field that finds a record; null with `add`. */
  readonly key: string | null;
  /** Takes one leading ' from guarded texts. */
  readonly takesGuardAway: boolean;
  /** Gives each new user a random password. */
  readonly makesPasswords: boolean;
}
