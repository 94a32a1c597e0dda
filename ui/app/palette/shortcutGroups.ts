import { isMatch } from '../../base/ranking';
import type { Command } from '../../page/commands';

interface ShortcutGroup {
  readonly name: string;
  readonly keys: readonly FixedKey[];
}

/** Returns all shortcuts, those of the page first; with a search only those whose words match it. */
export function shortcutGroups(commands: readonly Command[], search: string): ShortcutGroup[] {
  const keysOf = (isWanted: (command: Command) => boolean): FixedKey[] =>
    commands.flatMap((command) =>
      command.keys && isWanted(command) ? [{ title: command.title, keys: [command.keys] }] : [],
    );
  const groups: ShortcutGroup[] = [
    { name: 'This page', keys: keysOf(({ group }) => group !== 'everywhere') },
    { name: 'Everywhere', keys: [...keysOf(({ group }) => group === 'everywhere'), closeKey] },
    ...fixedKeys,
  ];
  const matches = ({ title, keys }: FixedKey) =>
    search.trim() === '' || [title, ...keys].some((text) => isMatch(text, search));
  return groups
    .map(({ name, keys }) => ({ name, keys: keys.filter(matches) }))
    .filter(({ keys }) => keys.length > 0);
}

/** Keys that belong to one control, which handles them itself, without the registry of commands. */
interface FixedKey {
  readonly title: string;
  /** Any of them works; arrows belong together. */
  readonly keys: readonly string[];
}

const fixedKeys: readonly { readonly name: string; readonly keys: readonly FixedKey[] }[] = [
  {
    name: 'Table: move',
    keys: [
      { title: 'Cell by cell', keys: ['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown'] },
      { title: 'First or last column', keys: ['Home', 'End'] },
      { title: 'First or last record', keys: ['Mod+Home', 'Mod+End'] },
      { title: 'Page of records', keys: ['PageUp', 'PageDown'] },
      { title: 'Select a block of cells', keys: ['Shift+ArrowRight', 'Shift+ArrowDown'] },
      { title: 'Select all cells', keys: ['Mod+A'] },
      { title: 'Clear selection, close the quick look', keys: ['Escape'] },
      { title: 'Leave the table', keys: ['Tab', 'Shift+Tab'] },
    ],
  },
  {
    name: 'Table: look and open',
    keys: [
      { title: 'Quick look', keys: ['Space'] },
      { title: 'Open the record', keys: ['Mod+Enter'] },
      { title: 'Select the record', keys: ['Shift+Space'] },
      { title: 'Menu of the cell', keys: ['Shift+F10'] },
      { title: 'Menu of the column, on its head', keys: ['Alt+ArrowDown'] },
    ],
  },
  {
    name: 'Table: edit',
    keys: [
      { title: 'Edit the cell', keys: ['Enter', 'F2'] },
      { title: 'Replace the value', keys: ['Letter', 'Digit'] },
      { title: 'Clear the cell', keys: ['Delete', 'Backspace'] },
      { title: 'Copy', keys: ['Mod+C'] },
      { title: 'Cut', keys: ['Mod+X'] },
      { title: 'Paste', keys: ['Mod+V'] },
      { title: 'Undo a change', keys: ['Mod+Z'] },
      { title: 'Redo a change', keys: ['Mod+Shift+Z', 'Mod+Y'] },
    ],
  },
  {
    name: 'In a cell',
    keys: [
      { title: 'Save, move down', keys: ['Enter'] },
      { title: 'Save, move right', keys: ['Tab'] },
      { title: 'Save, move left', keys: ['Shift+Tab'] },
      { title: 'Discard the value', keys: ['Escape'] },
    ],
  },
];

/** The overlays handle it, the topmost first. */
const closeKey: FixedKey = { title: 'Close the topmost panel or popup', keys: ['Escape'] };
