import type { ComponentType, ReactNode } from 'react';
import { fromChunk } from '../components/lazy/fromChunk';
import type { Query } from '../platform/hash';
// Small, and the first that is seen: it comes with the start.
import { SignInPage } from '../screens/sign-in/SignInPage';
import type { Access } from './access';

/** What every screen is given. */
export interface ScreenProps {
  /** The query behind the path, decoded. */
  query: Query;
  /** The named parts of the path, as they are written. */
  params: Readonly<Record<string, string | undefined>>;
}

export interface ShellRoute {
  path: string;
  access: Access;
  hasSidebar: boolean;
  /** The page's part of the document title; a screen may set a more telling one. */
  pageName: string;
  Screen: ComponentType<ScreenProps>;
  /** Fetches the screen's chunk ahead of its first drawing; absent where it has none. */
  preload?: () => void;
  /** The routes that share what stands around their screens. */
  group?: RouteGroup;
}

interface RouteGroup {
  name: string;
  /** Stays while one route of the group leads to another. */
  Frame: ComponentType<{ path: string; children: ReactNode }>;
}

/** A screen from a chunk of its own. Its module is imported once, however often it is asked for. */
function screen(load: () => Promise<ComponentType<ScreenProps>>) {
  // A failure is told when the screen is drawn.
  return { Screen: fromChunk(load), preload: () => void load().catch(() => {}) };
}

export const SignedInShell = fromChunk(async () => (await import('./SignedInShell')).SignedInShell);

const settings: RouteGroup = {
  name: 'settings',
  Frame: fromChunk(async () => (await import('../screens/settings/SettingsFrame')).SettingsFrame),
};

export const routes: readonly ShellRoute[] = [
  {
    path: '/',
    access: 'start',
    hasSidebar: false,
    pageName: 'Installer',
    ...screen(async () => (await import('../screens/sign-in/InstallerPage')).InstallerPage),
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
    ...screen(async () => (await import('../screens/sign-in/ForgottenPasswordPage')).ForgottenPasswordPage),
  },
  {
    path: '/confirm-password-reset/:token',
    access: 'guest',
    hasSidebar: false,
    pageName: 'New password',
    ...screen(async () => (await import('../screens/sign-in/NewPasswordPage')).NewPasswordPage),
  },
  {
    path: '/collections',
    access: 'admin',
    hasSidebar: true,
    pageName: 'Collections',
    ...screen(async () => (await import('../screens/records/RecordsPage')).RecordsPage),
  },
  {
    path: '/logs',
    access: 'admin',
    hasSidebar: true,
    pageName: 'Logs',
    ...screen(async () => (await import('../screens/logs/LogsPage')).LogsPage),
  },
  settingsRoute('/settings', 'Application settings', async () => {
    return (await import('../screens/settings/application/ApplicationPage')).ApplicationPage;
  }),
  settingsRoute('/settings/mail', 'Mail settings', async () => {
    return (await import('../screens/settings/mail/MailPage')).MailPage;
  }),
  settingsRoute('/settings/storage', 'Files storage', async () => {
    return (await import('../screens/settings/storage/StoragePage')).StoragePage;
  }),
  settingsRoute('/settings/backups', 'Backups', async () => {
    return (await import('../screens/settings/backups/BackupsPage')).BackupsPage;
  }),
  settingsRoute('/settings/export-collections', 'Export collections', async () => {
    return (await import('../screens/settings/export-collections/ExportPage')).ExportPage;
  }),
  settingsRoute('/settings/import-collections', 'Import collections', async () => {
    return (await import('../screens/settings/import-collections/ImportPage')).ImportPage;
  }),
  settingsRoute('/settings/auth-providers', 'Auth providers', async () => {
    return (await import('../screens/settings/auth-providers/ProvidersPage')).ProvidersPage;
  }),
  settingsRoute('/settings/tokens', 'Token options', async () => {
    return (await import('../screens/settings/tokens/TokensPage')).TokensPage;
  }),
  settingsRoute('/settings/admins', 'Admins', async () => {
    return (await import('../screens/settings/admins/AdminsPage')).AdminsPage;
  }),
  ...confirmationRoutes(
    'confirm-password-reset',
    'Password reset',
    async () => (await import('../screens/confirmations/PasswordResetPage')).PasswordResetPage,
  ),
  ...confirmationRoutes(
    'confirm-verification',
    'Email verification',
    async () => (await import('../screens/confirmations/VerificationPage')).VerificationPage,
  ),
  ...confirmationRoutes(
    'confirm-email-change',
    'Email change',
    async () => (await import('../screens/confirmations/EmailChangePage')).EmailChangePage,
  ),
  oauth2Route('/auth/oauth2-redirect-success', true),
  oauth2Route('/auth/oauth2-redirect-failure', false),
];

function settingsRoute(
  path: string,
  pageName: string,
  load: () => Promise<ComponentType<ScreenProps>>,
): ShellRoute {
  return { path, access: 'admin', hasSidebar: true, pageName, group: settings, ...screen(load) };
}

/** Links of mails begin with `/auth/`; those of servers that have been there for long, with `/users/`. */
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
    const { OAuth2ResultPage } = await import('../screens/confirmations/OAuth2ResultPage');
    return () => <OAuth2ResultPage hasSucceeded={hasSucceeded} />;
  });
  return { path, access: 'anyone', hasSidebar: false, pageName: 'Auth', ...page };
}
