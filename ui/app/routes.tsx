// Routes of a group share a `Frame`, which stays mounted between them. So the sidebar of the settings keeps its focus
// and scroll position.

import { type ComponentType, type ReactNode, useEffect } from 'react';
import { navigate, type Query } from '../base/hash';
import { lazyScreen } from '../kit/lazy/lazyScreen';
import type { SettingsPath } from '../settings/settingsPages';
import type { Access } from './routeAccess';
// In the start chunk, because it is small and often the first page.
import { SignInPage } from './sign-in/SignInPage';

export interface ScreenProps {
  /** The decoded query after the path. */
  query: Query;
  params: Readonly<Record<string, string | undefined>>;
}

export interface ShellRoute {
  path: string;
  access: Access;
  hasSidebar: boolean;
  /** The page's part of the document title; a screen may set a more specific one. */
  pageName: string;
  Screen: ComponentType<ScreenProps>;
  /** Loads the screen's chunk before the first render; missing if the screen has no chunk of its own. */
  preload?: () => void;
  /** Routes with the same group share the frame around their screens. */
  group?: RouteGroup;
}

interface RouteGroup {
  name: string;
  /** Stays mounted when the user goes to another route of the group. */
  Frame: ComponentType<{ path: string; children: ReactNode }>;
}

/** Returns a screen with its own chunk. The module is imported only once. */
function screen(load: () => Promise<ComponentType<ScreenProps>>) {
  // The render reports a failure.
  return { Screen: lazyScreen(load), preload: () => void load().catch(() => {}) };
}

export const SignedInShell = lazyScreen(async () => (await import('./entries/table')).SignedInShell);

const settings: RouteGroup = {
  name: 'settings',
  Frame: lazyScreen(async () => (await import('./entries/settings')).SettingsFrame),
};

export const routes: readonly ShellRoute[] = [
  {
    path: '/',
    access: 'start',
    hasSidebar: false,
    pageName: 'Installer',
    ...screen(async () => (await import('./entries/guests')).InstallerPage),
  },
  {
    path: '/login',
    access: 'guest',
    hasSidebar: false,
    pageName: 'Admin sign in',
    Screen: SignInPage,
  },
  {
    path: '/request-password-reset',
    access: 'guest',
    hasSidebar: false,
    pageName: 'Forgotten password',
    ...screen(async () => (await import('./entries/guests')).ForgottenPasswordPage),
  },
  {
    path: '/confirm-password-reset/:token',
    access: 'guest',
    hasSidebar: false,
    pageName: 'New password',
    ...screen(async () => (await import('./entries/guests')).NewPasswordPage),
  },
  ...['/pbinstall/:token', '/pbinstal/:token', '/pbinstall'].map((path) => ({
    path,
    access: 'anyone' as const,
    hasSidebar: false,
    pageName: 'Installer',
    ...screen(async () => (await import('./entries/guests')).InstallerLinkPage),
  })),
  {
    path: '/overview',
    access: 'admin',
    hasSidebar: true,
    pageName: 'Overview',
    ...screen(async () => (await import('./entries/overview')).OverviewPage),
  },
  {
    path: '/collections',
    access: 'admin',
    hasSidebar: true,
    pageName: 'Collections',
    ...screen(async () => (await import('./entries/table')).RecordsPage),
  },
  {
    path: '/collections/import',
    access: 'admin',
    hasSidebar: true,
    pageName: 'Import records',
    ...screen(async () => (await import('./entries/transfer')).RecordImportPage),
  },
  {
    path: '/collections/from-file',
    access: 'admin',
    hasSidebar: true,
    pageName: 'New collection from a file',
    ...screen(async () => (await import('./entries/transfer')).FileCollectionPage),
  },
  {
    path: '/history',
    access: 'admin',
    hasSidebar: true,
    pageName: 'History',
    ...screen(async () => (await import('./entries/desk')).HistoryPage),
  },
  // The address of the history in older versions.
  { path: '/bin', access: 'admin', hasSidebar: true, pageName: 'History', Screen: ToHistory },
  {
    path: '/backup',
    access: 'admin',
    hasSidebar: true,
    pageName: 'Backup',
    ...screen(async () => (await import('./entries/transfer')).BackupPage),
  },
  {
    path: '/logs',
    access: 'admin',
    hasSidebar: true,
    pageName: 'Logs',
    ...screen(async () => (await import('./entries/logs')).LogsPage),
  },
  settingsRoute('/settings', 'Application settings', async () => {
    return (await import('./entries/settings')).ApplicationPage;
  }),
  settingsRoute('/settings/mail', 'Mail settings', async () => {
    return (await import('./entries/settings')).MailPage;
  }),
  settingsRoute('/settings/storage', 'Files storage', async () => {
    return (await import('./entries/settings')).StoragePage;
  }),
  settingsRoute('/settings/backups', 'Backups', async () => {
    return (await import('./entries/settings')).BackupsPage;
  }),
  settingsRoute('/settings/rules', 'API rules', async () => {
    return (await import('./entries/rules')).ApiRulesPage;
  }),
  settingsRoute('/settings/findings', 'Findings', async () => {
    return (await import('./entries/rules')).FindingsPage;
  }),
  settingsRoute('/settings/export-collections', 'Export collections', async () => {
    return (await import('./entries/settings')).ExportPage;
  }),
  settingsRoute('/settings/import-collections', 'Import collections', async () => {
    return (await import('./entries/settings')).CollectionImportPage;
  }),
  settingsRoute('/settings/auth-providers', 'Auth providers', async () => {
    return (await import('./entries/settings')).ProvidersPage;
  }),
  settingsRoute('/settings/tokens', 'Token options', async () => {
    return (await import('./entries/settings')).TokensPage;
  }),
  settingsRoute('/settings/admins', 'Admins', async () => {
    return (await import('./entries/settings')).AdminsPage;
  }),
  ...confirmationRoutes(
    'confirm-password-reset',
    'Password reset',
    async () => (await import('./entries/guests')).PasswordResetPage,
  ),
  ...confirmationRoutes(
    'confirm-verification',
    'Email verification',
    async () => (await import('./entries/guests')).VerificationPage,
  ),
  ...confirmationRoutes(
    'confirm-email-change',
    'Email change',
    async () => (await import('./entries/guests')).EmailChangePage,
  ),
  oauth2Route('/auth/oauth2-redirect-success', true),
  oauth2Route('/auth/oauth2-redirect-failure', false),
];

function ToHistory({ query }: ScreenProps) {
  useEffect(() => navigate('/history', query, { replace: true }), [query]);
  return null;
}

function settingsRoute(
  path: SettingsPath,
  pageName: string,
  load: () => Promise<ComponentType<ScreenProps>>,
): ShellRoute {
  return { path, access: 'admin', hasSidebar: true, pageName, group: settings, ...screen(load) };
}

/** Links in mails start with `/auth/`; in mails of old servers with `/users/`. */
function confirmationRoutes(
  act: string,
  pageName: string,
  load: () => Promise<ComponentType<ScreenProps>>,
): ShellRoute[] {
  const page = screen(load);
  return ['auth', 'users'].map((start) => ({
    path: `/${start}/${act}/:token`,
    access: 'anyone',
    hasSidebar: false,
    pageName,
    ...page,
  }));
}

function oauth2Route(path: string, hasSucceeded: boolean): ShellRoute {
  const page = screen(async () => {
    const { OAuth2ResultPage } = await import('./entries/guests');
    return () => <OAuth2ResultPage hasSucceeded={hasSucceeded} />;
  });
  return { path, access: 'anyone', hasSidebar: false, pageName: 'Auth', ...page };
}
