import { keysStartingWith, remove } from '../platform/storage';

// Separate from drafts.ts, which only an editor needs.
const prefixes = ['record_draft_', 'collection_draft_', 'table_draft_'];

/**
 * Removes all drafts at sign-out, except those that other open tabs are writing. If the other tabs cannot be
 * asked, removes all.
 */
export async function removeDrafts(findHeldNames: () => Promise<ReadonlySet<string>>): Promise<void> {
  const names = await findHeldNames().catch(() => new Set<string>());
  for (const key of prefixes.flatMap(keysStartingWith)) if (!names.has(key)) remove(key);
}
