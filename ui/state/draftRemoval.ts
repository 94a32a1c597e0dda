import { keysStartingWith, remove } from '../platform/storage';
import { heldElsewhere } from '../platform/tabs';

// Apart from what keeps drafts, which only an editor needs.
const prefixes = ['record_draft_', 'collection_draft_'];

/** The person leaves: drafts go, but for what other live tabs are writing. */
export async function removeDrafts(): Promise<void> {
  const names = await heldElsewhere();
  for (const key of prefixes.flatMap(keysStartingWith)) if (!names.has(key)) remove(key);
}
