import type { TableColumn } from '../../../components/data/TableRow';
import type { ListedRecord } from '../../../model/record';
import type { OnlyRows } from '../../../model/recordsQuery';

/** What the table shows while the records are seen with the eyes of a person. */
export interface SeenTable {
  /** The column with the reasons; none if no row has one. */
  columns: readonly TableColumn<ListedRecord>[];
  /** The person does not get the row. */
  isFaint: (row: ListedRecord) => boolean;
  /** The person's own list. Null: the list shows all rows. Undefined: not known yet. */
  only: OnlyRows | null | undefined;
}
