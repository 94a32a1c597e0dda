import { matchText } from '../../platform/ranking';
import type { Command } from '../../state/commands';
import { closeKey, type FixedKey, fixedKeys } from './fixedKeys';

export interface ShortcutGroup {
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
    search.trim() === '' || [title, ...keys].some((text) => matchText(text, search) !== null);
  return groups
    .map(({ name, keys }) => ({ name, keys: keys.filter(matches) }))
    .filter(({ keys }) => keys.length > 0);
}
