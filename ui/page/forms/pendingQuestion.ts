/** `show` puts the question into the state; null removes it. */
export function createPendingQuestion<Asked, Answer>(show: (asked: Asked | null) => void) {
  let resolve: ((value: Answer | null) => void) | null = null;

  function settle(value: Answer | null): void {
    show(null);
    resolve?.(value);
    resolve = null;
  }

  return {
    /** Resolves with the answer; null when the question was cancelled. */
    ask(asked: Asked): Promise<Answer | null> {
      settle(null);
      show(asked);
      return new Promise((done) => {
        resolve = done;
      });
    },
    answer: settle,
    cancel: (): void => settle(null),
  };
}
