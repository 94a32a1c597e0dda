import { newestFirst } from '../../../platform/lists';
import { countOf } from '../../../platform/text';
import type { BinEntry } from '../../../state/bin/binShelf';
import type { UnfinishedJob } from '../../../state/jobs/jobShelf';
import type { ImportJob } from '../../../state/jobs/writeJob';

/** A line of the bin: an entry, or an import that can be taken back. */
export interface BinRow {
  readonly id: string;
  readonly kind: 'deleted' | 'changed' | 'collection' | 'back' | 'import';
  readonly title: string;
  readonly collectionId: string;
  readonly collectionName: string;
  /** Says how much is kept. */
  readonly kept: string;
  readonly isIncomplete: boolean;
  readonly bytes: number | null;
  /** An ISO date. */
  readonly savedAt: string;
  /** The texts that a search finds, in lower case. */
  readonly words: string;
}

export const binActLabels: Readonly<Record<BinRow['kind'], string>> = {
  deleted: 'Deleted',
  changed: 'Changed',
  collection: 'Collection deleted',
  back: 'Put back',
  import: 'Import',
};

/** Makes the lines of the bin, the newest first. */
export function binRows(
  entries: readonly BinEntry[],
  imports: readonly UnfinishedJob<ImportJob>[],
): BinRow[] {
  return [...entries.map(rowOfEntry), ...imports.map(rowOfImport)].sort(
    newestFirst(({ savedAt }) => savedAt),
  );
}

function rowOfEntry(entry: BinEntry): BinRow {
  const { id, title, collectionId, collectionName, savedAt, gaps, bytes, ids } = entry;
  const isBack = entry.state === 'back';
  return {
    id,
    title,
    collectionId,
    collectionName,
    savedAt,
    kind: isBack ? 'back' : entry.kind,
    kept: isBack ? '' : keptText(entry),
    isIncomplete: gaps.length > 0,
    bytes: isBack ? null : bytes,
    words: [title, collectionName, ...ids].join('\n').toLowerCase(),
  };
}

function keptText({ kind, changed, recordCount, fileCount, ids }: BinEntry): string {
  const files = fileCount > 0 && countOf(fileCount, 'file');
  if (kind === 'changed') return [...changed, files].filter(Boolean).join(', ');
  const isOne = kind === 'deleted' && recordCount === 1 && ids.length === 1;
  return [!isOne && countOf(recordCount, 'record'), files].filter(Boolean).join(', ') || 'The record';
}

function rowOfImport({ job, sent, isEnded }: UnfinishedJob<ImportJob>): BinRow {
  const title = job.fileName;
  return {
    id: job.id,
    kind: 'import' as const,
    title,
    savedAt: job.startedAt,
    collectionId: job.collectionId,
    collectionName: job.collectionName,
    kept: isEnded ? countOf(job.total, 'row') : `${sent} of ${countOf(job.total, 'row')}`,
    isIncomplete: false,
    bytes: null,
    words: [title, job.collectionName, job.id].join('\n').toLowerCase(),
  };
}

/** Returns the lines that hold all words of the search. */
export function searchRows(rows: readonly BinRow[], search: string): BinRow[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter((row) => words.every((word) => row.words.includes(word)));
}
