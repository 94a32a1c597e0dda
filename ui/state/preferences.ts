import { proxy } from 'valtio/vanilla';
import { readJson, readText, writeJson, writeText } from '../platform/storage';

/**
 * Small choices that this browser stores, with all keys in one list. The built-in dashboard uses the same
 * names, so that choices survive the change. A stored value of another shape is ignored.
 */
const keys = {
  pinned: '@pinnedCollections',
  sidebarWidth: '@adminSidebarWidth',
  hiddenColumns: (collectionId: string) => `${collectionId}@hiddenColumns`,
  slowCounts: 'lowlineSlowCounts',
  live: 'lowlineLive',
  textDirection: 'lowlineTextDirection',
  sdk: 'pb_sdk_preference',
} as const;

const sidebarWidths = { min: 176, initial: 232, max: 416 } as const;

export const state = proxy({
  pinnedCollections: readTexts(keys.pinned),
  sidebarWidth: readSidebarWidth(),
  /** Do record lists listen to realtime events? */
  isLive: readText(keys.live) === '1',
  /** The direction of rich text that is still empty. */
  textDirection: readText(keys.textDirection) === 'rtl' ? ('rtl' as const) : ('ltr' as 'ltr' | 'rtl'),
  /** The hidden columns of the collection that was opened last. */
  hiddenColumns: { collectionId: '', columns: [] as string[] },
});

function readTexts(key: string): string[] {
  const stored = readJson(key);
  return Array.isArray(stored) ? stored.filter((text): text is string => typeof text === 'string') : [];
}

function readSidebarWidth(): number {
  const { min, initial, max } = sidebarWidths;
  const stored = Number.parseInt(readText(keys.sidebarWidth) ?? '', 10);
  return Number.isFinite(stored) ? Math.min(max, Math.max(min, stored)) : initial;
}

export function setPinnedCollections(ids: readonly string[]): void {
  state.pinnedCollections = [...ids];
  writeJson(keys.pinned, ids);
}

export function setSidebarWidth(width: number): void {
  const { min, max } = sidebarWidths;
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

export function setLive(isLive: boolean): void {
  state.isLive = isLive;
  writeText(keys.live, isLive ? '1' : '0');
}

/**
 * Reads the hidden columns of a collection. A schema column is stored by its field's id, another one as
 * `@name`.
 */
export function openHiddenColumns(collectionId: string): void {
  state.hiddenColumns = { collectionId, columns: readTexts(keys.hiddenColumns(collectionId)) };
}

export function setHiddenColumns(columns: readonly string[]): void {
  const { collectionId } = state.hiddenColumns;
  state.hiddenColumns = { collectionId, columns: [...columns] };
  writeJson(keys.hiddenColumns(collectionId), columns);
}

/** Was the last count of this collection slow? */
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
  if (key === null || key === keys.sidebarWidth) state.sidebarWidth = readSidebarWidth();
  const { collectionId } = state.hiddenColumns;
  if (key === null || key === keys.hiddenColumns(collectionId)) openHiddenColumns(collectionId);
}
