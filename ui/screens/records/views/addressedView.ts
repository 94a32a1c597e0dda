import type { Collection } from '../../../model/collection';
import type { ColumnLayout } from '../../../model/views/columnLayout';

/** The view of the table that the address names. */
export interface AddressedView {
  /** The collection that it was read for: with other names it is read again. */
  collection: Collection;
  /** Null: the address names no columns. */
  layout: ColumnLayout | null;
  /** Tells which columns do not exist. */
  note: string | null;
  /** Tells which field of the filter does not exist. */
  fault: string | null;
}
