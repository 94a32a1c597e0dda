import type { LucideIcon } from 'lucide-react';

// A command, its keys and its icon are one object, so the palette, the menus and buttons of its screen, the list of
// shortcuts and the listener cannot disagree. One listener on `window` handles the keys after every control; a
// control that handles a key prevents its default. Keys that one control alone knows, such as the arrows of a table,
// stay in it. The registry is only a set, because the first view loads it; the listener and the palette come later.

/**
 * The commands that a person can give now, for the keys, the palette and the list of shortcuts. A screen registers them
 * while it is mounted:
 *
 *   useEffect(() => register({ id: 'refresh', title: 'Refresh', group: 'page', run: refresh }));
 */
export interface Command {
  readonly id: string;
  readonly title: string;
  readonly icon?: LucideIcon;
  /** Its name in a menu or on a button, where the page already names what it acts on. */
  readonly label?: string;
  /** Whether the command, which is a switch, is on; absent for others. */
  readonly isOn?: boolean;
  /**
   * The place where its keys work: everywhere, on the page but not below a panel or popup, or in the panel that holds
   * `at`.
   */
  readonly group: 'everywhere' | 'page' | 'panel';
  /** As in `Mod+K`; see `base/keys.ts`. */
  readonly keys?: string;
  /** True if the keys work while the person types. */
  readonly isHeardInInputs?: boolean;
  /** True if it runs again while the keys are held down. */
  readonly repeats?: boolean;
  /** An element of the panel. */
  readonly at?: () => Element | null;
  readonly isAvailable?: () => boolean;
  /** Why it cannot run now; then it is listed but does nothing. */
  readonly reason?: string | undefined;
  /** It changes data of the server. */
  readonly writes?: boolean | undefined;
  readonly run: () => void;
}

const commands = new Set<Command>();

/** Returns a function that removes them. */
export function register(...given: readonly Command[]): () => void {
  for (const command of given) commands.add(command);
  return () => {
    for (const command of given) commands.delete(command);
  };
}

/** Returns the registered commands, the newest last. */
export const all = (): readonly Command[] => [...commands];
