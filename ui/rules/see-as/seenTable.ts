import type { TableColumn } from '../../kit/table/TableRow';
import type { ListedRecord } from '../../model/record';
import type { OnlyRows } from '../../model/recordsQuery';

/** The parts of the list of records that View as reads. */
export interface SeenList {
  list: { state: { items: readonly ListedRecord[] } };
  count: { state: { total: number | null } };
  state: { refreshes: number };
}

/** The parts of the table that are shown during View as. */
export interface SeenTable {
  /** The column with the reasons; none if no row has one. */
  columns: readonly TableColumn<ListedRecord>[];
  /** The person does not get the row. */
  isFaint: (row: ListedRecord) => boolean;
  /** The key of the person, the collection and the search. */
  question: string;
  /** The person's own list. Null: all rows. 'none': the person gets no list. Undefined: not known yet. */
  only: OnlyRows | 'none' | null | undefined;
}

/** Another person, collection or search has another key. */
export const seeAsKey = (as: string, collectionId: string, search: string) =>
  JSON.stringify([as, collectionId, search]);
