import { currentLocation, navigate, replaceQuery } from '../base/hash';
import * as collections from '../page/collections';
import { openPanel } from '../page/panels';

/** The path of the page that makes a collection of a file. */
export const fromFile = '/collections/from-file';

/**
 * Opens the collection editor; null is a new collection, which is shown after its first save. `at` is the part that
 * gets the focus.
 */
export async function editCollection(collectionId: string | null, at?: string): Promise<void> {
  // The address may have the name, which a rename would invalidate, so it gets the id.
  if (collectionId !== null) replaceQuery({ collectionId });
  const here = currentLocation();
  const outcome = await openPanel('collectionEditor', { collectionId, at });
  // The person has left the page, so its address must not change.
  if (currentLocation() !== here) return;
  if (outcome?.kind === 'created') navigate('/collections', { collectionId: outcome.collection.id });
  else if (collectionId !== null && !collections.find(collectionId))
    replaceQuery({ collectionId: undefined });
}
