import { ref } from 'valtio/vanilla';
import { apiAddress } from '../api/client';
import * as confirm from './confirm';
import * as session from './session';
import * as tabs from './tabs';
import * as toasts from './toasts';
import { openJournal, type WriteJob, type WriteJournal } from './writeJournal';

/** A kept job that is not taken back. */
export interface UnfinishedJob<Job extends WriteJob = WriteJob> {
  readonly job: Job;
  /** The number of rows that were sent. */
  readonly sent: number;
  readonly isEnded: boolean;
}

/** The sentences of a kind of job. */
export interface JobWords {
  runsElsewhere: string;
  goneElsewhere: string;
  discard: string;
  /** The question before the job is taken back, with the number of records of each outcome. */
  takeBack(created: number, changed: number, kept: number): string;
  takenBack: string;
}

interface JobShelfOptions<Job extends WriteJob> {
  words: JobWords;
  isListed(job: WriteJob): job is Job;
}

/** A job can be taken back for 30 days. */
const keptForMs = 30 * 86_400_000;
/** Put-backs have it, too: the first version knew only imports. */
const holdName = (id: string) => `import ${id}`;

/** The jobs that this browser keeps for this server and admin. Another tab may work on one of them. */
export function createJobShelf<Job extends WriteJob>(
  { words, isListed }: JobShelfOptions<Job>,
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
      else if (job.admin === admin && isListed(job)) mine.push(job);
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

  /**
   * Tells a person that another tab works on the job. A page of this tab that was left may still end a few
   * rows: going on finds them, but they cannot be taken back yet.
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

    async find(id: string): Promise<Job | null> {
      const found = (await jobs()).find((job) => job.id === id);
      return found && isListed(found) ? found : null;
    },

    /** Asks, and forgets the job. Its records stay. */
    async discard(id: string): Promise<void> {
      if (!(await confirm.ask(words.discard)) || !(await isFree(id))) return;
      await (await journal()).remove(id);
      await list();
    },
  };
}
