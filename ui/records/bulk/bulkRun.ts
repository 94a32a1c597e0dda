import type { Collection } from '../../model/collection';
import { idBatches } from '../../model/queryLength';
import type { RecordAnswer } from '../../model/record';
import { report } from '../../page/report';
import type { Recorder } from '../history/history';
import { type Attempt, type Reading, readForWrites, writeRecord } from '../write/writeRecord';
import { createWriteRun, type WriteRunCall, type WriteRunState } from '../write/writeRun';
import { type BulkChoices, chosenNames } from './bulkChoices';
import { bulkWrite, changesOf } from './bulkValues';
import { type EditFault, editFaultOf, gone, unsureFault } from './editFaults';

interface Chosen {
  readonly collection: Collection;
  readonly choices: BulkChoices;
  readonly act: Recorder;
}

export interface BulkRun {
  state: WriteRunState;
  /**
   * Changes these records. A further run knows what the one before has sent. `planned`: how many of them will probably
   * change.
   */
  run(ids: readonly string[], given: Chosen & { planned: number }, call: WriteRunCall): Promise<void>;
  /** Returns how a record ended; null if it was left. */
  endOf(id: string): RecordEnd | null;
}

type RecordEnd = 'changed' | 'same' | EditFault;

/** A record of the run. */
interface Job {
  readonly id: string;
  reading: Reading | null;
  readonly attempt: Attempt;
  end: RecordEnd | null;
}

/** So many are written within two seconds over a slow line. */
export const readAtOnce = 20;

/**
 * Changes records, four calls at a time and one for each record. A record is read in full right before its call, so
 * that only values that differ are sent, and a number is increased once.
 */
export function createBulkRun(): BulkRun {
  const jobs = new Map<string, Job>();
  let chosen: Chosen;

  const write = createWriteRun<Job>({
    atATime: 4,
    send,
    looksFirst: true,
    onDone: () => {},
    onRefused(job, error) {
      job.end ??= editFaultOf(error, chosenNames(chosen.choices));
      report(error, { isSilent: true });
    },
    waitsForSession: true,
  });

  /** Sends what differs in the record as it is now. */
  async function send(job: Job): Promise<void> {
    const { collection, choices, act } = chosen;
    const make = (now: RecordAnswer) => bulkWrite(collection, choices, now);
    const { reading, attempt } = job;
    job.reading = null;
    const written = await writeRecord(collection, job.id, make, { reading, attempt, act });
    if (written.kind === 'stored') job.end = 'changed';
    else if (written.kind === 'same') job.end = 'same';
    else job.end = unsureFault(chosenNames(choices));
  }

  /** Reads the records page by page, right before they are changed. */
  async function* jobsOf(ids: readonly string[]): AsyncGenerator<Job> {
    for (const batch of idBatches(ids, readAtOnce)) {
      const found = await readBatch(batch);
      for (const id of batch) {
        const { attempt } = jobs.get(id) ?? { attempt: { lost: null } };
        const job: Job = { id, reading: found?.get(id) ?? null, attempt, end: null };
        jobs.set(id, job);
        if (found && !found.has(id)) job.end = gone;
        else if (!attempt.lost && job.reading && isSame(job.reading.answer)) job.end = 'same';
        else yield job;
      }
    }
  }

  /** Null if they cannot be read now: then each record is read on its own, which waits for server and session. */
  async function readBatch(batch: readonly string[]): Promise<Map<string, Reading> | null> {
    try {
      return await readForWrites(chosen.collection, batch);
    } catch (error) {
      report(error, { isSilent: true });
      return null;
    }
  }

  const isSame = (answer: RecordAnswer) => changesOf(chosen.collection, chosen.choices, answer).length === 0;

  return {
    state: write.state,
    run(ids, { planned, ...given }, call) {
      chosen = given;
      return write.run(jobsOf(ids), planned, call);
    },
    endOf: (id) => jobs.get(id)?.end ?? null,
  };
}
