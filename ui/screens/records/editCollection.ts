import { navigate } from '../../platform/hash';
import { openPanel } from '../../state/panels';

/** In its panel; null for a new one. One that was made there is shown. */
export async function editCollection(collectionId: string | null): Promise<void> {
  const outcome = await openPanel('collectionEditor', { collectionId });
  if (outcome?.kind === 'created') navigate('/collections', { collectionId: outcome.collection.id });
}
