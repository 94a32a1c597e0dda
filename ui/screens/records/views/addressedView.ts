import type { Collection } from '../../../model/collection';
import type { ColumnLayout } from '../../../model/views/columnLayout';

/** The view of the table that the address names. */
export interface AddressedView {
  /** The collection that it was read for: with other names it is read again. */
  collection: Collection;
  /** Null: the address names no columns. */
  layout: ColumnLayout | null;
  /** A sentence about columns that do not exist; null for none. */
  note: string | null;
  /** A sentence about a field that the filter of the view names and that does not exist; null for none. */
  fault: string | null;
}
