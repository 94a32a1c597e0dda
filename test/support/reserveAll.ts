import type { OpenState, WriteEntry, WriteJournal } from '../../ui/state/jobs/writeJournal';

/** Reserves entry after entry, in batches. A stop leaves the rest of a batch reserved. */
export async function* reserveAll(
  journal: WriteJournal,
  jobId: string,
  states: readonly OpenState[],
): AsyncGenerator<WriteEntry, void> {
  for (;;) {
    const batch = await journal.reserve(jobId, states, 200);
    if (batch.length === 0) return;
    yield* batch;
  }
}
