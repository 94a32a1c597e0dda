const budgetMs = 8;

/**
 * Does long work in slices of about `budgetMs`, between which the browser can draw and hear keys: there are no
 * workers. The work yields after each of its steps, which must be short.
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
