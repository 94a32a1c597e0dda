import { type AnyRecord, fieldValue } from '../../model/record';
import type { Sort } from '../../model/sort';
import type { BackupRecord } from '../content/recordSource';

// Sorts and filters up to a million records, in steps for `inSlices`.

type SortKey = string | number;

interface KeyedRow {
  readonly key: SortKey;
  readonly row: BackupRecord;
}

const runLength = 500;

/** Records with the same value keep their order. */
export function* sortRecords(
  records: readonly BackupRecord[],
  { field, isDescending }: Sort,
): Generator<void, BackupRecord[]> {
  const direction = isDescending ? -1 : 1;
  const compare = (one: KeyedRow, other: KeyedRow) => direction * compareKeys(one.key, other.key);
  const keyed: KeyedRow[] = [];
  for (const row of records) {
    keyed.push({ key: sortKeyOf(row, field), row });
    yield;
  }
  let runs: KeyedRow[][] = [];
  for (let at = 0; at < keyed.length; at += runLength) {
    runs.push(keyed.slice(at, at + runLength).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: KeyedRow[][] = [];
    for (let at = 0; at < runs.length; at += 2) {
      merged.push(yield* mergeRuns(runs[at] ?? [], runs[at + 1] ?? [], compare));
    }
    runs = merged;
  }
  return (runs[0] ?? []).map(({ row }) => row);
}

function* mergeRuns(
  one: readonly KeyedRow[],
  other: readonly KeyedRow[],
  compare: (one: KeyedRow, other: KeyedRow) => number,
): Generator<void, KeyedRow[]> {
  const merged: KeyedRow[] = [];
  let [left, right] = [0, 0];
  while (left < one.length || right < other.length) {
    const [first, second] = [one[left], other[right]];
    if (first && (!second || compare(first, second) <= 0)) {
      merged.push(first);
      left += 1;
    } else if (second) {
      merged.push(second);
      right += 1;
    }
    if (merged.length % runLength === 0) yield;
  }
  return merged;
}

function compareKeys(one: SortKey, other: SortKey): number {
  if (typeof one !== typeof other) return typeof one === 'number' ? -1 : 1;
  return one < other ? -1 : one > other ? 1 : 0;
}

function sortKeyOf(record: BackupRecord, field: string): SortKey {
  if (field === 'id') return record.id;
  const value = fieldValue(JSON.parse(record.source) as AnyRecord, field);
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return Number(value);
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function termsOf(search: string): string[] {
  return search.toLowerCase().split(/\s+/).filter(Boolean);
}

/** Yields records that contain all terms, and for which `isShown` is true. */
export function* filterRecords(
  records: readonly BackupRecord[],
  terms: readonly string[],
  isShown: (record: BackupRecord) => boolean,
): Generator<void, BackupRecord[]> {
  const escaped = terms.map((term) => JSON.stringify(term).slice(1, -1));
  const found: BackupRecord[] = [];
  for (const record of records) {
    if (isShown(record) && hasTerms(record, terms, escaped)) found.push(record);
    yield;
  }
  return found;
}

/** The source also contains the names of fields, so if it has all terms, the values are parsed and searched. */
function hasTerms(record: BackupRecord, terms: readonly string[], escaped: readonly string[]): boolean {
  if (terms.length === 0) return true;
  const source = record.source.toLowerCase();
  if (!terms.every((term, at) => source.includes(term) || source.includes(escaped[at] ?? ''))) return false;
  const { collectionId, collectionName, ...values } = JSON.parse(record.source) as AnyRecord;
  const texts = Object.values(values).map((value) =>
    (typeof value === 'string' ? value : JSON.stringify(value)).toLowerCase(),
  );
  return terms.every((term) => texts.some((text) => text.includes(term)));
}
