import { proxy } from 'valtio/vanilla';
import { readText, remove, writeText } from '../base/storage';

export const names = { system: 'System theme', light: 'Light theme', dark: 'Dark theme' } as const;

type ThemeChoice = keyof typeof names;

/** Also read by theme.js, which sets the theme before the first paint. */
const key = 'lowlineTheme';

export const state = proxy<{ choice: ThemeChoice }>({ choice: readChoice() });

function readChoice(): ThemeChoice {
  const stored = readText(key);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

export function choose(choice: ThemeChoice): void {
  if (choice === 'system') remove(key);
  else writeText(key, choice);
  apply(choice);
}

export function rereadFromOtherTab(changed: string | null): void {
  if (changed === null || changed === key) apply(readChoice());
}

function apply(choice: ThemeChoice): void {
  state.choice = choice;
  // Without the attribute the CSS follows the system theme.
  if (choice === 'system') document.documentElement.removeAttribute('data-theme');
  else document.documentElement.setAttribute('data-theme', choice);
}
