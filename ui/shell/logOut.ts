import { navigate } from '../platform/hash';
import { remove } from '../platform/storage';
import { removeDrafts } from '../state/forms/draftRemoval';
import * as unsaved from '../state/forms/unsaved';
import { markHistory } from '../state/history/historyMarks';
import * as lastRows from '../state/lists/lastRows';
import * as panels from '../state/panels';
import { recentKey } from '../state/records/recentRecords';
import * as session from '../state/session';
import { mayDiscard } from './mayDiscard';

/**
 * Signs the admin out. Asks before unsaved changes are lost, then removes session, drafts, the last list and the
 * recent records; pins and other preferences stay.
 */
export async function logOut(): Promise<void> {
  if (unsaved.hasAny() && !(await mayDiscard())) return;
  panels.closeAll({ discards: true });
  unsaved.discardAll();
  const adminId = session.state.admin?.id ?? '';
  const isHistoryMarked = markHistory(adminId);
  remove(recentKey(adminId));
  session.end();
  lastRows.forget();
  if (isHistoryMarked) void emptyHistory();
  void removeDrafts(adminId, async () => (await import('../chunks/desk')).findHeldNames());
  // The next admin starts at the start page, not at this admin's page.
  navigate('/login');
}

/** If this fails, the next visit empties the history first. */
async function emptyHistory(): Promise<void> {
  try {
    await (await import('../chunks/desk')).emptyMarked();
  } catch {}
}
