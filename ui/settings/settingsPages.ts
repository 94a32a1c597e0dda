/**
 * The pages of the settings, in the order of their links. The routes repeat the names, because the sign-in loads them
 * without this list; a test compares both.
 */
export const settingsPages = [
  { path: '/settings', name: 'Application settings', group: 'System' },
  { path: '/settings/mail', name: 'Mail settings', group: 'System' },
  { path: '/settings/storage', name: 'Files storage', group: 'System' },
  { path: '/settings/backups', name: 'Backups', group: 'System' },
  { path: '/settings/rules', name: 'API rules', group: 'Access' },
  { path: '/settings/findings', name: 'Findings', group: 'Access' },
  { path: '/settings/export-collections', name: 'Export collections', group: 'Sync' },
  { path: '/settings/import-collections', name: 'Import collections', group: 'Sync' },
  { path: '/settings/auth-providers', name: 'Auth providers', group: 'Authentication' },
  { path: '/settings/tokens', name: 'Token options', group: 'Authentication' },
  { path: '/settings/admins', name: 'Admins', group: 'Authentication' },
] as const;

export type SettingsPath = (typeof settingsPages)[number]['path'];
