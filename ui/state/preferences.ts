import { proxy } from 'valtio/vanilla';
import { readJson, readText, writeJson, writeText } from '../platform/storage';

/**
 * Small choices that this browser keeps, all keys in one list. The names are those of the dashboard before this
 * one, so that choices survive the change; a stored value of another shape is ignored.
 */
const keys = {
  pinned: '@pinnedCollections',
  sidebarWidth: '@adminSidebarWidth',
} as const;

export const sidebarWidths = { min: 176, initial: 232, max: 416 } as const;

export const state = proxy({
  pinnedCollections: readPinned(),
  sidebarWidth: readSidebarWidth(),
});

function readPinned(): string[] {
  const stored = readJson(keys.pinned);
  return Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string') : [];
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

/** Another tab chose something. `key` null: everything was cleared. */
export function rereadFromOtherTab(key: string | null): void {
  if (key === null || key === keys.pinned) state.pinnedCollections = readPinned();
  if (key === null || key === keys.sidebarWidth) state.sidebarWidth = readSidebarWidth();
}
