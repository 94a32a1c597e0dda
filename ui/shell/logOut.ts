import { navigate } from '../platform/hash';
import { markBin } from '../state/binMarks';
import { removeDrafts } from '../state/draftRemoval';
import * as lastRows from '../state/lastRows';
import * as panels from '../state/panels';
import * as session from '../state/session';
import * as unsaved from '../state/unsaved';
import { mayDiscard } from './mayDiscard';

/**
 * Signs the admin out. Asks before unsaved changes are lost, then removes session, drafts and the last list;
 * pins and other preferences stay.
 */
export async function logOut(): Promise<void> {
  if (unsaved.hasAny() && !(await mayDiscard())) return;
  panels.closeAll({ discards: true });
  const isBinMarked = markBin(session.state.admin?.id ?? '');
  session.end();
  lastRows.forget();
  if (isBinMarked) void emptyBin();
  void removeDrafts(async () => (await import('../chunks/panels')).findHeldNames());
  // The next admin starts at the start page, not at this admin's page.
  navigate('/login');
}

/** If this fails, the next visit empties the bin first. */
async function emptyBin(): Promise<void> {
  try {
    await (await import('../chunks/keeping')).emptyMarked();
  } catch {}
}
