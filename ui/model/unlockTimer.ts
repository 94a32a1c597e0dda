/**
 * The time until writes are locked again. Two clocks measure it, and the larger step counts: the wall clock also runs
 * while the machine sleeps, but people can set it; the steady clock cannot be set, but may stop during sleep.
 */
export interface UnlockTimer {
  readonly leftMs: number;
  readonly at: Clocks;
}

/** In milliseconds. */
export interface Clocks {
  /** Since 1970. */
  readonly wall: number;
  /** Since the start of the page. */
  readonly steady: number;
}

export const unlockedMs = 600_000;

export function startUnlock(at: Clocks): UnlockTimer {
  return { leftMs: unlockedMs, at };
}

/** Returns the timer as it is now; null when no time is left. */
export function advanceUnlock({ leftMs, at }: UnlockTimer, now: Clocks): UnlockTimer | null {
  const passed = Math.max(now.wall - at.wall, now.steady - at.steady, 0);
  return passed < leftMs ? { leftMs: leftMs - passed, at: now } : null;
}

/** Prints the rest as minutes and seconds: `6:24`. */
export function remainingText(leftMs: number): string {
  const seconds = Math.ceil(leftMs / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
