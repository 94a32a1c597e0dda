import { countOf } from '../../platform/text';
import * as collections from '../collections';
import type { JobWords } from './jobShelf';
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

/** The sentences of an import that continues, is taken back or forgotten. */
export const importWords: JobWords = {
  writes: (rows) => ({ what: `import ${countOf(rows, 'row')}`, verb: 'import' }),
  undoes: (rows) => ({ what: `take back an import of ${countOf(rows, 'row')}`, verb: 'take back' }),
  runsElsewhere: 'This import runs in another tab.',
  goneElsewhere: 'This import was taken back or discarded in another tab.',
  discard: 'Do you really want to discard this import? Its records stay, and it can no longer be taken back.',
  takeBack: takeBackQuestion,
  takenBack: 'The import is taken back.',
};

export function takeBackQuestion(created: number, changed: number, kept: number): string {
  const parts = [
    created > 0 && `${countOf(created, 'new record is', 'new records are')} deleted`,
    changed > 0 && `${countOf(changed, 'record gets its former values', 'records get their former values')}`,
  ].filter(Boolean);
  const acts = parts.length > 0 ? ` ${parts.join(' and ')}.` : '';
  const stay =
    kept > 0
      ? ` ${countOf(kept, 'was changed since and stays as it is', 'were changed since and stay as they are')}.`
      : '';
  return `Do you really want to take this import back?${acts}${stay}`;
}
