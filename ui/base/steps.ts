/**
 * Steps that can be taken back and repeated. The parts of a step are taken back and repeated together.
 *
 *   const steps = createSteps<Change>();
 *   steps.add([change]);
 *   steps.back();   // the parts to take back
 *   steps.forth();  // the parts to repeat
 */
export type Steps<Part> = ReturnType<typeof createSteps<Part>>;

export function createSteps<Part>() {
  let done: (readonly Part[])[] = [];
  let undone: (readonly Part[])[] = [];

  function move(from: (readonly Part[])[], to: (readonly Part[])[]): readonly Part[] | null {
    const parts = from.pop();
    if (!parts) return null;
    to.push(parts);
    return parts;
  }

  return {
    /** Adds a step; the steps that were taken back are forgotten. */
    add(parts: readonly Part[]): void {
      done.push(parts);
      undone = [];
    },
    /** Returns the parts to take back; null if there is no step. */
    back: () => move(done, undone),
    forth: () => move(undone, done),
    /** Forgets these parts of all steps, and the steps that become empty. */
    forget(isGone: (part: Part) => boolean): void {
      const without = (all: readonly (readonly Part[])[]) =>
        all.map((parts) => parts.filter((part) => !isGone(part))).filter((parts) => parts.length > 0);
      done = without(done);
      undone = without(undone);
    },
  };
}
