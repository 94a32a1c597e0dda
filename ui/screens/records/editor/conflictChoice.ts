import { ref } from 'valtio/vanilla';
import { createPendingQuestion } from '../../../state/pendingQuestion';
import type { Choices, Conflict } from './recordMerge';

/** The question which of two versions is taken; it stands in the state of an editor until it is answered. */
export function createConflictChoice(state: { conflicts: readonly Conflict[] | null }) {
  return createPendingQuestion<readonly Conflict[], Choices>((conflicts) => {
    state.conflicts = conflicts && ref([...conflicts]);
  });
}

export type ConflictChoice = ReturnType<typeof createConflictChoice>;
