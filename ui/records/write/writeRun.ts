import { proxy } from 'valtio/vanilla';
import { ApiError, isResponseLost, isWithoutAnswer } from '../../backend/ApiError';
import { wait } from '../../base/timers';
import * as connection from '../../page/session/connection';
import * as session from '../../page/session/session';
import { asOneRun } from '../../page/session/writeLock';

/**
 * Sends many writes, a few at a time. Stop lets those under way end.
 *
 *   const stopping = new AbortController();                     // before the first check or question of the act
 *   const write = createWriteRun<Row>({ atATime: 4, send, settle, onDone, onRefused, waitsForSession: true });
 *   await write.run(rows, count, { signal: stopping.signal });  // sends nothing if Stop was pressed before
 *
 * Guarantees: each job ends in `onDone` or `onRefused`, unless a stop or a crash interrupts it. A write without an
 * answer is never sent again before `settle` has looked for it. While the run waits, it starts no other write. A run
 * that begins while writes are open keeps them open. Otherwise a refusal by the lock stops it.
 */
export interface WriteRun<Job> {
  state: WriteRunState;
  /**
   * Resolves when nothing is under way. Rejects with an error of the jobs, `onDone` or `onRefused`, which stops the
   * run, too.
   */
  run(jobs: Iterable<Job> | AsyncIterable<Job>, total: number, call: WriteRunCall): Promise<void>;
}

export interface WriteRunCall {
  /** Stops the run. It may be aborted before the run begins. */
  readonly signal: AbortSignal;
}

export interface WriteRunState {
  isRunning: boolean;
  isStopping: boolean;
  wait: WriteWait | null;
  done: number;
  refused: number;
  total: number;
  /** In milliseconds since 1970; later by the time of each wait. */
  startedAt: number;
}

/** Why a row is refused before it is sent. */
export class RowRefusal extends Error {}

/** The server is away, nobody is signed in, or the server asks for a pause. */
export type WriteWait = 'offline' | 'session' | 'busy';

export interface WriteRunOptions<Job> {
  /** A function is asked when a run begins. */
  atATime: number | (() => number);
  send(job: Job): Promise<void>;
  /**
   * Looks for a write that got no answer: returns whether it is done, refused, or must be sent again.
   */
  settle?(job: Job): Promise<'done' | 'again' | 'refused'>;
  /** `send` itself looks for a write that got no answer. Without this and `settle`, a missing response is a refusal. */
  looksFirst?: boolean;
  /** True for a job that an earlier run may have sent: it is looked for first. */
  isInDoubt?(job: Job): boolean;
  onDone(job: Job): void | Promise<void>;
  /** The error is the last one; null if `settle` alone refused the job. */
  onRefused(job: Job, error: unknown): void | Promise<void>;
  /** Waits for the next sign-in. Otherwise the end of the session is a refusal. */
  waitsForSession?: boolean;
}

/** The pause after a 429 that names none. */
const defaultPauseMs = 5000;

export function createWriteRun<Job>(options: WriteRunOptions<Job>): WriteRun<Job> {
  const { atATime, send, settle, isInDoubt, onDone, onRefused, waitsForSession = false } = options;
  const canRepeat = options.looksFirst || settle;
  const state = proxy<WriteRunState>({
    isRunning: false,
    isStopping: false,
    wait: null,
    done: 0,
    refused: 0,
    total: 0,
    startedAt: 0,
  });
  /** All workers share one wait. */
  let pause: Promise<void> | null = null;
  let endPause = () => {};

  async function run(
    jobs: Iterable<Job> | AsyncIterable<Job>,
    total: number,
    { signal }: WriteRunCall,
  ): Promise<void> {
    Object.assign(state, { isRunning: true, done: 0, refused: 0, total, startedAt: Date.now() });
    state.isStopping = signal.aborted;
    signal.addEventListener('abort', stop);
    try {
      await asOneRun(() => work(jobs));
    } finally {
      signal.removeEventListener('abort', stop);
      Object.assign(state, { isRunning: false, isStopping: false });
    }
  }

  async function work(jobs: Iterable<Job> | AsyncIterable<Job>): Promise<void> {
    const iterator = Symbol.asyncIterator in jobs ? jobs[Symbol.asyncIterator]() : jobs[Symbol.iterator]();
    const worker = async () => {
      try {
        while (!state.isStopping) {
          const step = iterator.next();
          // No wait for a plain list: its first writes are under way before the caller can stop the run.
          const { done, value } = step instanceof Promise ? await step : step;
          if (done) return;
          await finish(value);
        }
      } catch (error) {
        stop();
        throw error;
      }
    };
    const ends = await Promise.allSettled(
      Array.from({ length: typeof atATime === 'number' ? atATime : atATime() }, worker),
    );
    await iterator.return?.();
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  function stop(): void {
    state.isStopping = true;
    endPause();
  }

  /** Sends the job until its result is known. A stop may leave it unknown. */
  async function finish(job: Job): Promise<void> {
    // True when a request without an answer may have done the job.
    let mustSeek = isInDoubt?.(job) ?? false;
    let isRefused = false;
    let failure: unknown = null;
    for (;;) {
      while (mustWait()) await pause;
      if (state.isStopping) return;
      let isDone = false;
      const sentWith = session.token();
      try {
        const found = mustSeek && settle ? await settle(job) : 'again';
        const isSent = found === 'again' && !isRefused;
        if (isSent) await send(job);
        isDone = isSent || found === 'done';
      } catch (error) {
        // Nothing was sent, so the job is left as by a stop.
        if (error instanceof ApiError && error.kind === 'locked') return stop();
        if (!isRefused) failure = error;
        const waitsFor = waitFor(error, sentWith);
        if (waitsFor === 'offline') mustSeek = true;
        if (waitsFor) continue;
        // An earlier request may have succeeded late. Then its record causes the refusal of this one.
        if ((mustSeek || (settle && isResponseLost(error))) && !isRefused) {
          mustSeek = true;
          isRefused = true;
          continue;
        }
      }
      if (isDone) await onDone(job);
      else await onRefused(job, failure);
      state[isDone ? 'done' : 'refused'] += 1;
      return;
    }
  }

  function mustWait(): boolean {
    if (waitsForSession && !session.isSignedIn()) startPause('session', session.signedIn);
    return pause !== null && !state.isStopping;
  }

  /** Starts the wait after which the job has another chance; null if the error is a refusal. */
  function waitFor(error: unknown, sentWith: string): WriteWait | null {
    if (!(error instanceof ApiError)) return null;
    if (error.status === 429) {
      return startPause('busy', () => wait(error.retryAfterMs ?? defaultPauseMs));
    }
    if (isWithoutAnswer(error)) return canRepeat ? startPause('offline', serverReturn) : null;
    // A 401 or 403 for the old session may arrive after the next sign-in. Nothing was stored, so send it again.
    const isOld = session.token() !== sentWith && [401, 403].includes(error.status);
    const isOver = isOld || error.isAborted || !session.isSignedIn();
    return waitsForSession && isOver ? startPause('session', session.signedIn) : null;
  }

  function startPause(wait: WriteWait, end: () => Promise<void>): WriteWait {
    if (pause || state.isStopping) return wait;
    const since = Date.now();
    const stopped = new Promise<void>((resolve) => {
      endPause = resolve;
    });
    state.wait = wait;
    pause = Promise.race([end(), stopped]).then(() => {
      pause = null;
      state.wait = null;
      state.startedAt += Date.now() - since;
    });
    return wait;
  }

  return { state, run };
}

/** Returns the jobs a second and the time that the rest takes; null while that is not known. */
export function speedOf(
  { done, refused, total, startedAt, wait }: Readonly<WriteRunState>,
  now: number,
): { perSecond: number; msLeft: number } | null {
  const ended = done + refused;
  const ms = now - startedAt;
  if (wait || ended === 0 || ms <= 0) return null;
  return { perSecond: (ended * 1000) / ms, msLeft: ((total - ended) * ms) / ended };
}

function serverReturn(): Promise<void> {
  connection.lost();
  return new Promise((resolve) => {
    const forget = connection.onReturn(() => {
      forget();
      resolve();
    });
  });
}
