/**
 * A question in the state of a store that waits for the user's answer. A newer question cancels the older
 * one.
 */
interface PendingQuestion<Asked, Answer> {
  /** Resolves with the answer; null when the question was cancelled. */
  ask(asked: Asked): Promise<Answer | null>;
  answer(value: Answer): void;
  cancel(): void;
}

/** `show` puts the question into the state; null removes it. */
export function createPendingQuestion<Asked, Answer>(
  show: (asked: Asked | null) => void,
): PendingQuestion<Asked, Answer> {
  let resolve: ((value: Answer | null) => void) | null = null;

  function settle(value: Answer | null): void {
    show(null);
    resolve?.(value);
    resolve = null;
  }

  return {
    ask(asked) {
      settle(null);
      show(asked);
      return new Promise((done) => {
        resolve = done;
      });
    },
    answer: settle,
    cancel: () => settle(null),
  };
}
