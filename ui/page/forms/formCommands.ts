import type { Command } from '../commands';
import * as toasts from '../toasts';

/** Saves the form of a panel. `at`: an element of the panel. */
export const saveCommand = (at: () => Element | null, isSaving: boolean, run: () => void): Command => ({
  id: 'save',
  title: 'Save',
  group: 'panel',
  keys: 'Mod+S',
  isHeardInInputs: true,
  at,
  run: () => (isSaving ? void toasts.info('Still saving.') : run()),
});

interface Neighbours {
  /** The name of one list item, such as `record`. */
  noun: string;
  /** Null at the ends of the list. */
  previous: string | null;
  next: string | null;
  at: () => Element | null;
  onOpen: (id: string) => void;
}

/** The commands of a panel that show the item above or below in the list that opened it. */
export function neighbourCommands({ noun, previous, next, at, onOpen }: Neighbours): Command[] {
  const command = (way: 'previous' | 'next', keys: string, id: string | null): Command => ({
    id: `${way}-${noun}`,
    title: `${way === 'next' ? 'Next' : 'Previous'} ${noun}`,
    group: 'panel',
    keys,
    isHeardInInputs: true,
    repeats: true,
    at,
    run: () => id !== null && onOpen(id),
  });
  return [command('previous', 'Alt+ArrowUp', previous), command('next', 'Alt+ArrowDown', next)];
}
