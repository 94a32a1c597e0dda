import { countOf, printCount } from '../../base/text';
import type { Act, ActKind } from './plan/act';

export interface HistoryRow {
  readonly id: string;
  /** The kind of the act; 'undone' if nothing is left to undo. */
  readonly kind: ActKind | 'undone';
  readonly label: string;
  readonly title: string;
  readonly collectionName: string;
  readonly kept: string;
  readonly isIncomplete: boolean;
  readonly bytes: number | null;
  /** An ISO date. */
  readonly at: string;
  /** The texts that a search finds, in lower case. */
  readonly words: string;
}

const labels: Readonly<Record<ActKind, string>> = {
  delete: 'Deleted',
  collection: 'Collection deleted',
  save: 'Changed',
  bulk: 'Changed',
  import: 'Import',
  restore: 'Brought back',
  undo: 'Undone',
};

export function rowOf(act: Act): HistoryRow {
  const { id, kind, state, title, collectionName, at, gaps, bytes, ids } = act;
  const isUndone = state === 'undone';
  return {
    id,
    title,
    collectionName,
    at,
    kind: isUndone ? 'undone' : kind,
    label: isUndone ? `${labels[kind]}, undone` : labels[kind],
    kept: isUndone ? '' : keptText(act),
    isIncomplete: gaps.length > 0,
    bytes: isUndone ? null : bytes,
    words: [title, collectionName, ...ids].join('\n').toLowerCase(),
  };
}

function keptText({ kind, state, changed, recordCount, fileCount, import: mark }: Act): string {
  const files = fileCount > 0 && countOf(fileCount, 'file');
  if (mark) {
    const rows = countOf(mark.total, 'row');
    const isUnfinished = state === 'open' && !mark.isEnded;
    return [isUnfinished ? `${printCount(recordCount)} of ${rows}` : rows, files].filter(Boolean).join(', ');
  }
  const isOne = recordCount === 1 && kind !== 'collection';
  const records = isOne ? changed : [countOf(recordCount, 'record')];
  return [...records, files].filter(Boolean).join(', ') || 'The record';
}

/** Returns the rows that contain all words of the search. */
export function searchRows(rows: readonly HistoryRow[], search: string): HistoryRow[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter((row) => words.every((word) => row.words.includes(word)));
}
