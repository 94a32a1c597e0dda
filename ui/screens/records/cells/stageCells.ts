import { readAllByIds, toAnswer } from '../../../api/recordPages';
import type { Collection } from '../../../model/collection';
import type { ListedRecord } from '../../../model/record';
import { type CellField, isReadInFull } from '../../../model/records/cellField';
import type { FormValue } from '../../../model/records/recordValues';
import { isEqual } from '../../../platform/equal';
import * as staged from '../../../state/staged';

export interface NewValue {
  readonly row: ListedRecord;
  readonly cell: CellField;
  readonly mine: FormValue;
}

/**
 * Stages values of many cells as one step. What a row holds only in part is read in full first, because a save
 * compares with it. A value that is typed into one of the cells meanwhile stays. Returns the values whose records are
 * gone. Rejects if the reading fails; then nothing is staged.
 */
export async function stageCells(
  collection: Collection,
  values: readonly NewValue[],
): Promise<readonly NewValue[]> {
  const stagedAt = ({ row, cell }: NewValue) => staged.cellAt(collection.id, row.id, cell.key);
  const needsReading = (value: NewValue) => isReadInFull(value.cell) && stagedAt(value) === null;
  const before = new Map(values.map((value) => [value, stagedAt(value)]));
  const ids = [...new Set(values.filter(needsReading).map(({ row }) => row.id))];
  const sources = await readAllByIds(collection.id, ids, { fields: null });
  const answers = new Map(sources.map((source) => [source.id, toAnswer(collection, source)]));
  const gone = values.filter((value) => needsReading(value) && !answers.has(value.row.id));
  const isNewer = (value: NewValue) => {
    const now = stagedAt(value);
    return now !== null && !isEqual(now.mine, before.get(value)?.mine);
  };
  staged.stage(
    collection,
    values
      .filter((value) => !gone.includes(value) && !isNewer(value))
      .map(({ row, cell, mine }) => {
        const answer = isReadInFull(cell) ? answers.get(row.id) : undefined;
        return { row: answer?.record ?? row, cell, mine, source: answer?.sources[cell.name] };
      }),
  );
  return gone;
}
