import type { StagedValues } from '../../../components/record-table/PreviewTable';
import type { Collection } from '../../../model/collection';
import type { RecordAnswer } from '../../../model/record';
import { cellFieldByKey, rowValue } from '../../../model/records/cellField';
import type { StagedRecord } from '../../../state/staged/staged';

/** Returns a record with its changed values. They are complete: a row has only excerpts of rich text. */
export function withChanges(
  collection: Collection,
  { record, sources }: RecordAnswer,
  { cells, marks }: StagedRecord,
): StagedValues {
  const values: [string, unknown][] = [];
  const changedSources: [string, string][] = [];
  for (const { key, mine } of cells.values()) {
    const cell = cellFieldByKey(collection, key);
    if (!cell) continue;
    values.push([cell.name, rowValue(cell, mine)]);
    if (cell.type === 'json') changedSources.push([cell.name, String(mine)]);
  }
  return {
    record: { ...record, ...Object.fromEntries(values) },
    sources: { ...sources, ...Object.fromEntries(changedSources) },
    marks,
  };
}
