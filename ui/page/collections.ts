import { proxy, ref } from 'valtio/vanilla';
import type { ApiError } from '../backend/ApiError';
import * as api from '../backend/collections';
import { writeText } from '../base/storage';
import { type Collection, sortCollections } from '../model/collection';
import * as preferences from './preferences';
import { report } from './report';

/**
 * All collections, in the order of the sidebar. The list is replaced as a whole and never changed in place.
 * The URL holds the open collection; the preferences hold the pinned ones.
 */
export const state = proxy<{
  all: readonly Collection[];
  isLoading: boolean;
  /** False until the first load has succeeded. */
  isLoaded: boolean;
  loadError: ApiError | null;
}>({ all: ref([]), isLoading: false, isLoaded: false, loadError: null });

const markKey = 'lowlineCollectionsChanged';

let current: AbortController | null = null;

/**
 * Reads all collections again and cancels a running load. The old list stays until the new one arrives.
 * Returns true if the list is new: false after a failure or when a newer load has started.
 */
export async function load(): Promise<boolean> {
  current?.abort();
  const controller = new AbortController();
  current = controller;
  state.isLoading = true;
  try {
    const all = sortCollections(await api.listAll(controller.signal));
    if (controller !== current) return false;
    state.all = ref(all);
    state.isLoaded = true;
    state.loadError = null;
    dropLostPins();
    return true;
  } catch (error) {
    if (controller !== current) return false;
    report(error, { isSilent: !state.isLoaded });
    state.loadError = ref(error as ApiError);
    return false;
  } finally {
    if (controller === current) state.isLoading = false;
  }
}

/** Clears the list from memory at the end of the session. */
export function forget(): void {
  current?.abort();
  current = null;
  Object.assign(state, { all: ref([]), isLoading: false, isLoaded: false, loadError: null });
}

/** Finds a collection by id, or by name as the user types it: names are unique case-insensitively. */
export function find(idOrName: string): Collection | undefined {
  const name = idOrName.toLowerCase();
  return (
    state.all.find(({ id }) => id === idOrName) ?? state.all.find((one) => one.name.toLowerCase() === name)
  );
}

export function togglePin(id: string): void {
  const pinned = preferences.state.pinnedCollections;
  preferences.setPinnedCollections(
    pinned.includes(id) ? pinned.filter((other) => other !== id) : [...pinned, id],
  );
}

/** Adds or replaces a collection that was created or saved; `isOwn`: by this tab, which then tells the others. */
export function adopt(collection: Collection, { isOwn = true } = {}): void {
  replace([...state.all.filter(({ id }) => id !== collection.id), collection], isOwn);
}

/** Removes a collection that was deleted in this tab. */
export function drop(id: string): void {
  replace(state.all.filter((one) => one.id !== id));
}

/**
 * Cancels a running load, which has older data. The server sends no event to other tabs, so this tab notifies
 * them of its own change.
 */
function replace(all: readonly Collection[], isOwn = true): void {
  const wasLoading = state.isLoading;
  current?.abort();
  current = null;
  state.all = ref(sortCollections(all));
  state.isLoading = false;
  dropLostPins();
  if (isOwn) notifyOtherTabs();
  if (wasLoading) void load();
}

export function notifyOtherTabs(): void {
  writeText(markKey, String(Date.now()));
}

export function rereadFromOtherTab(key: string | null): void {
  if (key === markKey && state.isLoaded) void load();
}

function dropLostPins(): void {
  const pinned = preferences.state.pinnedCollections;
  const kept = pinned.filter((id) => state.all.some((collection) => collection.id === id));
  if (kept.length < pinned.length) preferences.setPinnedCollections(kept);
}
