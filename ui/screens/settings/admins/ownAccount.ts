import { ApiError } from '../../../api/ApiError';
import * as adminSession from '../../../api/adminSession';
import type { Admin } from '../../../model/admin';
import * as fileToken from '../../../state/files/fileToken';
import * as session from '../../../state/session';

export function isOwn(id: string | undefined): boolean {
  return id !== undefined && session.state.admin?.id === id;
}

/**
 * Updates the session after an admin has saved their own account. A new password invalidates the token, so this signs
 * in again. Returns false if the sign-in failed; the session must end then.
 */
export async function updateSession(saved: Admin, password: string): Promise<boolean> {
  if (password === '') {
    session.adopt({ admin: saved, token: session.token() });
    return true;
  }
  // The password change has invalidated the file token too.
  fileToken.forget();
  try {
    session.adopt(await adminSession.signIn(saved.email, password));
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return false;
  }
}
