/** A cell whose value is changed and not saved. */
export interface CellMark {
  /** 'wrong': the value cannot be saved. 'conflict': somebody else has changed it, too. */
  readonly kind: 'changed' | 'wrong' | 'conflict';
  /** Names the stored value, the error of a wrong one, and the other value of a conflict. Also the tooltip. */
  readonly description: string;
  /** A wrong text as it was typed, shown in place of the value. */
  readonly text?: string | undefined;
}

/** By the key of the column, which is the name of its field. */
export type CellMarks = ReadonlyMap<string, CellMark>;
