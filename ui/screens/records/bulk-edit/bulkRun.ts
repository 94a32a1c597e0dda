import { ApiError } from '../../../api/ApiError';
import { isOld, type Reading, readForWrite, readManyForWrite } from '../../../api/recordReadings';
import * as records from '../../../api/records';
import type { Collection } from '../../../model/collection';
import { idBatches } from '../../../model/queryLength';
import type { RecordAnswer } from '../../../model/record';
import { isEmptyBody } from '../../../model/records/recordBody';
import type { WriteLease } from '../../../state/environment/writeLock';
import {
  createWriteRun,
  isWithoutAnswer,
  type WriteRunCall,
  type WriteRunState,
} from '../../../state/jobs/writeRun';
import { report } from '../../../state/report';
import { type BulkChoices, chosenNames, isRelative } from './bulkChoices';
import { arrivalOf, bodyFor, changesOf, type SentSums, sentSums } from './bulkValues';
import { type EditFault, editFaultOf, gone, unsureFault } from './editFaults';

interface Chosen {
  readonly collection: Collection;
  readonly choices: BulkChoices;
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
  /** The last one; null before. */
  reading: Reading | null;
  /** A request that may have arrived although its answer is missing. */
  sent: SentSums | null;
  end: RecordEnd | null;
}

export const readAtOnce = 40;

/**
 * Changes records, four calls at a time and one for each record. A record is read in full right before its call, so
 * that only values that differ are sent. A call without an answer is looked for by reading the record, so that no
 * number is increased twice.
 */
export function createBulkRun(): BulkRun {
  const jobs = new Map<string, Job>();
  let chosen: Chosen;

  const write = createWriteRun<Job>({
    atATime: 4,
    send,
    settle: look,
    isInDoubt: ({ sent }) => sent !== null,
    onDone: (job) => {
      job.end ??= 'changed';
    },
    onRefused(job, error) {
      job.end ??= editFaultOf(error, chosenNames(chosen.choices), chosen.collection);
      report(error, { isSilent: true });
    },
    waitsForSession: true,
  });

  /** Sends what differs in the record as it is now. */
  async function send(job: Job, lease: WriteLease): Promise<void> {
    const { collection, choices } = chosen;
    // A session that ended meanwhile ends the wait for an answer, too.
    if (job.sent && (await look(job)) !== 'again') return;
    // A number is increased from a fresh value.
    if (!job.reading || (hasSums(choices) && isOld(job.reading)))
      job.reading = await readForWrite(collection, job.id);
    const { answer, updates } = job.reading;
    const body = bodyFor(collection, choices, answer);
    if (isEmptyBody(body)) {
      job.end = 'same';
      return;
    }
    job.sent = sentSums(collection, choices, answer);
    try {
      if (!(await records.updateAsRead(collection, job.id, body, updates, { lease }))) {
        // Another part of this page has just updated the record.
        Object.assign(job, { sent: null, reading: null });
        await send(job, lease);
        return;
      }
    } catch (error) {
      const isOpen = error instanceof ApiError && (isWithoutAnswer(error) || error.isAborted);
      if (!isOpen) job.sent = null;
      throw error;
    }
    Object.assign(job, { sent: null, end: 'changed' });
  }

  /** Reads the record to see whether a request without an answer has arrived. */
  async function look(job: Job): Promise<'done' | 'again' | 'refused'> {
    const { collection, choices } = chosen;
    job.reading = await readForWrite(collection, job.id);
    const { answer } = job.reading;
    const { sent } = job;
    job.sent = null;
    if (!sent) return 'again';
    // Without sums, the same request may be sent twice.
    const arrival =
      sent.sums.length > 0
        ? arrivalOf(sent, answer)
        : isEmptyBody(bodyFor(collection, choices, answer))
          ? 'yes'
          : 'no';
    if (arrival === 'no') return 'again';
    job.end = arrival === 'yes' ? 'changed' : unsureFault(sent.sums.map(({ name }) => name));
    return arrival === 'yes' ? 'done' : 'refused';
  }

  /** Reads the records page by page, right before they are changed. */
  async function* jobsOf(ids: readonly string[]): AsyncGenerator<Job> {
    for (const batch of idBatches(ids, readAtOnce)) {
      const found = await readBatch(batch);
      for (const id of batch) {
        const job: Job = jobs.get(id) ?? { id, reading: null, sent: null, end: null };
        jobs.set(id, job);
        job.end = null;
        // The reading before a lost answer shows what was sent.
        if (!job.sent) job.reading = found?.get(id) ?? null;
        if (found && !found.has(id)) job.end = gone;
        else if (!job.sent && job.reading && isSame(job.reading.answer)) job.end = 'same';
        else yield job;
      }
    }
  }

  /** Null if they cannot be read now: then each record is read on its own, which waits for server and session. */
  async function readBatch(batch: readonly string[]): Promise<Map<string, Reading> | null> {
    try {
      return await readManyForWrite(chosen.collection, batch);
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

const hasSums = (choices: BulkChoices) => Object.values(choices).some(({ kind }) => isRelative(kind));
