import { currentLocation, navigate, replaceQuery } from '../base/hash';
import * as collections from '../page/collections';
import { openPanel } from '../page/panels';

/**
 * Opens the collection editor, for a new collection if the id is null; `at` names the part that gets the focus. Then
 * shows a collection that was created.
 */
export async function editCollection(collectionId: string | null, at?: string): Promise<void> {
  // The address may hold the name, which is invalid after a rename; replace it by the id.
  if (collectionId !== null) replaceQuery({ collectionId });
  const here = currentLocation();
  const outcome = await openPanel('collectionEditor', { collectionId, at });
  // A navigation has closed the panel; its address stays.
  if (currentLocation() !== here) return;
  if (outcome?.kind === 'created') navigate('/collections', { collectionId: outcome.collection.id });
  // The collection was deleted while its panel was open.
  else if (collectionId !== null && !collections.find(collectionId))
    replaceQuery({ collectionId: undefined });
}
