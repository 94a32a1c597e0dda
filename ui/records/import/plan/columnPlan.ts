/** The meaning of an empty cell. `null` exists only for json fields. */
export type EmptyCell = 'leave' | 'empty' | 'fault' | 'null';

/** Separates the values of one cell; `json`: the cell is a JSON array. */
export type ListSeparator = 'json' | ',' | ';' | '|';

export type DateOrder = 'iso' | 'dayFirst' | 'monthFirst' | 'unix';

/** How the texts of a column become values. Null: open, so a person must choose. */
export type Reading =
  | { readonly kind: 'text' | 'bool' | 'json' }
  | { readonly kind: 'number'; readonly decimal: '.' | ',' | null }
  | { readonly kind: 'date'; readonly order: DateOrder | null; readonly zone: 'utc' | 'browser' }
  | { readonly kind: 'list'; readonly separator: ListSeparator }
  | {
      readonly kind: 'relation';
      /** `id`, or a field of the target that is unique. */
      readonly by: string;
      readonly separator: ListSeparator;
    };

/** The use of one column of the file. */
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
