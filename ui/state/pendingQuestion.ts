/**
 * A question that stands in the state of a store until a person has answered it. A newer one counts as giving up
 * the one before.
 */
export interface PendingQuestion<Asked, Answer> {
  /** Null: the person gave up. */
  ask(asked: Asked): Promise<Answer | null>;
  answer(value: Answer): void;
  cancel(): void;
}

/** `show` puts the question into the state; null takes it away. */
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
