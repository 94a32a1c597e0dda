import { proxy, ref } from 'valtio/vanilla';
import { keysStartingWith, onChangeInOtherTab, readJson, writeJson } from '../../base/storage';
import * as toasts from '../../page/toasts';
import { type NamedView, readViews } from './namedView';

/**
 * The views that this browser stores, by collection. If it cannot store anything, they exist until the tab is
 * closed. The address shows a view; this store only has what was saved under a name.
 */
export const state = proxy<{ byCollection: Readonly<Record<string, readonly NamedView[]>> }>({
  byCollection: {},
});

const suffix = '@views';
/** Collections whose views could not be stored. */
const unstored = new Set<string>();
let isListening = false;

export function open(collectionId: string): void {
  if (!isListening) {
    isListening = true;
    onChangeInOtherTab((key) => {
      for (const id of Object.keys(state.byCollection)) if (key === null || key === id + suffix) reread(id);
    });
  }
  if (!Object.hasOwn(state.byCollection, collectionId)) reread(collectionId);
}

/** Returns the collections that may have views, without reading each: for a thousand, that took half a second. */
export function collectionIds(): string[] {
  const stored = keysStartingWith('').filter((key) => key.endsWith(suffix));
  const ids = stored.map((key) => key.slice(0, -suffix.length));
  return [...new Set([...ids, ...Object.keys(state.byCollection)])];
}

export function viewsOf(collectionId: string): readonly NamedView[] {
  return Object.hasOwn(state.byCollection, collectionId) ? (state.byCollection[collectionId] ?? []) : [];
}

export function find(collectionId: string, name: string): NamedView | undefined {
  return viewsOf(collectionId).find((view) => view.name === name);
}

/** Adds a view, or replaces the one named `instead`. */
export function put(collectionId: string, view: NamedView, instead = view.name): void {
  change(collectionId, (views) =>
    views.some(({ name }) => name === instead)
      ? views.map((one) => (one.name === instead ? view : one))
      : [...views, view],
  );
}

/** The returned function restores the view, unless its name is taken by then. */
export function remove(collectionId: string, name: string): () => void {
  const at = viewsOf(collectionId).findIndex((view) => view.name === name);
  const removed = viewsOf(collectionId)[at];
  change(collectionId, (views) => views.filter((view) => view.name !== name));
  return () => {
    if (!removed || find(collectionId, name)) return;
    change(collectionId, (views) => [...views.slice(0, at), removed, ...views.slice(at)]);
  };
}

function change(collectionId: string, next: (views: readonly NamedView[]) => readonly NamedView[]): void {
  // Another tab may have changed them.
  reread(collectionId);
  const views = next(viewsOf(collectionId));
  state.byCollection = { ...state.byCollection, [collectionId]: ref([...views]) };
  // A tab with an older version reads only views with `names`, and would drop the others when it saves.
  const stored = views.map((view) => ({ ...view, names: {} }));
  if (writeJson(collectionId + suffix, stored)) unstored.delete(collectionId);
  else if (!unstored.has(collectionId)) {
    unstored.add(collectionId);
    toasts.warning('This browser stores nothing for this page. The views stay until the tab is closed.');
  }
}

function reread(collectionId: string): void {
  if (unstored.has(collectionId)) return;
  const views = readViews(readJson(collectionId + suffix));
  state.byCollection = { ...state.byCollection, [collectionId]: ref([...views]) };
}
