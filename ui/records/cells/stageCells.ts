import { readByIds, toAnswer } from '../../backend/recordPages';
import { isEqual } from '../../base/equal';
import type { Collection } from '../../model/collection';
import type { FormValue } from '../../model/field';
import type { ListedRecord } from '../../model/record';
import { isReadInFull } from '../../model/types/fieldTypes';
import * as edits from '../edits';
import type { CellField } from '../values/cellField';

export interface NewValue {
  readonly row: ListedRecord;
  readonly cell: CellField;
  readonly mine: FormValue;
}

export interface LeftOut<Value extends NewValue> {
  /** Values whose record is missing. */
  readonly gone: readonly Value[];
  /** Values whose cell was changed, saved or discarded during the read. */
  readonly late: readonly Value[];
}

/**
 * Stages values of many cells in one step of `undo`. Values that a row holds only in part are read first, because a
 * save compares with them. Rejects if that fails; then nothing is staged.
 */
export async function stageCells<Value extends NewValue>(
  collection: Collection,
  values: readonly Value[],
): Promise<LeftOut<Value>> {
  const stagedAt = ({ row, cell }: NewValue) => edits.changeAt(collection.id, row.id, cell.key);
  const before = new Map(values.map((value) => [value, stagedAt(value)]));
  const needsReading = (value: Value) => isReadInFull(value.cell.field) && !before.get(value);
  const ids = [...new Set(values.filter(needsReading).map(({ row }) => row.id))];
  const sources = await readByIds(collection.id, ids, { fields: null });
  const answers = new Map(sources.map((source) => [source.id, toAnswer(collection, source)]));
  // Compares only the typed values: a save may have updated what a change is compared with.
  const late = values.filter((value) => !isEqual(stagedAt(value)?.mine, before.get(value)?.mine));
  const gone = values.filter(
    (value) => needsReading(value) && !answers.has(value.row.id) && !late.includes(value),
  );
  const leftOut = new Set([...late, ...gone]);
  edits.set(
    collection,
    values
      .filter((value) => !leftOut.has(value))
      .map(({ row, cell, mine }) => {
        const answer = isReadInFull(cell.field) ? answers.get(row.id) : undefined;
        return { row: answer?.record ?? row, cell, mine, source: answer?.sources[cell.name] };
      }),
  );
  return { gone, late };
}
