import { ApiError } from '../../../api/ApiError';
import * as admins from '../../../api/admins';
import type { Admin } from '../../../model/admin';
import * as fileToken from '../../../state/fileToken';
import * as session from '../../../state/session';

export function isOwn(id: string | undefined): boolean {
  return id !== undefined && session.state.admin?.id === id;
}

/**
 * The person's own account was saved: the shell shows it at once. A new password makes the token void, so the person
 * is signed in with it again. False: that failed, and the session cannot go on.
 */
export async function followOwn(saved: Admin, password: string): Promise<boolean> {
  if (password === '') {
    session.adopt({ admin: saved, token: session.token() });
    return true;
  }
  // Made with what the server has just thrown away.
  fileToken.forget();
  try {
    session.adopt(await admins.signIn(saved.email, password));
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return false;
  }
}
