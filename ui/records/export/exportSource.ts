import type { RecordSource } from '../../backend/recordPages';
import type { RecordWalk } from '../../backend/recordWalk';
import type { Collection } from '../../model/collection';
import type { ColumnLayout } from '../../model/columnLayout';
import type { Sort } from '../../model/sort';

export type ExportScope = 'list' | 'selected' | 'all';

/** The records that an export can read, from the server or from an opened backup. */
export interface ExportSource {
  readonly collection: Collection;
  readonly search: string;
  readonly sort: Sort | null;
  /** False until the list has read its rows: before, its search is unknown. */
  readonly hasList: boolean;
  /** True if the list does not show all records of the collection. */
  readonly isFiltered: boolean;
  readonly selectedCount: number;
  /** The scope that the person has chosen before; null for none. */
  readonly scope: ExportScope | null;
  readonly layout: ColumnLayout;
  /** The time of the records, for the file name. */
  readonly date: Date;
  readonly linkTo: ((recordId: string, name: string) => string) | null;
  /** Calls `tell` with the total of the list, now and at each change, until the returned function is called. */
  watchTotal(tell: (total: number | null) => void): () => void;
  /** Null if it would be slow, or if the number is known. */
  count(scope: ExportScope, signal: AbortSignal): Promise<number | null>;
  /** True if there are too many records for the wanted sort. */
  isTooLongToSort(scope: ExportScope, total: number | null): boolean;
  readFirst(scope: ExportScope, reading: FirstReading): Promise<readonly RecordSource[]>;
  walk(scope: ExportScope, reading: WalkReading): RecordWalk;
}

interface FirstReading {
  readonly count: number;
  /** Null while unknown. */
  readonly total: number | null;
  readonly signal: AbortSignal;
}

interface WalkReading {
  /** Null for complete records. */
  readonly fields: readonly string[] | null;
  readonly total: number | null;
  /** In characters: the usual length of a record; null while unknown. */
  readonly rowSize: number | null;
}
