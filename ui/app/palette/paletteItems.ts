import type { LucideIcon } from 'lucide-react';
import Activity from 'lucide-react/icons/activity';
import Bookmark from 'lucide-react/icons/bookmark';
import File from 'lucide-react/icons/file';
import Search from 'lucide-react/icons/search';
import Server from 'lucide-react/icons/server';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { type HashLocation, printHash, type Query } from '../../base/hash';
import { type Mark, rankTexts } from '../../base/ranking';
import { countOf } from '../../base/text';
import { collectionIcons } from '../../kit/basics/collectionIcons';
import { type Collection, collectionTypeOf } from '../../model/collection';
import type { Command } from '../../page/commands';
import type { RecentRecord } from '../../records/recentRecords';
import type { RecordSearchState } from './recordSearch';
import type { FoundUser } from './userSearch';

export interface PalettePage {
  readonly path: string;
  readonly name: string;
  readonly icon?: LucideIcon;
}

interface PaletteView {
  readonly name: string;
  readonly collection: Collection;
  readonly query: Query;
}

interface PaletteServer {
  readonly name: string;
  readonly href: string;
}

export interface Offers {
  readonly collections: readonly Collection[];
  readonly pinned: readonly string[];
  readonly recent: readonly RecentRecord[];
  readonly views: readonly PaletteView[];
  readonly pages: readonly PalettePage[];
  readonly servers: readonly PaletteServer[];
  readonly commands: readonly Command[];
  /** The collection that is shown or was shown last; null without collections. */
  readonly here: Collection | null;
}

export interface PaletteItem {
  readonly key: string;
  readonly icon: LucideIcon;
  readonly title: string;
  readonly titleMarks: readonly Mark[];
  /** A text at the end of the row. */
  readonly detail: string;
  readonly detailMarks: readonly Mark[];
  /** True if it is found by its detail, too. */
  readonly isDetailSearched?: boolean;
  /** Why it cannot run. */
  readonly reason?: string | undefined;
  readonly keys?: string | undefined;
  /** True if it changes data of the server. It then shows a lock while writes are locked. */
  readonly writes?: boolean | undefined;
  readonly act: PaletteAct;
}

type PaletteAct =
  | { readonly kind: 'address'; readonly to: HashLocation }
  | { readonly kind: 'server'; readonly href: string }
  | { readonly kind: 'collection'; readonly collection: Collection }
  | { readonly kind: 'record'; readonly collectionId: string; readonly id: string }
  | { readonly kind: 'command'; readonly command: Command }
  | { readonly kind: 'find'; readonly id: string; readonly likely: string }
  | { readonly kind: 'search'; readonly step: 'others' | 'views' | 'admins' };

export interface PaletteGroup {
  readonly name: string;
  readonly items: readonly PaletteItem[];
}

const mostInGroup = 8;
const mostInAll = 50;
const shownRecent = 5;
const noMarks: readonly Mark[] = [];

/** Returns the id that the text is, or that a pasted link of a record names; null for another text. */
export function idIn(text: string): string | null {
  const [, id, linked] = /^([a-z0-9]{15})$|[?&]recordId=([a-z0-9]{15})(?![a-z0-9])/.exec(text.trim()) ?? [];
  return id ?? linked ?? null;
}

/** Returns the collection that a pasted link names; '' for none. */
const collectionIn = (text: string) => /[?&]collectionId=(\w+)/.exec(text)?.[1] ?? '';

/** Returns the groups for a text, the group with the best match first. */
export function paletteGroups(offers: Offers, text: string): PaletteGroup[] {
  if (text.trim() === '') return restingGroups(offers);
  const { collections, recent, views, pages, servers, commands } = offers;
  const groups = [
    rankedGroup('Collections', text, collections.map(collectionItem)),
    rankedGroup('Recent records', text, recordItems(recent, collections)),
    rankedGroup('Saved views', text, views.map(viewItem)),
    rankedGroup('Other servers', text, servers.map(serverItem)),
    rankedGroup('Actions and pages', text, [...commands.map(commandItem), ...pages.map(pageItem)]),
  ];
  const found = groups
    .filter(({ items }) => items.length > 0)
    .sort((a, b) => b.best - a.best)
    .map(({ name, items }) => ({ name, items }));
  const id = idIn(text);
  if (id !== null) {
    const likely = collectionIn(text) || (offers.here?.id ?? '');
    const title = `Find record ${id}`;
    const find = plain({ key: 'find', icon: Search, title, act: { kind: 'find', id, likely } });
    found.unshift({ name: 'Id', items: [find] });
  }
  return limited(found);
}

/** The row below "No match". */
export function searchItem({ here }: Offers, text: string): PaletteItem | null {
  if (!here) return null;
  const to = { path: '/collections', query: { collectionId: here.id, filter: text.trim() } };
  return plain({
    key: 'searchHere',
    icon: Search,
    title: `Search ${here.name} for "${text.trim()}"`,
    act: { kind: 'address', to },
  });
}

function restingGroups({ collections, pinned, recent, commands }: Offers): PaletteGroup[] {
  const isPinned = ({ id }: Collection) => pinned.includes(id);
  const groups = [
    { name: 'Recent records', items: recordItems(recent, collections).slice(0, shownRecent) },
    { name: 'Pinned collections', items: collections.filter(isPinned).map(collectionItem) },
    { name: 'This page', items: commands.filter(({ group }) => group === 'page').map(commandItem) },
  ];
  return limited(groups.filter(({ items }) => items.length > 0));
}

function limited(groups: readonly PaletteGroup[]): PaletteGroup[] {
  let left = mostInAll;
  const shown: PaletteGroup[] = [];
  for (const { name, items } of groups) {
    const kept = items.slice(0, Math.min(mostInGroup, left));
    left -= kept.length;
    if (kept.length > 0) shown.push({ name, items: kept });
  }
  return shown;
}

function rankedGroup(name: string, text: string, items: readonly PaletteItem[]) {
  const ranked = rankTexts(items, text, ({ title, detail, isDetailSearched }) =>
    isDetailSearched ? [title, detail] : [title],
  );
  return {
    name,
    items: ranked.map(({ item, text, marks }) => ({
      ...item,
      [text === 0 ? 'titleMarks' : 'detailMarks']: marks,
    })),
    best: ranked[0]?.score ?? 0,
  };
}

type Bare = Pick<PaletteItem, 'key' | 'title' | 'act'> &
  Omit<Partial<PaletteItem>, 'icon'> & { icon?: LucideIcon | undefined };

const plain = ({ icon = SlidersHorizontal, ...bare }: Bare): PaletteItem => ({
  icon,
  titleMarks: noMarks,
  detail: '',
  detailMarks: noMarks,
  ...bare,
});

function collectionItem(collection: Collection): PaletteItem {
  const type = collectionTypeOf(collection);
  return plain({
    key: `collection ${collection.id}`,
    icon: collectionIcons[type],
    title: collection.name,
    detail: type,
    act: { kind: 'collection', collection },
  });
}

/** Leaves out records whose collection was deleted. */
function recordItems(recent: readonly RecentRecord[], collections: readonly Collection[]): PaletteItem[] {
  return recent.flatMap(({ collectionId, id, label }) => {
    const collection = collections.find((one) => one.id === collectionId);
    return collection ? [recordItem(collection, id, label)] : [];
  });
}

function recordItem(collection: Collection, id: string, label: string): PaletteItem {
  return plain({
    key: `record ${collection.id} ${id}`,
    icon: File,
    title: label,
    detail: `${collection.name} / ${id}`,
    isDetailSearched: true,
    act: { kind: 'record', collectionId: collection.id, id },
  });
}

export function userGroups(users: readonly FoundUser[]): PaletteGroup[] {
  const items = users.map(({ collection, id, email }) => ({
    ...recordItem(collection, id, email),
    key: `user ${collection.id} ${id}`,
    icon: collectionIcons.auth,
  }));
  return items.length > 0 ? [{ name: 'Users', items }] : [];
}

const serverItem = ({ name, href }: PaletteServer): PaletteItem =>
  plain({ key: `server ${href}`, icon: Server, title: name, detail: href, act: { kind: 'server', href } });

const viewItem = ({ name, collection, query }: PaletteView): PaletteItem =>
  plain({
    key: `view ${collection.id} ${name}`,
    icon: Bookmark,
    title: name,
    detail: collection.name,
    act: { kind: 'address', to: { path: '/collections', query } },
  });

const pageItem = ({ path, name, icon }: PalettePage): PaletteItem =>
  plain({ key: `page ${path}`, icon, title: name, act: { kind: 'address', to: { path, query: {} } } });

const commandItem = (command: Command): PaletteItem =>
  plain({
    key: `command ${command.id}`,
    icon: command.icon,
    title: command.title,
    reason: command.reason,
    keys: command.keys,
    writes: command.writes,
    act: { kind: 'command', command },
  });

/** Returns the address of a row; null for an act without one. */
export function hrefOf({ act }: PaletteItem): string | null {
  switch (act.kind) {
    case 'server':
      return act.href;
    case 'address':
      return printHash(act.to.path, act.to.query);
    case 'collection':
      return printHash('/collections', { collectionId: act.collection.id });
    case 'record':
      return printHash('/collections', { collectionId: act.collectionId, recordId: act.id });
    default:
      return null;
  }
}

type Looked = Omit<RecordSearchState, 'isRunning' | 'ms' | 'looked' | 'total' | 'noun' | 'failed'>;

/** Groups the results of a search for an id, and the steps that can follow. */
export function foundGroups(search: Looked, isRunning: boolean): PaletteGroup[] {
  const { id, hits, left, views } = search;
  const found = hits.map((hit): PaletteGroup => {
    if (hit.kind === 'record') {
      const { collection, label } = hit;
      const item = {
        ...recordItem(collection, id, label),
        icon: collectionIcons[collectionTypeOf(collection)],
      };
      return { name: `Found in ${collection.name}`, items: [item] };
    }
    if (hit.kind === 'collection') {
      return { name: 'A collection has this id', items: [collectionItem(hit.collection)] };
    }
    const to = { path: '/settings/admins', query: {} };
    const item = plain({
      key: 'admin',
      icon: collectionIcons.auth,
      title: hit.email,
      act: { kind: 'address', to },
    });
    return { name: 'An admin has this id', items: [item] };
  });
  if (isRunning) return found;
  const step = (name: 'others' | 'views' | 'admins', title: string, icon: LucideIcon = Search, detail = '') =>
    plain({ key: name, icon, title, detail, act: { kind: 'search', step: name } });
  const other = hits.length > 0 ? 'other ' : '';
  const log = { path: '/logs', query: { filter: `data.url ~ "${id}"` } };
  const next = [
    ...(left.length > 0
      ? [step('others', `Look in the ${other}${countOf(left.length, 'collection')} too`)]
      : []),
    ...(views.length > 0
      ? [step('views', `Look in ${countOf(views.length, 'view')} too`, collectionIcons.view, 'slower')]
      : []),
    ...(hits.length === 0 && !search.hasLookedAmongAdmins
      ? [step('admins', 'Look among admins', collectionIcons.auth)]
      : []),
    ...(hits.length === 0
      ? [plain({ key: 'log', icon: Activity, title: 'Look in the log', act: { kind: 'address', to: log } })]
      : []),
  ];
  return next.length > 0 ? [...found, { name: 'Continue', items: next }] : found;
}

export function searchSentence(search: RecordSearchState): string {
  const { looked, total, noun, ms, isRunning, hits, left, failed } = search;
  if (total === 0) return '';
  const took = `${(ms / 1000).toFixed(1)} s`;
  if (noun === 'admin') {
    if (isRunning) return 'Looking among admins...';
    if (failed > 0) return 'The admins could not be read.';
    return hits.length > 0 ? '' : 'No admin has this id.';
  }
  if (isRunning || hits.length > 0 || failed > 0 || (noun === 'collection' && left.length > 0)) {
    const unread = failed > 0 ? `. ${countOf(failed, noun)} could not be read.` : '';
    return `Looked in ${looked} of ${countOf(total, noun)}, ${took}${unread}`;
  }
  return `No record with this id in ${countOf(total, noun)}.`;
}
