import { navigate } from '../base/hash';
import { remove } from '../base/storage';
import { removeDrafts } from '../page/forms/draftRemoval';
import * as unsaved from '../page/forms/unsaved';
import * as panels from '../page/panels';
import * as session from '../page/session/session';
import { markHistory } from '../records/history/historyMarks';
import * as lastRows from '../records/lastRows';
import { recentKey } from '../records/recentRecords';
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
  void removeDrafts(adminId, async () => (await import('./entries/desk')).findHeldNames());
  // The next admin starts at the start page, not at this admin's page.
  navigate('/login');
}

/** Empties the history that `markHistory` has marked. If this fails, the next visit empties it first. */
async function emptyHistory(): Promise<void> {
  try {
    await (await import('./entries/desk')).emptyMarked();
  } catch {}
}
