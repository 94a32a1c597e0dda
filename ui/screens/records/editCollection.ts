import { currentLocation, navigate, replaceQuery } from '../../platform/hash';
import * as collections from '../../state/collections';
import { openPanel } from '../../state/panels';

/** In its panel; null for a new one. One that was made there is shown. */
export async function editCollection(collectionId: string | null): Promise<void> {
  // A name in the address would lead nowhere once it is another one.
  if (collectionId !== null) replaceQuery({ collectionId });
  const here = currentLocation();
  const outcome = await openPanel('collectionEditor', { collectionId });
  // The way to another address has closed the panel, and leads there.
  if (currentLocation() !== here) return;
  if (outcome?.kind === 'created') navigate('/collections', { collectionId: outcome.collection.id });
  // It was deleted while it was open.
  else if (collectionId !== null && !collections.find(collectionId))
    replaceQuery({ collectionId: undefined });
}
