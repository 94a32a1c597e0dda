/**
 * Runs every `everyMs` while the tab is visible, first after one interval; never in a hidden tab. Runs at
 * once when the tab becomes visible again, because the data is old by then. Returns a function that stops it.
 */
export function whileVisible(everyMs: number, run: () => void): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;

  const start = () => {
    clearInterval(timer);
    if (document.visibilityState === 'visible') timer = setInterval(run, everyMs);
  };
  const handleVisibility = () => {
    start();
    // Last, because run may stop everything.
    if (document.visibilityState === 'visible') run();
  };

  start();
  document.addEventListener('visibilitychange', handleVisibility);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', handleVisibility);
  };
}

/** Runs once, with the latest arguments, when no call has come for `waitMs`. */
export function debounce<A extends unknown[]>(
  run: (...args: A) => void,
  waitMs: number,
): { (...args: A): void; cancel(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;

  const debounced = (...args: A) => {
    clearTimeout(timer);
    timer = setTimeout(run, waitMs, ...args);
  };
  debounced.cancel = () => clearTimeout(timer);
  return debounced;
}

export function wait(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}
