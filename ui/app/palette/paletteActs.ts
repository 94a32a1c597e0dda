import type { LucideIcon } from 'lucide-react';
import Activity from 'lucide-react/icons/activity';
import Database from 'lucide-react/icons/database';
import FileUp from 'lucide-react/icons/file-up';
import History from 'lucide-react/icons/history';
import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import Lock from 'lucide-react/icons/lock';
import LogOut from 'lucide-react/icons/log-out';
import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Plus from 'lucide-react/icons/plus';
import Settings2 from 'lucide-react/icons/settings-2';
import Sun from 'lucide-react/icons/sun';
import { subscribeKey } from 'valtio/vanilla/utils';
import { hasRecord } from '../../backend/findRecord';
import { currentLocation, navigate, parseHash, subscribeToLocation } from '../../base/hash';
import { type Collection, collectionTypeOf } from '../../model/collection';
import * as collections from '../../page/collections';
import { all, type Command } from '../../page/commands';
import * as confirm from '../../page/confirm';
import * as unsaved from '../../page/forms/unsaved';
import * as app from '../../page/pageTitle';
import * as panels from '../../page/panels';
import * as preferences from '../../page/preferences';
import * as environment from '../../page/session/environment';
import { others } from '../../page/session/environmentName';
import * as writeLock from '../../page/session/writeLock';
import * as theme from '../../page/theme';
import * as toasts from '../../page/toasts';
import { fromFile } from '../../records/editCollection';
import * as recentRecords from '../../records/recentRecords';
import { tellRecordsChanged } from '../../records/recordsChanged';
import { keptViews } from '../../records/views/viewActs';
import * as views from '../../records/views/views';
import { linkedPages, settingsPages } from '../../settings/settingsPages';
import { logOut } from '../logOut';
import { mayDiscard } from '../mayDiscard';
import type { Offers, PalettePage } from './paletteItems';
import { open } from './shownPopup';

export function currentOffers(): Offers {
  const { hidesControls } = app.state;
  const isListed = ({ id, group, isAvailable }: Command) =>
    group !== 'panel' && id !== 'goTo' && (id === 'shortcuts' || isAvailable?.() !== false);
  return {
    collections: collections.state.all,
    pinned: preferences.state.pinnedCollections,
    recent: recentRecords.list(),
    views: views.collectionIds().flatMap((id) => {
      const collection = collections.find(id) as Collection | undefined;
      return collection ? keptViews(collection).map((view) => ({ ...view, collection })) : [];
    }),
    pages: [...mainPages, ...linkedPages(hidesControls).map(withoutIcon)],
    servers: others(),
    commands: [...all().filter(isListed), ...lastingCommands(hidesControls)],
    here: collectionHere(),
  };
}

/** The collection of the address; on other pages the last record's, or the first. */
function collectionHere() {
  const { path, query } = currentLocation();
  const named = path === '/collections' ? query['collectionId'] : undefined;
  const last = recentRecords.list()[0]?.collectionId;
  return collections.find(named ?? last ?? '') ?? collections.state.all[0] ?? null;
}

/** The commands of every page that have no keys. */
function lastingCommands(hidesControls: boolean): Command[] {
  const { choice } = theme.state;
  const themes = Object.entries(theme.names) as [typeof choice, string][];
  return [
    ...(hidesControls
      ? []
      : [
          command('newCollection', 'New collection', Plus, () => void makeCollection()),
          command('fromFile', 'New collection from CSV or JSON', FileUp, () => navigate(fromFile)),
        ]),
    ...themes.map(([one, name]) => ({
      ...command(`theme-${one}`, name, themeIcons[one], () => theme.choose(one)),
      reason: one === choice ? 'This is the theme now.' : undefined,
    })),
    command('environment', 'Server name and lock...', Settings2, () => open('environment')),
    { ...command('lockNow', 'Lock now', Lock, writeLock.lock), reason: whyNotLock() },
    command('logOut', 'Logout', LogOut, () => void logOut()),
  ];
}

const themeIcons = { system: Monitor, light: Sun, dark: Moon };

function whyNotLock(): string | undefined {
  if (!environment.state.current?.locks) return 'This server has no write lock.';
  return writeLock.isLocked() ? 'Writes are locked.' : undefined;
}

const command = (id: string, title: string, icon: LucideIcon, run: () => void): Command => ({
  id,
  title,
  icon,
  group: 'everywhere' as const,
  run,
});

async function makeCollection(): Promise<void> {
  if (!(await closePanels())) return;
  const outcome = await panels.openPanel('collectionEditor', { collectionId: null });
  if (outcome?.kind === 'created') navigate('/collections', { collectionId: outcome.collection.id });
}

/** Runs a command. One of the page first closes the panels above it, and asks if something would be lost. */
export async function runCommand({ group, reason, run }: Command): Promise<void> {
  if (reason || (group === 'page' && !(await closePanels()))) return;
  run();
}

async function closePanels(): Promise<boolean> {
  if (panels.state.open.length === 0) return true;
  if (unsaved.losesByNavigation() && !(await mayDiscard())) return false;
  panels.closeAll({ discards: true });
  return true;
}

export function makeRecord(collectionId: string): void {
  const collection = collections.find(collectionId);
  if (!collection || collectionTypeOf(collection) === 'view') return;
  goThen({ collectionId }, () => void openNewRecord(collectionId));
}

async function openNewRecord(collectionId: string): Promise<void> {
  const outcome = await panels.openPanel('recordEditor', { collectionId, recordId: null });
  // The list of the page did not open this editor, so it must read again to show the new record.
  if (outcome) tellRecordsChanged();
}

/** Goes to records, then acts. Does nothing if the person stays because of unsaved changes. */
function goThen(query: Readonly<Record<string, string>>, act: () => void): void {
  const isThere = () => currentLocation().query['collectionId'] === query['collectionId'];
  navigate('/collections', query);
  if (!confirm.state.question) {
    if (isThere()) act();
    return;
  }
  const stopFollowing = subscribeToLocation(() => {
    stop();
    if (isThere()) act();
  });
  // After Yes the address changes before the next task; after No it never does.
  const stopWaiting = subscribeKey(confirm.state, 'question', (question) => !question && setTimeout(stop));
  function stop(): void {
    stopFollowing();
    stopWaiting();
  }
}

/** Opens a record of the recent ones. Removes it if it no longer exists. */
export async function openRecent(collectionId: string, id: string, href: string): Promise<void> {
  // If the server cannot be asked, the page of the record says so.
  const exists = await hasRecord(collectionId, id).catch(() => true);
  if (exists) {
    goTo(href);
    return;
  }
  recentRecords.drop({ collectionId, id });
  toasts.info('This record no longer exists.');
}

export function goTo(href: string): void {
  const { path, query } = parseHash(href);
  navigate(path, query);
}

const mainPages: readonly PalettePage[] = [
  { path: '/overview', name: 'Overview', icon: LayoutDashboard },
  { path: '/collections', name: 'Collections', icon: Database },
  { path: '/history', name: 'History', icon: History },
  { path: '/logs', name: 'Logs', icon: Activity },
];

const withoutIcon = ({ path, name }: PalettePage): PalettePage => ({ path, name });

/** All pages, also those without a link. A test compares them with the routes. */
export const pages: readonly PalettePage[] = [...mainPages, ...settingsPages.map(withoutIcon)];
