import type { WriteEntry } from '../../ui/state/jobs/writeJob';
import type { WriteJournal } from '../../ui/state/jobs/writeJournal';

/** Reserves entry after entry, in batches. A stop leaves the rest of a batch reserved. */
export async function* reserveAll(journal: WriteJournal, jobId: string): AsyncGenerator<WriteEntry, void> {
  for (;;) {
    const batch = await journal.reserve(jobId, 200);
    if (batch.length === 0) return;
    yield* batch;
  }
}
