import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { replaceQuery } from '../base/hash';
import type { Collection } from '../model/collection';
import * as collections from '../page/collections';
import * as unsaved from '../page/forms/unsaved';
import * as app from '../page/pageTitle';
import * as toasts from '../page/toasts';
import type { RecordList } from './recordList';

/** Returns the collection of the address. If there is none, the address gets the last one or the first. */
export function useAddressedCollection(collectionId: string, records: RecordList): Collection | undefined {
  const shownId = useRef('');
  const { all, isLoaded } = useSnapshot(collections.state);
  // The address may contain the name of a collection, because people type names.
  const collection = all.length > 0 ? (collections.find(collectionId) as Collection | undefined) : undefined;

  useEffect(() => {
    const [first] = all;
    if (!isLoaded || collection || !first) return;
    // The collection was shown before, so it was deleted, here or in another tab.
    const wasShown = collectionId === shownId.current;
    if (wasShown && unsaved.losesByNavigation()) {
      toasts.warning('This collection was deleted. What you have typed stays here until you close it.');
      return;
    }
    if (collectionId && !wasShown) {
      toasts.warning(`There is no collection "${collectionId}". Showing the first one.`);
    }
    const last = collectionId === '' ? collections.find(records.state.collectionId) : undefined;
    const { id } = last ?? first;
    replaceQuery({
      collectionId: id,
      sort: undefined,
      filter: undefined,
      view: undefined,
      columns: undefined,
    });
  }, [isLoaded, collection, collectionId, all, records]);

  useEffect(() => {
    if (!collection) return;
    shownId.current = collection.id;
    app.setPageName(collection.name);
  }, [collection]);

  return collection;
}
