import { ref } from 'valtio/vanilla';
import { apiAddress } from '../../api/client';
import * as confirm from '../confirm';
import type { WriteAct } from '../environment/writeLock';
import * as session from '../session';
import * as tabs from '../tabs';
import * as toasts from '../toasts';
import type { WriteJob } from './writeJob';
import { openJournal, type WriteJournal } from './writeJournal';

/** A kept job that is not taken back. */
export interface UnfinishedJob<Job extends WriteJob = WriteJob> {
  readonly job: Job;
  /** The number of rows that were sent. */
  readonly sent: number;
  readonly isEnded: boolean;
}

/** The sentences of a kind of job. */
export interface JobWords {
  /** The words of the question when writes are locked, with the number of rows. */
  writes(rows: number): WriteAct;
  undoes(rows: number): WriteAct;
  runsElsewhere: string;
  goneElsewhere: string;
  discard: string;
  /** The question before the job is taken back, with the number of records of each outcome. */
  takeBack(created: number, changed: number, kept: number): string;
  takenBack: string;
}

export interface JobShelfOptions<Job extends WriteJob> {
  words: JobWords;
  /** An ended job is forgotten at once, and cannot be taken back. */
  forgetsEnded?: boolean;
  /** True for the jobs that can go on here. */
  isListed(job: WriteJob): job is Job;
}

/** A job can be taken back for 30 days. */
const keptForMs = 30 * 86_400_000;
/** The prefix is historical: put-backs have it, too. */
const holdName = (id: string) => `import ${id}`;

/** The jobs that this browser keeps for this server and admin. Another tab may work on one of them. */
export function createJobShelf<Job extends WriteJob>(
  { words, isListed, forgetsEnded = false }: JobShelfOptions<Job>,
  state: { unfinished: readonly UnfinishedJob<Job>[]; isKept: boolean },
) {
  let opened: WriteJournal | null = null;

  async function journal(): Promise<WriteJournal> {
    opened ??= await openJournal();
    state.isKept = opened.isKept;
    return opened;
  }

  const jobs = async () => (await journal()).jobs(apiAddress(''));

  async function list(): Promise<void> {
    const kept = await journal();
    const held = await tabs.findHeldNames();
    const admin = session.state.admin?.id ?? '';
    if (state.unfinished.some(({ job }) => job.admin !== admin)) state.unfinished = ref([]);
    const mine: Job[] = [];
    for (const job of await jobs()) {
      if (held.has(holdName(job.id))) continue;
      if (Date.parse(job.startedAt) < Date.now() - keptForMs) await kept.remove(job.id);
      else if (job.admin !== admin || !isListed(job)) continue;
      else if (!tabs.isHeldHere(holdName(job.id)) && (await isForgotten(job))) await kept.remove(job.id);
      else mine.push(job);
    }
    const unfinished = await Promise.all(
      mine.map(async (job): Promise<UnfinishedJob<Job>> => {
        const { waiting, reserved } = await kept.counts(job.id);
        const open = waiting + reserved;
        return { job, sent: Math.max(0, job.total - open), isEnded: open === 0 };
      }),
    );
    state.unfinished = ref(unfinished.filter(({ job }) => !job.isTakenBack));
  }

  async function isForgotten({ id, isTakenBack }: Job): Promise<boolean> {
    if (!forgetsEnded) return false;
    if (isTakenBack) return true;
    const { waiting, reserved, undoing } = await (await journal()).counts(id);
    return waiting + reserved + undoing === 0;
  }

  async function find(id: string): Promise<Job | null> {
    const found = (await jobs()).find((job) => job.id === id);
    return found && isListed(found) ? found : null;
  }

  /**
   * Returns false, with a warning, if the job is running. `mayEndHere` ignores a run of this tab that was left and ends
   * its last rows: a continued job finds those rows, but they cannot be taken back yet.
   */
  async function isFree(id: string, { mayEndHere = false } = {}): Promise<boolean> {
    const name = holdName(id);
    const isHeld = (!mayEndHere && tabs.isHeldHere(name)) || (await tabs.findHeldNames()).has(name);
    if (isHeld) toasts.warning(words.runsElsewhere);
    return !isHeld;
  }

  return {
    journal,
    list,
    isFree,
    hold: ({ id }: Job) => tabs.hold(holdName(id)),

    find,

    /** Called when nothing works on the job. */
    async forgetIfEnded({ id }: Job): Promise<void> {
      const job = await find(id);
      if (job && (await isForgotten(job))) await (await journal()).remove(id);
    },

    /** Asks, and forgets the job. Its records stay. */
    async discard(id: string): Promise<void> {
      if (!(await confirm.ask(words.discard)) || !(await isFree(id))) return;
      await (await journal()).remove(id);
      await list();
    },
  };
}

/**
 * Forgets the put-backs of an admin, because they hold deleted values. With `entryIds` only those of these entries of
 * the bin. One that a tab works on stays.
 */
export async function forgetPutBacks(
  server: string,
  admin: string,
  entryIds: readonly string[] | null = null,
): Promise<void> {
  const journal = await openJournal();
  const found = (await journal.jobs(server)).filter(
    (job) =>
      job.kind === 'putBack' &&
      job.admin === admin &&
      (!entryIds || ('bin' in job.source && job.source.bin.some((id) => entryIds.includes(id)))),
  );
  if (found.length === 0) return;
  const held = await tabs.findHeldNames();
  for (const { id } of found) {
    if (!held.has(holdName(id)) && !tabs.isHeldHere(holdName(id))) await journal.remove(id);
  }
}
