import { printCount } from '../../base/text';
import { isSameStamp } from '../../model/record';
import type { BackupRecord } from '../content/recordSource';

export type TodayMark = 'same' | 'changed' | 'gone';

/** By id: the dates of the present records. Null if they are not read. */
export type TodayDates = ReadonlyMap<string, string | null> | null;

export type MarkCounts = Readonly<Record<TodayMark, number>>;

/** A record with the same id and the same date is the same. */
export function markOf({ id, updated }: BackupRecord, today: TodayDates): TodayMark | null {
  if (today === null) return null;
  const now = today.get(id);
  if (now === undefined) return 'gone';
  return isSameStamp(now, updated) ? 'same' : 'changed';
}

/** Null if the present records are not read. */
export function countMarks(records: readonly BackupRecord[], today: TodayDates): MarkCounts | null {
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
