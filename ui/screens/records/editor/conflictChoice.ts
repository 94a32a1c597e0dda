import { ref } from 'valtio/vanilla';
import type { Choices, Conflict } from './recordMerge';

/** The question which of two versions is taken; it stands in the state of an editor until it is answered. */
export function createConflictChoice(state: { conflicts: readonly Conflict[] | null }) {
  let answer: ((choices: Choices | null) => void) | null = null;

  function settle(choices: Choices | null): void {
    state.conflicts = null;
    answer?.(choices);
    answer = null;
  }

  return {
    /** Null: the person gave up. */
    ask(conflicts: readonly Conflict[]): Promise<Choices | null> {
      state.conflicts = ref([...conflicts]);
      return new Promise((resolve) => {
        answer = resolve;
      });
    },
    resolve: (choices: Choices) => settle(choices),
    cancel: () => settle(null),
  };
}

export type ConflictChoice = ReturnType<typeof createConflictChoice>;
