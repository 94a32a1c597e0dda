import { proxy } from 'valtio/vanilla';
import { readJson, readText, writeJson, writeText } from '../base/storage';
import { type ColumnLayout, columnWidthRange, sidebarWidthRange } from '../model/columnLayout';

/**
 * Small choices that this browser stores, with their keys in one list. A choice that the built-in dashboard stores,
 * too, has its key, so that it survives the change. A stored value of another shape is ignored.
 */
const keys = {
  pinned: '@pinnedCollections',
  sidebarWidth: '@adminSidebarWidth',
  columns: (collectionId: string, part: keyof ColumnLayout) => `${collectionId}@${layoutKeys[part]}`,
  slowCounts: 'lowlineSlowCounts',
  live: 'lowlineLive',
  clickOpens: 'lowlineClickOpens',
  startsWith: 'lowlineStartsWith',
  singleKeys: 'lowlineSingleKeys',
  textDirection: 'lowlineTextDirection',
  export: 'lowlineExport',
  sdk: 'pb_sdk_preference',
  adminRequests: 'adminLogRequests',
  mailRecipient: 'last_email_test',
} as const;

/** The parts of a layout, each with a key of its own. */
const layoutKeys = {
  hidden: 'hiddenColumns',
  shown: 'shownColumns',
  widths: 'columnWidths',
  order: 'columnOrder',
  pinned: 'pinnedColumns',
} as const;

const initialSidebarWidth = 232;

export const state = proxy({
  pinnedCollections: readTexts(keys.pinned),
  sidebarWidth: readSidebarWidth(),
  /** True if record lists listen to realtime events. */
  isLive: readText(keys.live) === '1',
  /** True if a click on a row of records opens it. Otherwise it only puts the cursor on the cell. */
  clickOpens: readText(keys.clickOpens) !== '0',
  /** The page after the sign-in and at `/`. */
  startsWith: readStart(),
  /** True if shortcuts of one key work. Speech input may press them by accident. */
  hasSingleKeys: readText(keys.singleKeys) !== '0',
  /** The direction of rich text that is still empty. */
  textDirection: readText(keys.textDirection) === 'rtl' ? ('rtl' as const) : ('ltr' as 'ltr' | 'rtl'),
  /**
   * The columns of the collection that was opened last. A schema column is named by its field's id, another one as
   * `@name`.
   */
  columns: readColumns(''),
});

function readTexts(key: string): string[] {
  const stored = readJson(key);
  return Array.isArray(stored) ? stored.filter((text): text is string => typeof text === 'string') : [];
}

function readStart(): '/collections' | '/overview' {
  return readText(keys.startsWith) === 'overview' ? '/overview' : '/collections';
}

function readSidebarWidth(): number {
  const { min, max } = sidebarWidthRange;
  const stored = Number.parseInt(readText(keys.sidebarWidth) ?? '', 10);
  return Number.isFinite(stored) ? Math.min(max, Math.max(min, stored)) : initialSidebarWidth;
}

export function setPinnedCollections(ids: readonly string[]): void {
  state.pinnedCollections = [...ids];
  writeJson(keys.pinned, ids);
}

export function setSidebarWidth(width: number): void {
  const { min, max } = sidebarWidthRange;
  state.sidebarWidth = Math.round(Math.min(max, Math.max(min, width)));
  writeText(keys.sidebarWidth, `${state.sidebarWidth}px`);
}

export function setTextDirection(direction: 'ltr' | 'rtl'): void {
  state.textDirection = direction;
  writeText(keys.textDirection, direction);
}

/** Returns the chosen language of code examples, or null for none. The API docs know the languages. */
export function storedSdk(): string | null {
  return readText(keys.sdk);
}

export function rememberSdk(sdk: string): void {
  writeText(keys.sdk, sdk);
}

/** True if the logs show the requests by admins. The address overrides it. */
export function showsAdminRequests(): boolean {
  return readText(keys.adminRequests) === '1';
}

export function rememberAdminRequests(areShown: boolean): void {
  writeText(keys.adminRequests, areShown ? '1' : '0');
}

/** Returns the last recipient of a test mail; '' for none. */
export function lastMailRecipient(): string {
  return readText(keys.mailRecipient) ?? '';
}

export function rememberMailRecipient(email: string): void {
  writeText(keys.mailRecipient, email);
}

/** Returns the choices of the last export as they are stored. The export knows their values. */
export function storedExport(): unknown {
  return readJson(keys.export);
}

export function rememberExport(choices: object): void {
  writeJson(keys.export, choices);
}

export function setLive(isLive: boolean): void {
  state.isLive = isLive;
  writeText(keys.live, isLive ? '1' : '0');
}

export function setClickOpens(clickOpens: boolean): void {
  state.clickOpens = clickOpens;
  writeText(keys.clickOpens, clickOpens ? '1' : '0');
}

export function setStart(path: (typeof state)['startsWith']): void {
  state.startsWith = path;
  writeText(keys.startsWith, path.slice(1));
}

export function setSingleKeys(hasSingleKeys: boolean): void {
  state.hasSingleKeys = hasSingleKeys;
  writeText(keys.singleKeys, hasSingleKeys ? '1' : '0');
}

export function openColumns(collectionId: string): void {
  state.columns = readColumns(collectionId);
}

function readColumns(collectionId: string): { collectionId: string; layout: ColumnLayout } {
  const read = (part: Exclude<keyof ColumnLayout, 'widths'>) => readTexts(keys.columns(collectionId, part));
  return {
    collectionId,
    layout: {
      order: read('order'),
      hidden: read('hidden'),
      shown: read('shown'),
      pinned: read('pinned'),
      widths: readWidths(keys.columns(collectionId, 'widths')),
    },
  };
}

function readWidths(key: string): Record<string, number> {
  const { min, max } = columnWidthRange;
  const isWidth = (width: unknown) => typeof width === 'number' && width >= min && width <= max;
  return Object.fromEntries(Object.entries(readJson(key) ?? {}).filter(([, width]) => isWidth(width)));
}

export function setColumns(changes: Partial<ColumnLayout>): void {
  const { collectionId, layout } = state.columns;
  state.columns = { collectionId, layout: { ...layout, ...changes } };
  for (const [part, value] of Object.entries(changes))
    writeJson(keys.columns(collectionId, part as keyof ColumnLayout), value);
}

export function isSlowToCount(collectionId: string): boolean {
  return readTexts(keys.slowCounts).includes(collectionId);
}

export function rememberCount(collectionId: string, { isSlow }: { isSlow: boolean }): void {
  const slow = readTexts(keys.slowCounts);
  if (slow.includes(collectionId) === isSlow) return;
  writeJson(keys.slowCounts, isSlow ? [...slow, collectionId] : slow.filter((id) => id !== collectionId));
}

/** Applies a choice of another tab. `key` null: the whole storage was cleared. */
export function rereadFromOtherTab(key: string | null): void {
  if (key === null || key === keys.pinned) state.pinnedCollections = readTexts(keys.pinned);
  if (key === null || key === keys.clickOpens) state.clickOpens = readText(keys.clickOpens) !== '0';
  if (key === null || key === keys.startsWith) state.startsWith = readStart();
  if (key === null || key === keys.singleKeys) state.hasSingleKeys = readText(keys.singleKeys) !== '0';
  if (key === null || key === keys.sidebarWidth) state.sidebarWidth = readSidebarWidth();
  const { collectionId } = state.columns;
  if (key === null || key.startsWith(`${collectionId}@`)) openColumns(collectionId);
}
