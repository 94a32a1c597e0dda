import type { RecordSource } from '../../backend/recordPages';
import type { RecordWalk } from '../../backend/recordWalk';
import type { Collection } from '../../model/collection';
import type { ColumnLayout } from '../../model/columnLayout';
import type { Sort } from '../../model/sort';

export type ExportScope = 'list' | 'selected' | 'all';

/** The records of a table that an export can read: those of the server, or of an opened backup. */
export interface ExportSource {
  readonly collection: Collection;
  readonly search: string;
  readonly sort: Sort | null;
  /** False until the list has asked for its rows: its search is not known before. */
  readonly hasList: boolean;
  /** True if the list leaves out records of the collection. */
  readonly isFiltered: boolean;
  readonly selectedCount: number;
  /** The scope that the person has asked for; null if the export may choose. */
  readonly scope: ExportScope | null;
  /** How the table arranges the columns. */
  readonly layout: ColumnLayout;
  /** The time of the records, for the name of the file. */
  readonly date: Date;
  readonly linkTo: ((recordId: string, name: string) => string) | null;
  /** Calls `tell` with the number of records in the list, now and after each change. The result stops it. */
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
  /** Null for whole records. */
  readonly fields: readonly string[] | null;
  readonly total: number | null;
  /** The usual length of a record in characters; null while unknown. */
  readonly rowSize: number | null;
}
