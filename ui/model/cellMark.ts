/** A cell whose value is changed and not saved. */
export interface CellMark {
  /** 'wrong': the value cannot be saved. */
  readonly kind: 'changed' | 'wrong';
  /** Names the stored value, and the error of a wrong one. Also the tooltip. */
  readonly description: string;
  /** A wrong text as it was typed, shown in place of the value. */
  readonly text?: string | undefined;
}

/** By the key of the column, which is the name of its field. */
export type CellMarks = ReadonlyMap<string, CellMark>;
