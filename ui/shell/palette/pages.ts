import type { PalettePage } from './paletteItems';

/** The pages that the palette offers. A test compares them with the routes. */
export const pages: readonly PalettePage[] = [
  { path: '/collections', name: 'Collections' },
  { path: '/bin', name: 'Bin' },
  { path: '/logs', name: 'Logs' },
  { path: '/settings', name: 'Application settings' },
  { path: '/settings/mail', name: 'Mail settings' },
  { path: '/settings/storage', name: 'Files storage' },
  { path: '/settings/backups', name: 'Backups' },
  { path: '/settings/rules', name: 'API rules' },
  { path: '/settings/findings', name: 'Findings' },
  { path: '/settings/export-collections', name: 'Export collections' },
  { path: '/settings/import-collections', name: 'Import collections' },
  { path: '/settings/auth-providers', name: 'Auth providers' },
  { path: '/settings/tokens', name: 'Token options' },
  { path: '/settings/admins', name: 'Admins' },
];

/** The settings may hide these, as they hide their links. */
export const syncPaths: ReadonlySet<string> = new Set([
  '/settings/export-collections',
  '/settings/import-collections',
]);
