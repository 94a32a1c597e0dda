import { navigate } from '../platform/hash';
import * as confirm from '../state/confirm';
import { removeDrafts } from '../state/draftRemoval';
import * as panels from '../state/panels';
import * as session from '../state/session';
import * as unsaved from '../state/unsaved';

/** The person leaves: what is unsaved is asked for, then session and drafts go; pins and other choices stay. */
export async function logOut(): Promise<void> {
  const question = 'You have unsaved changes. Do you really want to discard them?';
  if (unsaved.hasAny() && !(await confirm.ask(question))) return;
  panels.closeAll({ discards: true });
  session.end();
  void removeDrafts();
  // Whoever signs in next begins at the start, not where this person was.
  navigate('/login');
}
