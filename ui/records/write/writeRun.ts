import { proxy } from 'valtio/vanilla';
import { ApiError, isResponseLost, isWithoutAnswer } from '../../backend/ApiError';
import { wait } from '../../base/timers';
import * as connection from '../../page/session/connection';
import * as session from '../../page/session/session';
import { asOneRun } from '../../page/session/writeLock';

/**
 * Sends many writes, a few at a time. Writes under way still end after a stop. `writeMany.ts` uses it for records;
 * here a job can be anything. Guarantees: each job ends in `onDone` or `onRefused`, unless a stop or crash
 * interrupts it. A write without a response is never sent again before `settle` has looked for it. While the run
 * waits, it starts no other write. A write lock that is open at the start of a run stays open; if it refuses a
 * write, the run stops.
 */
export interface WriteRun<Job> {
  state: WriteRunState;
  /**
   * Resolves when no call is under way. Rejects with an error of the jobs, `onDone` or `onRefused`, which also
   * stops the run. `signal` may be aborted from the start.
   */
  run(jobs: Iterable<Job> | AsyncIterable<Job>, total: number, call: { signal: AbortSignal }): Promise<void>;
}

export interface WriteRunState {
  isRunning: boolean;
  isStopping: boolean;
  wait: WriteWait | null;
  done: number;
  refused: number;
  total: number;
  /** In milliseconds since 1970. A wait moves it by its length, so that the wait does not count. */
  startedAt: number;
}

/** The reason why a row is refused before it is sent. */
export class RowRefusal extends ApiError {
  constructor(message: string) {
    super({ kind: 'refused', url: '', status: 0, message });
  }
}

/** The server cannot be reached, nobody is signed in, or the server asks for a pause. */
export type WriteWait = 'offline' | 'session' | 'busy';

export interface WriteRunOptions<Job, End> {
  /** Called at the start of a run. */
  atATime(): number;
  send(job: Job): Promise<End>;
  /**
   * Looks for a write without a response. Null if it has not arrived, or if `send` looks itself. Without `settle`,
   * a lost response is a refusal.
   */
  settle?(job: Job): Promise<End | null>;
  /** True if an earlier run may have sent the job, so that it is looked for first. */
  isInDoubt?(job: Job): boolean;
  /** Returns false if nothing was sent, so that the job does not count as done. */
  onDone(job: Job, end: End): unknown;
  /** `error` is that of the last write. `isSure` is false if the write may have arrived. */
  onRefused(job: Job, error: unknown, isSure: boolean): unknown;
  /** True if the run waits for the next sign-in. Otherwise the end of the session is a refusal. */
  waitsForSession?: boolean;
}

/** In milliseconds, for a 429 without a time. */
const defaultPauseMs = 5000;

export function createWriteRun<Job, End = void>({
  atATime,
  send,
  settle,
  isInDoubt,
  onDone,
  onRefused,
  waitsForSession = false,
}: WriteRunOptions<Job, End>): WriteRun<Job> {
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
    { signal }: { signal: AbortSignal },
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
          // A plain list needs no await: its first writes are under way before the caller can stop the run.
          const { done, value } = step instanceof Promise ? await step : step;
          if (done) return;
          await finish(value);
        }
      } catch (error) {
        stop();
        throw error;
      }
    };
    const ends = await Promise.allSettled(Array.from({ length: atATime() }, worker));
    await iterator.return?.();
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  function stop(): void {
    state.isStopping = true;
    endPause();
  }

  /** Sends the job until its result is known. After a stop, it may stay unknown. */
  async function finish(job: Job): Promise<void> {
    // True if a request without a response may have done the job.
    let mustSeek = isInDoubt?.(job) ?? false;
    let isSure = !mustSeek;
    let refusal: { error: unknown } | null = null;
    for (;;) {
      while (mustWait()) await pause;
      if (state.isStopping) return;
      let done: { end: End } | null = null;
      let isSent = false;
      const sentWith = session.token();
      try {
        const found = mustSeek && settle ? await settle(job) : null;
        if (settle && found === null) isSure = true;
        isSent = found === null && refusal === null;
        if (isSent) done = { end: await send(job) };
        else if (found !== null) done = { end: found };
      } catch (error) {
        // Nothing was sent, so the job has no end, as after a stop.
        if (error instanceof ApiError && error.kind === 'locked') return stop();
        if (isSent) isSure = !isResponseLost(error);
        mustSeek ||= isResponseLost(error);
        if (waitFor(error, sentWith)) continue;
        const isFirst = refusal === null;
        refusal ??= { error };
        // An earlier request may have arrived late, and its record is the reason of this refusal.
        if (isFirst && mustSeek && settle) continue;
      }
      const counts = done
        ? await onDone(job, done.end)
        : await onRefused(job, refusal?.error ?? null, isSure);
      if (!done) state.refused += 1;
      else if (counts !== false) state.done += 1;
      return;
    }
  }

  function mustWait(): boolean {
    if (waitsForSession && !session.isSignedIn()) startPause('session', session.signedIn);
    return pause !== null && !state.isStopping;
  }

  /** Starts the wait before the next try of the job. Null if the error is a refusal. */
  function waitFor(error: unknown, sentWith: string): WriteWait | null {
    if (!(error instanceof ApiError)) return null;
    if (error.status === 429) {
      return startPause('busy', () => wait(error.retryAfterMs ?? defaultPauseMs));
    }
    if (isWithoutAnswer(error)) return settle ? startPause('offline', serverReturn) : null;
    // A 401 or 403 for the old session may come after the next sign-in. Nothing was stored, so the job is sent
    // again.
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

/** Returns the jobs per second and the remaining time; null until they are known. */
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
