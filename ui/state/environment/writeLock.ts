import { proxy } from 'valtio/vanilla';
import type { CallOptions } from '../../api/client';
import { advanceUnlock, type Clocks, startUnlock, type UnlockTimer } from '../../model/unlockTimer';
import { writeText } from '../../platform/storage';
import * as environment from './environment';

/**
 * The write lock of the environment. While it is locked, the client sends nothing that may change data. A person
 * unlocks it for ten minutes, in this tab, until a reload.
 *
 *   if (!(await writeLock.ask({ what: 'delete 3 records', verb: 'delete' }))) return;
 *
 * An act asks before it reads what it is about to change. Calls of other acts wait in the client (`permit`).
 */
export const state = proxy<{ leftMs: number; runs: number; question: WriteAct | null }>({
  leftMs: 0,
  /** Runs that began while writes were open. */
  runs: 0,
  question: null,
});

/** An act that a person begins: "You are about to [what] at [host]." and "Unlock and [verb]". */
export interface WriteAct {
  readonly what: string;
  readonly verb: string;
}

/** Lets the calls of one run pass until its end. */
export interface WriteLease {
  end(): void;
}

const tickMs = 1000;

let unlocked: UnlockTimer | null = null;
let timer: ReturnType<typeof setInterval> | undefined;
/** The acts and calls that wait for the answer to the question. */
let waiting: ((isUnlocked: boolean) => void)[] = [];
const leases = new Set<object>();

const clocks = (): Clocks => ({ wall: Date.now(), steady: performance.now() });

/** Compares the clocks, because timers stop while the machine sleeps. */
export function isLocked(): boolean {
  if (unlocked) show(advanceUnlock(unlocked, clocks()));
  return environment.state.current?.locks === true && unlocked === null;
}

function show(next: UnlockTimer | null): void {
  if (!next) clearInterval(timer);
  unlocked = next;
  environment.showOpen(next !== null);
  state.leftMs = next?.leftMs ?? 0;
}

/** Opens writes for ten minutes, and lets what waits go on. */
export function unlock(): void {
  clearInterval(timer);
  timer = setInterval(isLocked, tickMs);
  show(startUnlock(clocks()));
  settle(true);
}

/** Locks this tab and the others. Calls and runs under way end. */
export function lock(): void {
  show(null);
  writeText(lockKey(), String(Date.now()));
}

/** Locks this tab when its session is left. */
export function lockHere(): void {
  show(null);
  settle(false);
}

const lockKey = () => `${environment.storageKey()}@locked`;

export function rereadFromOtherTab(changed: string | null): void {
  if (changed === lockKey()) show(null);
  // Another tab may have removed the environment, and with it the question. Nobody has answered it, so refuse what
  // waits.
  if (!environment.state.current?.locks) settle(false);
}

/** True if writes are open, or for a part of a run. Asks otherwise; many acts at once share one question. */
export function ask(act: WriteAct, within?: WriteLease): Promise<boolean> {
  if (passes(within)) return Promise.resolve(true);
  state.question ??= act;
  return new Promise((resolve) => waiting.push(resolve));
}

/** Refuses what waits. */
export function stayLocked(): void {
  settle(false);
}

function settle(isUnlocked: boolean): void {
  state.question = null;
  const answered = waiting;
  waiting = [];
  for (const resolve of answered) resolve(isUnlocked);
}

/** True if the client may send this call. */
export function permit(
  method: string,
  { isBackground, lease }: Pick<CallOptions, 'isBackground' | 'lease'>,
): boolean | Promise<boolean> {
  if (passes(lease)) return true;
  // Nobody waits for it, so nobody is asked.
  if (isBackground) return false;
  const isDelete = method === 'DELETE';
  return ask(isDelete ? { what: 'delete data', verb: 'delete' } : { what: 'write data', verb: 'continue' });
}

/** True if writes are open, or if the call belongs to a run that began while they were. */
const passes = (lease?: object): boolean => !isLocked() || (lease !== undefined && leases.has(lease));

/**
 * Begins a run of many calls. If writes are open now, all its calls pass, even after the ten minutes. `within` is the
 * outer run, whose permission it shares.
 */
export function beginRun(within?: WriteLease): WriteLease {
  const lease: WriteLease = {
    end() {
      if (leases.delete(lease)) state.runs = leases.size;
    },
  };
  if (passes(within)) leases.add(lease);
  state.runs = leases.size;
  return lease;
}

/** Does work of several calls as one run, so that the lock never cuts it in the middle. */
export async function asOneRun<T>(work: (lease: WriteLease) => Promise<T>, within?: WriteLease): Promise<T> {
  const lease = beginRun(within);
  try {
    return await work(lease);
  } finally {
    lease.end();
  }
}
