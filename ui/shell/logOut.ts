import { navigate } from '../platform/hash';
import { removeDrafts } from '../state/draftRemoval';
import * as panels from '../state/panels';
import * as session from '../state/session';
import * as unsaved from '../state/unsaved';
import { mayDiscard } from './mayDiscard';

/** The person leaves: what is unsaved is asked for, then session and drafts go; pins and other choices stay. */
export async function logOut(): Promise<void> {
  if (unsaved.hasAny() && !(await mayDiscard())) return;
  panels.closeAll({ discards: true });
  session.end();
  void removeDrafts();
  // Whoever signs in next begins at the start, not where this person was.
  navigate('/login');
}
