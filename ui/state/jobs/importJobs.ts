import * as collections from '../collections';
import { importWords } from './importWords';
import { createJournalRun, recordsAtATime } from './journalRun';
import { collectionGone, RowRefusal } from './writeEntries';
import type { ImportJob, WriteJob } from './writeJob';

export const isImport = (job: WriteJob): job is ImportJob => job.kind !== 'putBack';

/** Lists the imports of this admin into all collections, and takes one back. It sends no rows. */
export function createImportJobs() {
  return createJournalRun<ImportJob>({
    atATime: () => recordsAtATime(false),
    words: importWords,
    isListed: isImport,
    collectionOf(_entry, { collectionId }) {
      const collection = collections.find(collectionId);
      if (!collection) throw new RowRefusal(collectionGone);
      return collection;
    },
    secretsOf: () => ({}),
  });
}
