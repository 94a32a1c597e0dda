/**
 * The time until writes are locked again. Two clocks measure it, and the larger step counts: the wall clock also runs
 * while the machine sleeps, but people can set it; the steady clock cannot be set, but may stop during sleep.
 */
export interface WriteFuse {
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

export const fuseMs = 600_000;

export function lightFuse(at: Clocks): WriteFuse {
  return { leftMs: fuseMs, at };
}

/** Returns the fuse as it is now; null when no time is left. */
export function burnFuse({ leftMs, at }: WriteFuse, now: Clocks): WriteFuse | null {
  const passed = Math.max(now.wall - at.wall, now.steady - at.steady, 0);
  return passed < leftMs ? { leftMs: leftMs - passed, at: now } : null;
}

/** Prints the rest as minutes and seconds: `6:24`. */
export function fuseText(leftMs: number): string {
  const seconds = Math.ceil(leftMs / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
