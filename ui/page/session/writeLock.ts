// The lock is in the client, so a call that is added later is refused until `harmlessPosts` names it. It guards
// against mistakes in this browser; it is no permission. An act that asks its own questions asks the lock once more
// after them, because they may outlast the ten minutes. An act of several calls is a run (`asOneRun`), which the lock
// never cuts.

import { proxy } from 'valtio/vanilla';
import type { CallOptions } from '../../backend/client';
import { writeText } from '../../base/storage';
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

export const unlockedMs = 600_000;
const tickMs = 1000;

/** In milliseconds since 1970; 0 while writes are locked. */
let locksAt = 0;
let timer: ReturnType<typeof setInterval> | undefined;
/** The acts and calls that wait for the answer to the question. */
let waiting: ((isUnlocked: boolean) => void)[] = [];

/**
 * False during a run that began in time. Looks at the clock, because timers stop while the machine sleeps. A clock that
 * was set back locks.
 */
export function isLocked(): boolean {
  const leftMs = locksAt - Date.now();
  if (locksAt > 0) show(leftMs > 0 && leftMs <= unlockedMs ? leftMs : 0);
  return environment.state.current?.locks === true && locksAt === 0 && state.runs === 0;
}

function show(leftMs: number): void {
  if (leftMs === 0) {
    clearInterval(timer);
    locksAt = 0;
  }
  environment.showOpen(leftMs > 0);
  state.leftMs = leftMs;
}

/** Opens writes for ten minutes, and lets the acts and calls that wait for it go on. */
export function unlock(): void {
  clearInterval(timer);
  timer = setInterval(isLocked, tickMs);
  locksAt = Date.now() + unlockedMs;
  show(unlockedMs);
  settle(true);
}

/** Locks this tab and the others, as soon as no run is under way. */
export function lock(): void {
  show(0);
  writeText(lockKey(), String(Date.now()));
}

/** Locks this tab when its session is left. */
export function lockHere(): void {
  show(0);
  settle(false);
}

const lockKey = () => `${environment.storageKey()}@locked`;

export function rereadFromOtherTab(changed: string | null): void {
  if (changed === lockKey()) show(0);
  // Another tab may have removed the environment, and with it the question. Nobody has answered it, so refuse the acts
  // and calls that wait.
  if (!environment.state.current?.locks) settle(false);
}

/** True, at once, if writes are open. Asks otherwise; many acts at once share one question. */
export function ask(act: WriteAct): boolean | Promise<boolean> {
  if (!isLocked()) return true;
  state.question ??= act;
  return new Promise((resolve) => waiting.push(resolve));
}

/** Keeps the lock closed and refuses the acts and calls that wait for it. */
export function stayLocked(): void {
  settle(false);
}

function settle(isUnlocked: boolean): void {
  state.question = null;
  const answered = waiting;
  waiting = [];
  for (const resolve of answered) resolve(isUnlocked);
}

export function permit(
  method: string,
  { isBackground }: Pick<CallOptions, 'isBackground'>,
): boolean | Promise<boolean> {
  if (!isLocked()) return true;
  // Nobody waits for a call in the background, so nobody is asked.
  if (isBackground) return false;
  const isDelete = method === 'DELETE';
  return ask(isDelete ? { what: 'delete data', verb: 'delete' } : { what: 'write data', verb: 'continue' });
}

/**
 * Begins a run of several calls; the returned function ends it. If writes are open now, they stay open until its end,
 * even after the ten minutes, and for other writes, too.
 */
export function hold(): () => void {
  if (isLocked()) return () => {};
  state.runs += 1;
  let isHeld = true;
  return () => {
    if (isHeld) state.runs -= 1;
    isHeld = false;
  };
}

export async function asOneRun<T>(work: () => Promise<T>): Promise<T> {
  const release = hold();
  try {
    return await work();
  } finally {
    release();
  }
}
