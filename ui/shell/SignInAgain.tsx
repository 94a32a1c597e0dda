import { useSnapshot } from 'valtio';
import { SignInPopup } from './lazyParts';
import { state } from './suspension';

/** The sign-in on top of what is unsaved, when the session ends under it. */
export function SignInAgain() {
  const { isSuspended, email } = useSnapshot(state);
  return isSuspended ? <SignInPopup email={email} /> : null;
}
