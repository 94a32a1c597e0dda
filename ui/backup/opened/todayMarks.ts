import { type RecordSource, toAnswer } from '../../backend/recordPages';
import { printCount } from '../../base/text';
import { type Collection, isDated } from '../../model/collection';
import { isSameStamp, stampIn } from '../../model/record';
import { fittedAnswer } from '../../records/history/plan/fittedAnswer';
import { answerOf, type BackupRecord } from '../content/recordSource';
import { fieldChangesOf } from './fieldChanges';

export type TodayMark = 'same' | 'changed' | 'gone';

/** By id: how the present records compare with the backup. Null if they are not read. */
export type TodayMarks = ReadonlyMap<string, TodayMark> | null;

export type MarkCounts = Readonly<Record<TodayMark, number>>;

/** The fields to read of present records. Null for all: the values of records without a date have to be compared. */
export function comparedFields(
  records: readonly BackupRecord[],
  today: Collection | undefined,
): readonly string[] | null {
  const areDated = today && isDated(today) && records.every(({ updated }) => updated !== null);
  return areDated ? ['id', 'updated'] : null;
}

/** A record with the same id and the same date is the same. */
export function compareWith(
  record: BackupRecord | undefined,
  row: RecordSource,
  then: Collection,
  today: Collection | undefined,
): TodayMark {
  const stamp = isDated(today ?? then) ? stampIn(row.values) : null;
  if (!record || isSameStamp(stamp, record.updated)) return 'same';
  if (!today || (stamp !== null && record.updated !== null)) return 'changed';
  const former = fittedAnswer(answerOf(then, record), then, today);
  return fieldChangesOf(then, today, former, toAnswer(today, row)).changes.length === 0 ? 'same' : 'changed';
}

/** Null if the present records are not read. */
export const markOf = ({ id }: BackupRecord, today: TodayMarks): TodayMark | null =>
  today && (today.get(id) ?? 'gone');

/** Null if the present records are not read. */
export function countMarks(records: readonly BackupRecord[], today: TodayMarks): MarkCounts | null {
  if (today === null) return null;
  const counts = { same: 0, changed: 0, gone: 0 };
  for (const record of records) counts[markOf(record, today) ?? 'gone'] += 1;
  return counts;
}

/** Such as `1 deleted, 5 changed`; '' if all are the same. */
export const marksText = ({ gone, changed }: MarkCounts): string =>
  [gone > 0 && `${printCount(gone)} deleted`, changed > 0 && `${printCount(changed)} changed`]
    .filter(Boolean)
    .join(', ');
