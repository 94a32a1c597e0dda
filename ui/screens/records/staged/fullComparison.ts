import { readByIds, toAnswer } from '../../../api/recordPages';
import type { Collection } from '../../../model/collection';
import { fieldValue, type ListedRecord } from '../../../model/record';
import { needsFullReading } from '../../../model/records/stagedCell';
import { report } from '../../../state/report';
import * as staged from '../../../state/staged/staged';
import * as stagedMerge from '../../../state/staged/stagedMerge';

/**
 * Returns a function that compares changed rich text and json with rows that are newer. Rows hold only a part of them,
 * so these records are read in full, each version once. A failed reading is left to the save, which reads again.
 */
export function createFullComparison() {
  const asked = new Set<string>();

  return async (collection: Collection, rows: readonly ListedRecord[]): Promise<void> => {
    const ids = rows.filter((row) => isAsked(collection, row)).map(({ id }) => id);
    try {
      const sources = await readByIds(collection.id, ids, { fields: null });
      const answers = sources.map((source) => toAnswer(collection, source));
      stagedMerge.compareRows(
        collection,
        answers.map(({ record }) => record),
        new Map(answers.map((answer) => [answer.record.id, answer.sources])),
      );
    } catch (error) {
      report(error, { isSilent: true });
    }
  };

  function isAsked(collection: Collection, row: ListedRecord): boolean {
    const { cells } = staged.recordsOf(collection.id).get(row.id) ?? {};
    const behind = [...(cells?.values() ?? [])].filter((cell) => needsFullReading(collection, cell, row));
    const version = [row.id, fieldValue(row, 'updated'), ...behind.map(({ key }) => key)].join(' ');
    if (behind.length === 0 || asked.has(version)) return false;
    asked.add(version);
    return true;
  }
}
