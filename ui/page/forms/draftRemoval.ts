import { keysStartingWith, readJson, remove } from '../../base/storage';

// Separate from drafts.ts, so that a log-out does not load what only an editor needs.
const prefixes = ['record_draft_', 'collection_draft_', 'table_draft_'];

/**
 * Removes the drafts of an admin who signs out, and those without an owner. Drafts of other admins stay, because only
 * their owner sees them, and so do those that other open tabs are writing. If the other tabs cannot be asked, their
 * drafts go, too.
 */
export async function removeDrafts(
  admin: string,
  findHeldNames: () => Promise<ReadonlySet<string>>,
): Promise<void> {
  const names = await findHeldNames().catch(() => new Set<string>());
  for (const key of prefixes.flatMap(keysStartingWith)) {
    const { adminId = admin } = (readJson(key) ?? {}) as { adminId?: unknown };
    if (!names.has(key) && adminId === admin) remove(key);
  }
}
