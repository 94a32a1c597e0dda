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
