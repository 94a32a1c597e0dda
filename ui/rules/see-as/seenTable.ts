import type { TableColumn } from '../../kit/table/TableRow';
import type { ListedRecord } from '../../model/record';
import type { OnlyRows } from '../../model/recordsQuery';

export interface SeenList {
  list: { state: { items: readonly ListedRecord[] } };
  count: { state: { total: number | null } };
  state: { refreshes: number };
}

/** The parts of the table that View as adds. */
export interface SeenTable {
  /** The column with the reasons; none if no row has one. */
  columns: readonly TableColumn<ListedRecord>[];
  /** True for a row that the person does not get. */
  isFaint: (row: ListedRecord) => boolean;
  /** Identifies the person, the collection and the search. */
  question: string;
  /** How to list only the person's rows. Null: they get all. 'none': they get no list. Undefined: not known yet. */
  only: OnlyRows | 'none' | null | undefined;
}

/** Identifies the person, the collection and the search. */
export const seeAsKey = (as: string, collectionId: string, search: string) =>
  JSON.stringify([as, collectionId, search]);
