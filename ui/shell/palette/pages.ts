import { settingsPages } from '../../model/settingsPages';
import type { PalettePage } from './paletteItems';

/** The pages that the palette offers. A test compares them with the routes. */
export const pages: readonly PalettePage[] = [
  { path: '/collections', name: 'Collections' },
  { path: '/bin', name: 'Bin' },
  { path: '/logs', name: 'Logs' },
  ...settingsPages,
];

/** The settings may hide these, as they hide their links. */
export const syncPaths: ReadonlySet<string> = new Set(
  settingsPages.filter(({ group }) => group === 'Sync').map(({ path }) => path),
);
