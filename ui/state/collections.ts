import { proxy, ref } from 'valtio/vanilla';
import type { ApiError } from '../api/ApiError';
import * as api from '../api/collections';
import { type Collection, sortCollections } from '../model/collection';
import { writeText } from '../platform/storage';
import * as preferences from './preferences';
import { report } from './report';

/**
 * All collections, in the order of the sidebar. The list is replaced whole and never changed in place. Which
 * one is shown stands in the address; which are pinned, in the preferences.
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
 * Reads all collections again; a load under way is given up. What is shown stays until the new list is there. True
 * when it is: not after a failure, nor when a newer load has taken over.
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

/** The session is over: nothing of it stays in memory. */
export function forget(): void {
  current?.abort();
  current = null;
  Object.assign(state, { all: ref([]), isLoading: false, isLoaded: false, loadError: null });
}

/** By id, or by name as a person writes it: names are unique whatever their case. */
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

/** It was created or saved here. */
export function adopt(collection: Collection): void {
  replace([...state.all.filter(({ id }) => id !== collection.id), collection]);
}

/** It was deleted here. */
export function drop(id: string): void {
  replace(state.all.filter((one) => one.id !== id));
}

/** A list under way was read before. The server has no event for other tabs, so they are told. */
function replace(all: readonly Collection[]): void {
  const wasLoading = state.isLoading;
  current?.abort();
  current = null;
  state.all = ref(sortCollections(all));
  state.isLoading = false;
  dropLostPins();
  tellOtherTabs();
  if (wasLoading) void load();
}

/** Something of the collections was changed here. */
export function tellOtherTabs(): void {
  writeText(markKey, String(Date.now()));
}

/** Another tab changed a collection. */
export function rereadFromOtherTab(key: string | null): void {
  if (key === markKey && state.isLoaded) void load();
}

function dropLostPins(): void {
  const pinned = preferences.state.pinnedCollections;
  const kept = pinned.filter((id) => state.all.some((collection) => collection.id === id));
  if (kept.length < pinned.length) preferences.setPinnedCollections(kept);
}
