const budgetMs = 8;

/**
 * Does long work in slices of about `budgetMs`, so that the browser can render and handle keys in between. It
 * replaces workers, which this page does not use. The work yields after each step; steps must be short.
 */
export async function inSlices<T>(work: Iterator<unknown, T>): Promise<T> {
  for (;;) {
    const end = performance.now() + budgetMs;
    do {
      const step = work.next();
      if (step.done) return step.value;
    } while (performance.now() < end);
    await new Promise((done) => setTimeout(done));
  }
}

/**
 * The same for work that waits for reads: call the result after each short step. It returns a promise when the
 * slice is used up.
 */
export function createPauses(): () => Promise<void> | null {
  let end = performance.now() + budgetMs;
  return () => {
    if (performance.now() < end) return null;
    return new Promise((done) => {
      setTimeout(() => {
        end = performance.now() + budgetMs;
        done();
      });
    });
  };
}
