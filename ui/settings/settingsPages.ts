import type { LucideIcon } from 'lucide-react';
import Archive from 'lucide-react/icons/archive';
import Download from 'lucide-react/icons/download';
import Grid3x3 from 'lucide-react/icons/grid-3x3';
import HardDrive from 'lucide-react/icons/hard-drive';
import KeyRound from 'lucide-react/icons/key-round';
import LayoutGrid from 'lucide-react/icons/layout-grid';
import Mail from 'lucide-react/icons/mail';
import Shield from 'lucide-react/icons/shield';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import Timer from 'lucide-react/icons/timer';
import Upload from 'lucide-react/icons/upload';
import { can } from '../page/capabilities';
import type { MissingAbility } from '../page/NotHere';

/**
 * The pages of the settings, in the order of their links. The routes repeat the names, because the sign-in loads them
 * without this list; a test compares both.
 */
const pages = [
  { path: '/settings', name: 'Application settings', icon: LayoutGrid, group: 'System' },
  { path: '/settings/mail', name: 'Mail settings', icon: Mail, group: 'System' },
  { path: '/settings/storage', name: 'Files storage', icon: HardDrive, group: 'System' },
  { path: '/settings/backups', name: 'Backups', icon: Archive, group: 'System' },
  { path: '/settings/rules', name: 'API rules', icon: Grid3x3, group: 'Access' },
  { path: '/settings/findings', name: 'Findings', icon: ShieldAlert, group: 'Access' },
  { path: '/settings/export-collections', name: 'Export collections', icon: Upload, group: 'Sync' },
  { path: '/settings/import-collections', name: 'Import collections', icon: Download, group: 'Sync' },
  {
    path: '/settings/auth-providers',
    name: 'Auth providers',
    icon: KeyRound,
    group: 'Authentication',
    needs: 'providersPage',
  },
  {
    path: '/settings/tokens',
    name: 'Token options',
    icon: Timer,
    group: 'Authentication',
    needs: 'tokenPage',
  },
  { path: '/settings/admins', name: 'Admins', icon: Shield, group: 'Authentication' },
] as const;

export type SettingsPath = (typeof pages)[number]['path'];

interface SettingsPageEntry {
  readonly path: SettingsPath;
  readonly name: string;
  readonly icon: LucideIcon;
  readonly group: string;
  /** Without this ability of the server the page has no link, and its address says why. */
  readonly needs?: MissingAbility;
}

export const settingsPages: readonly SettingsPageEntry[] = pages;

/** Returns the pages with a link. The addresses of the others still work. */
export const linkedPages = (hidesControls: boolean): readonly SettingsPageEntry[] =>
  settingsPages.filter(({ group, needs }) => !(hidesControls && group === 'Sync') && (!needs || can(needs)));
