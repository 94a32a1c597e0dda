import { subscribeKey } from 'valtio/vanilla/utils';
import { isEqual } from '../../base/equal';
import type { Collection } from '../../model/collection';
import * as collections from '../../page/collections';
import { openPanel } from '../../page/panels';
import { fittedCells } from '../values/stagedCell';
import { collectionOf, recordsOf, replace } from './staged';
import { state } from './stagedRows';

let lastCollections = collections.state.all;

/** Fits the changes to collections that were changed, and offers those of deleted ones. */
function followCollections(all: readonly Collection[]): void {
  const before = lastCollections;
  lastCollections = all;
  // The session has ended.
  if (!collections.state.isLoaded) return;
  for (const collectionId of Object.keys(state.byCollection)) {
    const [was, now] = [before, all].map((list) => list.find(({ id }) => id === collectionId));
    if (!now) void tellGone(collectionId, was?.name ?? collectionId);
    // The same collection, read again, would lose the errors of the server.
    else if (!isEqual(was, now)) refit(now);
  }
}
subscribeKey(collections.state, 'all', followCollections);

const told = new Set<string>();

/** Offers the changes of a deleted collection until they are discarded. A navigation only closes the popup. */
async function tellGone(collectionId: string, name: string): Promise<void> {
  if (told.has(collectionId)) return;
  told.add(collectionId);
  while (recordsOf(collectionId).size > 0 && !collectionOf(collectionId)) {
    await openPanel('goneChanges', { collectionId, name });
  }
  told.delete(collectionId);
}

/** Fits the changes to the present collection. */
export function refit(collection: Collection): void {
  const known = recordsOf(collection.id);
  if (known.size === 0) return;
  replace(
    collection,
    [...known.values()].map((record) => ({ ...record, cells: fittedCells(collection, record.cells) })),
  );
}
